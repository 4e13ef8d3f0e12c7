"""The addresses of the games' WebSockets."""

from django.urls import path

from games.live.consumers import GameConsumer

urlpatterns = [path("ws/games/<int:game_id>/", GameConsumer.as_asgi())]
