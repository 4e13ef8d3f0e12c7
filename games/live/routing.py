"""The addresses of the games' WebSockets."""

from django.urls import path

from games.live.arenas import ArenaConsumer
from games.live.consumers import GameConsumer
from games.live.studies import StudyConsumer

urlpatterns = [
    path("ws/tournaments/<int:tournament_id>/", ArenaConsumer.as_asgi()),
    path("ws/games/<int:game_id>/", GameConsumer.as_asgi()),
    path("ws/studies/<int:study_id>/", StudyConsumer.as_asgi()),
]
