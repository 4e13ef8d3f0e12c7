"""The addresses of all WebSockets, and the answer for unknown ones."""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from django.urls import re_path

from games.live import routing as games
from games.messages import routing as messages


class Nothing(AsyncWebsocketConsumer):
    """Refuses a connection: there is nothing at this address."""

    async def connect(self) -> None:
        await self.close()


urlpatterns: list[Any] = [
    *games.urlpatterns,
    *messages.urlpatterns,
    re_path("", Nothing.as_asgi()),
]
