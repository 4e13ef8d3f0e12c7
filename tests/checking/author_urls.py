"""All addresses, as a checkout in development has them."""

from django.urls import include, path

from boardgames.urls import urlpatterns as everywhere

urlpatterns = [*everywhere, path("author/", include("games.checking.author"))]
