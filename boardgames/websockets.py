"""The addresses of all WebSockets."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
