"""The address of the WebSocket that every page of a signed-in reader keeps."""

from django.urls import path

from games.messages.consumers import BellConsumer

urlpatterns = [path("ws/me/", BellConsumer.as_asgi())]
