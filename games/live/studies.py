"""The WebSocket of a study's page: says that something was written.

Sent, as JSON: ``{"type": "study", "version": n}`` when the socket opens and after each change; the
page then fetches what it lacks. Each half minute ``{"type": "presence", …}`` with nobody in it, as
a sign of life.
Close codes are those of a game's socket; 4404 for a study that the reader may not see.
"""

from __future__ import annotations

import asyncio
import contextlib

from accounts.models import User
from accounts.sessions import sockets
from accounts.sessions.sockets import FOREIGN, LATER
from boardgames.redis.subscriptions import get_hub
from boardgames.web.db_threads import in_thread
from games.errors import NotFound
from games.live.consumers import NO_SUCH_GAME
from games.studies.access import find_study
from games.studies.locks import topic

#: Seconds between two signs of life; each time the reader's access is checked again.
SIGN = 25.0
_ALIVE = '{"type":"presence","users":[],"spectators":0}'


class StudyConsumer(sockets.Consumer):
    """One open page that follows one study."""

    topics: tuple[str, ...] = ()
    teller: asyncio.Task[None] | None = None
    user: User | None = None

    async def connect(self) -> None:
        self.study_id: int = self.scope["url_route"]["kwargs"]["study_id"]
        self.something = asyncio.Event()
        self.over = False
        self.places = sockets.Places()
        await self.accept()
        if sockets.foreign(self.scope) and not sockets.parameter(self.scope, "token"):
            await self.close(FOREIGN)
            return
        if not self.places.take_for_client(self.scope):
            await self.turn_away()
            return
        if not await self._join(topic(self.study_id)):
            return
        version = await in_thread(self._version)
        if version is None:
            await self.close(NO_SUCH_GAME)
            return
        if not self.places.take_for_person(self.user):
            await self.turn_away()
            return
        if self.user and not await self._join(sockets.topic(self.user.pk)):
            return
        self.teller = self.beside(self._tell(version))

    async def _join(self, name: str) -> bool:
        """Subscribe to a topic; False, and the socket is closed, while that is not possible."""
        try:
            await get_hub().join(name, self)
        except ConnectionError:
            await self.close(LATER)
            return False
        self.topics += (name,)
        return True

    async def disconnect(self, code: int) -> None:
        self.places.give_back()
        for name in self.topics:
            get_hub().leave(name, self)
        if self.teller:
            self.teller.cancel()

    # Called by the hub; both return at once.

    def heard(self, news: object) -> None:
        self.something.set()

    def lost(self) -> None:
        self.over = True
        self.something.set()

    def _version(self) -> int | None:
        """The study's version; None if the reader may not see it (any more)."""
        self.user = sockets.user_of(self.scope)
        user_id = self.user.pk if self.user else None
        try:
            key = sockets.parameter(self.scope, "key")
            return find_study(self.study_id, user_id, key).study.version
        except NotFound:
            return None

    async def _tell(self, version: int) -> None:
        """Send the version, several changes as one, until the reader may not see it any more."""
        reader, told, now = self.user, 0, version
        while True:
            # A sign of life makes no page ask for news.
            news = f'{{"type":"study","version":{now}}}' if now > told else _ALIVE
            await self.send(news)
            told = now
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.something.wait(), SIGN)
            self.something.clear()
            found = None if self.over else await in_thread(self._version)
            if found is None or self.user != reader:
                await self.close(LATER)
                return
            now = found
