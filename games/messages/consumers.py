"""The WebSocket of every page: says that there may be something new under the bell or to play.

Sent as JSON: ``{"type": "me", "waiting": games that wait, "unread": under the bell}``, when the
socket opens, when the numbers may have changed, and each minute, so that the page knows the
connection lives. Without the numbers where they are not known: the page then asks. At most one
message in three seconds; changes in between are counted once. Nothing is read. Close codes are
those of a game's socket; 4404 for a visitor who is not signed in.
"""

import asyncio
import contextlib

from django.db import DatabaseError
from redis.exceptions import RedisError

from accounts.models import User
from accounts.sessions import sockets
from accounts.sessions.sockets import FOREIGN, LATER
from boardgames.redis.subscriptions import get_hub
from boardgames.web.db_threads import in_thread
from games.live import connections
from games.messages import counting
from notifications import bell

NOBODY = 4404
#: Seconds between two messages.
PAUSE = 3.0


class BellConsumer(sockets.Consumer):
    """An open page of a person."""

    topics: tuple[str, ...] = ()
    teller: asyncio.Task[None] | None = None

    async def connect(self) -> None:
        self.something = asyncio.Event()
        self.over = self.look_again = False
        self.news = True  # the numbers as they are now
        self.places = sockets.Places()
        await self.accept()
        if sockets.foreign(self.scope) and not sockets.parameter(self.scope, "token"):
            await self.close(FOREIGN)
            return
        if not self.places.take_for_client(self.scope):
            await self.turn_away()
            return
        self.user = await self._reader()
        if self.user is None:
            await self.close(NOBODY)
            return
        if not self.places.take_for_person(self.user):
            await self.turn_away()
            return
        for topic in (bell.topic(self.user.pk), sockets.topic(self.user.pk)):
            try:
                await get_hub().join(topic, self)
            except ConnectionError:
                await self.close(LATER)
                return
            self.topics += (topic,)
        self.something.set()
        self.teller = self.beside(self._tell(self.user))
        await self._be_here()

    async def disconnect(self, code: int) -> None:
        self.places.give_back()
        for topic in self.topics:
            get_hub().leave(topic, self)
        if self.teller:
            self.teller.cancel()

    # Called by the hub; both return at once.

    def heard(self, news: object) -> None:
        if isinstance(news, sockets.LookAgain):
            self.look_again = True
        else:
            self.news = True
        self.something.set()

    def lost(self) -> None:
        self.over = True
        self.something.set()

    async def _reader(self) -> User | None:
        """The reader of the page."""
        return await in_thread(sockets.user_of, self.scope)

    async def _tell(self, user: User) -> None:
        while True:
            try:
                await asyncio.wait_for(self.something.wait(), sockets.LOOK_AGAIN)
            except TimeoutError:
                self.look_again = True
            self.something.clear()
            if self.look_again and not await self._may_stay():
                self.over = True
            if self.over:
                await self.close(LATER)
                return
            if self.news:
                self.news = False
                await self.send(await counting.message(user.pk))
                await asyncio.sleep(PAUSE)

    async def _may_stay(self) -> bool:
        self.look_again, self.news = False, True
        try:
            same = await self._reader() == self.user
        except DatabaseError:
            return False
        await self._be_here()
        return same

    async def _be_here(self) -> None:
        if self.user is not None:
            with contextlib.suppress(RedisError, OSError):
                await connections.enter(get_hub().redis, self.user.pk)
