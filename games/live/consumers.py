"""The WebSocket of a game's page: tells pages that something changed, and programs also what.

Sent, as JSON:

* ``{"type": "game", "version": n}``: at the start, and when the reader may know of a newer version;
  with ``?with=game`` in the address it has ``game`` beside it, what a GET would answer with the log
  since the version before; only the player who has just moved gets the version alone, as the answer
  to the move had the game
* ``{"type": "chat", "id": n, "user": name, "text": …, "at": ISO time}``; spectators' messages go
  only to those who may read them
* ``{"type": "presence", "users": [names of players], "spectators": n}``, also as a sign of life

* ``{"type": "time", "here": n, "now": n}``, the answer to ``{"here": n}``; now and then it has
  ``"back": n``, which a player's page or program sends back at once

Such a page sends ``{"seen": n}``, the version that it shows while it is visible, and ``{"have":
"name:hash,…", "version": n}``. Pages that follow a live game send ``{"here": n}`` each 1.25
seconds, programs each five, where n are the milliseconds of their own clock. So a lost connection
is noticed (``games.absence.reconnecting``), and the answer has ``now``, the service's time in
milliseconds since 1970. ``{"back": n}`` measures the lag of their connection
(``games.clocks.lag``). Nothing else is read. Close codes: 4403 a foreign page, 4404 no such game
for this reader, 1013 no news for the moment: come back later, 4429 too many sockets: come back
after the seconds that are the reason.
"""

import asyncio
import contextlib
import time
import uuid
from collections import deque
from typing import Annotated

import msgspec
import structlog
from redis.exceptions import RedisError

from accounts.models import User
from accounts.preferences import reading_as
from accounts.sessions import sockets
from accounts.sessions.sockets import FOREIGN, LATER
from boardgames.redis import best_effort, messages
from boardgames.redis.subscriptions import get_hub
from boardgames.web.db_threads import in_thread
from boardgames.words.dates import milliseconds
from games.absence import reconnecting
from games.clocks import lag
from games.live import pages, presence, watching
from games.live.access import Seen
from games.live.news import Change
from games.showing import snapshot
from games.storage import position

NO_SUCH_GAME = 4404
#: Messages that a reader may be behind before the socket closes.
MOST_WAITING = 200
#: Seconds after which the token or session of a socket is checked again.
ADMITTED = 10.0
#: Seconds between two answers to a page that reports, and between two records that it does.
ANSWERS, RECORDS = 0.1, 3.0
#: Seconds between two checks whether its page still reports.
LOOKS = 4.0
#: Sent to a page for news that we do not understand ourselves: the page then asks for the news.
SOMETHING = '{"type": "table"}'

log = structlog.get_logger(__name__)


Version = Annotated[int, msgspec.Meta(ge=0, lt=10**9)]


class Said(msgspec.Struct):
    """A message of a page: the version that was seen, the regions it has, and their version."""

    seen: Version | None = None
    here: Annotated[int, msgspec.Meta(ge=0, lt=10**14)] | None = None
    back: Version | None = None
    have: Annotated[str, msgspec.Meta(max_length=pages.LONGEST_BASE)] = ""
    version: Version = 0


_said = msgspec.json.Decoder(Said).decode


class GameConsumer(sockets.Consumer):
    """One open page (or program) that follows one game."""

    teller: asyncio.Task[None] | None = None
    watcher: watching.Watcher | None = None

    tasks: tuple[asyncio.Task[None], ...] = ()
    recording: asyncio.Task[None] | None = None
    user: User | None = None
    follows = ""
    base, has = "", 0  # the regions that the page has, and their version
    seen: Seen | None = None
    onlooks = False

    async def connect(self) -> None:
        self.game_id: int = self.scope["url_route"]["kwargs"]["game_id"]
        self.socket = uuid.uuid4().hex
        self.places = sockets.Places()
        self.look_again = False
        self.waiting: deque[Change | str] = deque()
        self.something = asyncio.Event()
        self.over = False
        self.beside_at = self.noted_at = self.recorded_at = 0.0
        self.meter = lag.Meter()
        await self.accept()
        if sockets.foreign(self.scope) and not sockets.parameter(self.scope, "token"):
            await self.close(FOREIGN)
            return
        if not self.places.take_for_client(self.scope):
            await self.turn_away()
            return
        try:
            await get_hub().join(str(self.game_id), self)
        except ConnectionError:
            await self.close(LATER)
            return
        # Read after subscribing: news that come in between wait in the queue.
        watcher = await in_thread(self.admit)
        if watcher is None:
            await self.close(NO_SUCH_GAME)
            return
        if not self.places.take_for_person(self.user):
            await self.turn_away()
            return
        if self.user:
            try:
                await get_hub().join(sockets.topic(self.user.pk), self)
            except ConnectionError:
                await self.close(LATER)
                return
        try:
            await self.hear_onlookers(watcher)
        except ConnectionError:
            await self.close(LATER)
            return
        self.player = watcher.player
        self.follows = sockets.parameter(self.scope, "with")
        self.tasks = self.beside(self.tell(watcher)), self.beside(self.stay())

    def admit(self) -> watching.Watcher | None:
        self.user = sockets.user_of(self.scope)
        self.admitted_at = time.monotonic()
        self.language, self.zone = sockets.reading(self.scope, self.user)
        return watching.watcher(self.game_id, self.user, sockets.parameter(self.scope, "key"))

    async def disconnect(self, code: int) -> None:
        self.places.give_back()
        get_hub().leave(str(self.game_id), self)
        get_hub().leave(watching.onlookers(self.game_id), self)
        if self.user:
            get_hub().leave(sockets.topic(self.user.pk), self)
        for task in self.tasks:
            task.cancel()
        if self.seen:
            await self.seen.end()
        if self.tasks:
            with contextlib.suppress(RedisError, OSError):
                there = await presence.leave(get_hub().redis, *self.here())
                await self.spread(there)

    # Called by the hub; both return at once.

    def heard(self, news: Change | str | sockets.LookAgain | messages.Unknown) -> None:
        if isinstance(news, messages.Unknown):
            self.look_again = True
            news = SOMETHING
        if isinstance(news, sockets.LookAgain):
            self.look_again = True
            self.something.set()
        elif len(self.waiting) < MOST_WAITING:
            if isinstance(news, str):
                self.beside_at = time.monotonic()
            self.waiting.append(news)
            self.something.set()
        else:
            self.lost()

    def lost(self) -> None:
        self.over = True
        self.something.set()

    # Tasks of the socket itself.

    async def tell(self, watcher: watching.Watcher) -> None:
        """Send what is new, several changes as one, until no more news will come.

        1. Send the newest version, unless it was sent.
        2. Wait until something happens.
        3. Check the reader's access again, if it may have changed.
        4. Take the waiting news: send texts at once, and keep the newest version for step 1.
        """
        told, newest = -1, watcher.version
        change: Change | None = None  # the one that led to ``newest``
        while not self.over:
            if newest > told:
                told = newest = await self.tell_of(newest, told, change, watcher)
            await self.something.wait()
            self.something.clear()
            if self.look_again:
                self.look_again = False
                again = await self.may_stay()
                if again is None:
                    break
                await self.hear_onlookers(again)
                if again.apart != watcher.apart:
                    await self.hear_anew()
                if again.version > newest:
                    newest, change = again.version, None
                watcher = again
            while self.waiting and not self.look_again:
                news = self.waiting.popleft()
                if isinstance(news, str):
                    if text := watcher.hears(news):
                        await self.send(text)
                elif (known := watcher.may_know(news)) > newest:
                    newest, change = known, news
        await self.close(LATER)

    async def tell_of(
        self, newest: int, told: int, change: Change | None, watcher: watching.Watcher
    ) -> int:
        """Send this version in the form that the reader wants; return the version sent."""
        # the answer to their request had it already
        own = change is not None and change.by == watcher.user_id
        if self.follows == "game" and not own:
            newest, game = self.sent_along(change, told) or await self.look(newest, told)
            await self.send(_news(newest, game))
        elif not own and (shown := await self.page(newest, change, watcher)):
            newest = shown.version
            await self.send(bytes_data=shown.message(self.base))
            self.base, self.has = shown.base, newest
        else:
            await self.send(_news(newest, b"", heard=self.follows == "page"))
        return newest

    async def page(
        self, newest: int, change: Change | None, watcher: watching.Watcher
    ) -> pages.Shown | None:
        """The page as the reader may see it now; None if they should reload, or already have it."""
        if not self.lacks(newest):
            return None
        personal = watcher.personal or self.player
        if personal and self.admission_is_old() and not await self.may_stay():
            self.lost()
            return None
        user_id = self.user.pk if self.user and personal else None
        signed_in = self.user is not None
        viewer = pages.Viewer(user_id, signed_in, self.language, self.zone, watcher.key)
        known = position.lately(self.game_id, newest, since=self.beside_at) if change else None
        shown = await pages.at(self.game_id, newest, viewer, known)
        # While it was drawn the page may have got an answer, and reported that.
        return shown if shown and self.lacks(shown.version) else None

    def lacks(self, version: int) -> bool:
        """Whether the page has reported its regions, and these are of an earlier version."""
        return bool(self.base) and self.has < version

    async def may_stay(self) -> watching.Watcher | None:
        """The reader's access if they may still see the game; None on an error or a new reader."""
        before = self.user
        try:
            watcher = await in_thread(self.admit)
        except Exception as error:
            log.warning("right to listen not known", game=self.game_id, exc_info=error)
            return None
        return watcher if self.user == before else None

    async def hear_onlookers(self, watcher: watching.Watcher) -> None:
        """Start or stop receiving the spectators' chat."""
        topic = watching.onlookers(self.game_id)
        if watcher.onlooks:
            await get_hub().join(topic, self)
        elif self.onlooks:
            get_hub().leave(topic, self)
            self.waiting = deque(news for news in self.waiting if not _of_onlookers(news))
        self.onlooks = watcher.onlooks

    async def hear_anew(self) -> None:
        """Send presence and chat again: the reader now sees messages of other people than
        before."""
        self.heard(SOMETHING)
        with contextlib.suppress(RedisError):
            self.heard(_presence(await presence.enter(get_hub().redis, *self.here())))

    def sent_along(self, change: Change | None, told: int) -> tuple[int, bytes] | None:
        """The version and the game that came with the change, if nothing else is new since
        ``told``."""
        if change is None or change.since != told or self.admission_is_old():
            return None
        game = change.games.get(self.user.pk) if self.user else None
        return None if game is None else (change.version, bytes(game))

    async def look(self, newest: int, told: int) -> tuple[int, bytes]:
        """The version and the game as it is now; without the game if the reader should ask for
        it."""
        try:
            version, game = await in_thread(self.looked, max(told, 0))
        except Exception as error:
            log.warning("game not shown", game=self.game_id, exc_info=error)
            return newest, b""
        return max(version, newest), game

    def looked(self, since: int) -> tuple[int, bytes]:
        if self.admission_is_old() and self.admit() is None:
            self.lost()
            return 0, b""
        user_id = self.user.pk if self.user else None
        with reading_as(self.user) if self.user else contextlib.nullcontext():
            here = position.load(self.game_id, user_id, key=sockets.parameter(self.scope, "key"))
            return here.version, msgspec.json.encode(snapshot.game(here, user_id, since))

    def admission_is_old(self) -> bool:
        return time.monotonic() > self.admitted_at + ADMITTED

    def here(self) -> tuple[int, str, str, int | None]:
        """The values that ``presence`` counts."""
        follower = self.user.pk if self.follows == "game" and self.player and self.user else None
        return self.game_id, self.player, self.socket, follower

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Read a message of the page."""
        if not text_data:
            return
        try:
            said = _said(text_data)
        except (msgspec.DecodeError, RecursionError):
            return
        if said.back is not None:
            self.meter.answered(said.back)
        if said.here is not None:
            await self.is_here(said.here)
        if self.follows != "page":
            return
        if said.have:
            self.base, self.has = said.have, said.version
        if said.seen is not None and self.user is not None:
            self.seen = self.seen or Seen(self.game_id, self.user.pk)
            self.seen.heard(said.seen)

    async def is_here(self, at: int) -> None:
        """Send the time, and now and then record that a player is present."""
        now = time.monotonic()
        if now < self.noted_at + ANSWERS:
            return
        self.noted_at = now
        is_free = self.recording is None or self.recording.done()
        records = self.player and self.user and now >= self.recorded_at + RECORDS and is_free
        back = f',"back":{self.meter.ask()}' if records else ""
        await self.send(f'{{"type":"time","here":{at},"now":{milliseconds()}{back}}}')
        if records and self.user:
            self.recorded_at = now
            self.recording = self.beside(self.record(self.user.pk))

    async def record(self, user_id: int) -> None:
        """Beside what is read: Redis may take long, and then the page must hear of us."""
        with contextlib.suppress(RedisError, OSError):
            await reconnecting.record_presence(get_hub().redis, self.game_id, user_id)
            if self.meter.lag is not None:
                await lag.record(get_hub().redis, self.game_id, user_id, self.meter.lag)

    def is_silent(self) -> bool:
        """Whether a page that used to report has stopped; other pages never report."""
        return self.noted_at > 0 and time.monotonic() > self.noted_at + reconnecting.HEARD

    async def stay(self) -> None:
        """Record that the reader is present.

        Players' coming and going is sent to all at once, a spectator's when each socket next looks:
        a thousand spectators must not cost a million messages. A repeated message is a sign of
        life, without which a page takes the connection for broken. A player who has reported at a
        live table, and then falls silent, is away until heard from again.
        """
        was_here, renewed_at = False, -presence.RENEWED
        try:
            while True:
                now, is_here = time.monotonic(), not self.is_silent()
                if is_here != was_here or now >= renewed_at + presence.RENEWED:
                    count = presence.enter if is_here else presence.leave
                    there = await count(get_hub().redis, *self.here())
                    self.heard(_presence(there))
                    if is_here != was_here:
                        await self.spread(there)
                    was_here, renewed_at = is_here, now
                await asyncio.sleep(min(LOOKS, presence.RENEWED))
                if time.monotonic() + presence.RENEWED > self.admitted_at + sockets.LOOK_AGAIN:
                    self.heard(sockets.LookAgain())
        except (RedisError, OSError):
            self.lost()

    async def spread(self, there: presence.Present) -> None:
        if self.player:
            topic = str(self.game_id)
            news = messages.text([topic], {"type": "presence", **there})
            await get_hub().redis.publish(best_effort.channel(topic), news)


def _of_onlookers(news: Change | str) -> bool:
    return isinstance(news, str) and bool(msgspec.json.decode(news).get("onlookers"))


def _presence(there: presence.Present) -> str:
    return msgspec.json.encode({"type": "presence", **there}).decode()


def _news(version: int, game: bytes, *, heard: bool = False) -> str:
    """``heard``: the page gets a confirmation of its message."""
    along = f',"game":{game.decode()}' if game else ',"with":"page"' if heard else ""
    return f'{{"type":"game","version":{version}{along}}}'
