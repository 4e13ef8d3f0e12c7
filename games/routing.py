"""The addresses of the games' WebSockets."""

from django.urls import path

from games.consumers import GameConsumer

urlpatterns = [path("ws/games/<int:game_id>/", GameConsumer.as_asgi())]
