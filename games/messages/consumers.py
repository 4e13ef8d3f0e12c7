"""The WebSocket of every page: says that there may be something new under the bell or to play.

Sent, as JSON: ``{"type": "me"}``; the page then counts. At most one a second, whatever happens.
Nothing is read. Close codes as those of a game's; 4404 for who is not signed in.
"""

import asyncio
import contextlib
from typing import Any

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer

from accounts import sockets
from boardgames.redis.hub import hub
from games.live.consumers import FOREIGN, LATER
from notifications import bell

NOBODY = 4404
#: Seconds between two messages.
PAUSE = 1.0


class BellConsumer(AsyncWebsocketConsumer):
    """One open page of somebody."""

    topic = ""
    teller: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.something = asyncio.Event()
        self.over = False
        await self.accept()
        if sockets.foreign(self.scope) and not sockets.parameter(self.scope, "token"):
            await self.close(FOREIGN)
            return
        user = await database_sync_to_async(self._user, thread_sensitive=False)()
        if user is None:
            await self.close(NOBODY)
            return
        topic = bell.topic(user)
        try:
            await hub().join(topic, self)
        except ConnectionError:
            await self.close(LATER)
            return
        self.topic = topic
        self.teller = asyncio.create_task(self._tell())

    async def disconnect(self, code: int) -> None:
        if self.topic:
            hub().leave(self.topic, self)
        if self.teller:
            self.teller.cancel()

    # What the hub calls; both return at once.

    def heard(self, news: object) -> None:
        self.something.set()

    def lost(self) -> None:
        self.over = True
        self.something.set()

    def _user(self) -> int | None:
        user: Any = sockets.user_of(self.scope)
        return user.pk if user else None

    async def _tell(self) -> None:
        with contextlib.suppress(OSError):  # the reader has gone
            while True:
                await self.something.wait()
                if self.over:
                    await self.close(LATER)
                    return
                self.something.clear()
                await self.send('{"type": "me"}')
                await asyncio.sleep(PAUSE)
