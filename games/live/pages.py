"""Changed regions of a page, drawn once for all readers who see the same.

What a page shows is drawn on a higher floor, which provides it here. A socket knows what its page
has (``base``) and sends the regions that it lacks; those of one base have one message, compressed
once for all of them.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

import msgspec
import structlog
from isal import isal_zlib

from boardgames.http.watchdog import watched
from boardgames.web.db_threads import in_thread_of
from games.game_cache import cache
from games.storage.position import Position

log = structlog.get_logger(__name__)

#: Seconds for which a drawn page is kept for others who ask for the same. And its bytes: drawings
#: are counted elsewhere, so these are its frame and its messages.
LASTS, SIZE = 5.0, 60_000
#: Messages of a page that are kept, by what their recipients already have.
BASES = 16
#: The longest report of what a page has: twice what the longest page reports.
LONGEST_BASE = 4000

#: A process draws one page after the other: in parallel they would not be ready sooner, and people
#: who make moves would wait for all of them.
_drawing = ThreadPoolExecutor(1, thread_name_prefix="drawing")

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True)
class Viewer:
    """The reader for whom a page is drawn. ``user_id`` is None for all spectators: they see what
    depends only on the other fields. ``zone`` is the site's for readers without account."""

    user_id: int | None
    signed_in: bool
    language: str
    zone: str
    key: str = ""


class Region(Protocol):
    """A part of a page."""

    @property
    def hash(self) -> str: ...
    @property
    def html(self) -> str: ...


@dataclass
class Shown:
    """A page as it is shown at ``version``: its frame, and its regions by name."""

    version: int
    frame: Mapping[str, Any]
    regions: Mapping[str, Region]
    _messages: dict[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.base = ",".join(f"{name}:{part.hash}" for name, part in self.regions.items())

    def message(self, base: str) -> bytes:
        """The message for pages that have ``base``: the regions that they lack, and the hashes of
        all.

        By the hashes they find out whether they really had it.
        """
        if base not in self._messages:
            known = set(base.split(","))
            lacking = {
                name: {"hash": part.hash, "html": str(part.html)}
                for name, part in self.regions.items()
                if f"{name}:{part.hash}" not in known
            }
            text = _encode({"type": "page", **self.frame, "have": self.base, "regions": lacking})
            if len(self._messages) >= BASES:
                self._messages.clear()
            self._messages[base] = isal_zlib.compress(text, 3)
        return self._messages[base]


#: Called with a position that need not be read again, if there is one.
Draw = Callable[[int, Viewer, Position | None], Shown | None]
_provided: list[Draw] = []


def provide(draw: Draw) -> None:
    """Draw pages by this function from now on; called at the start of each process. None: no
    pages."""
    _provided[:] = [draw]


class _Turns:
    """The order in which pages are drawn: waiting games take turns.

    So a game with many kinds of watchers does not hold up the others.
    """

    def __init__(self) -> None:
        self._waiting: OrderedDict[int, deque[asyncio.Future[None]]] = OrderedDict()
        self._taken = False

    @asynccontextmanager
    async def at(self, game_id: int) -> AsyncIterator[None]:
        if self._taken:
            turn = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(game_id, deque()).append(turn)
            await turn
        self._taken = True
        try:
            yield
        finally:
            if game_id in self._waiting:
                self._waiting.move_to_end(game_id)
            self._give_on()

    def _give_on(self) -> None:
        """Wake the game that has waited the longest."""
        while self._waiting:
            game_id, turns = next(iter(self._waiting.items()))
            turn = turns.popleft()
            if not turns:
                del self._waiting[game_id]
            if not turn.done():  # otherwise the process ends
                turn.set_result(None)
                return
        self._taken = False


@dataclass
class _Wanted:
    """A page that sockets wait for, at this version or a newer one."""

    version: int
    made: Position | None
    begun: bool = False
    task: asyncio.Task[Shown | None] = field(init=False)


class _Pages:
    """The pages that sockets of one event loop wait for, or got recently."""

    def __init__(self) -> None:
        self._wanted: dict[tuple[int, Viewer], _Wanted] = {}
        self._turns = _Turns()

    async def at(
        self, game_id: int, version: int, viewer: Viewer, made: Position | None
    ) -> Shown | None:
        """The page at this version or a newer one; None if it cannot be drawn."""
        known: _Given | None = cache.get(game_id, (self, viewer))
        if known is not None and known.version >= version:
            shown = known.shown
        else:
            shown = await asyncio.shield(self._task(game_id, version, viewer, made))
        return shown if shown is not None and shown.version >= version else None

    def _task(
        self, game_id: int, version: int, viewer: Viewer, made: Position | None
    ) -> asyncio.Task[Shown | None]:
        key = game_id, viewer
        wanted = self._wanted.get(key)
        if wanted is not None and wanted.version < version and not wanted.begun:
            wanted.version, wanted.made = version, made  # so that it is not drawn twice
        if wanted is None or wanted.version < version:
            wanted = self._wanted[key] = _Wanted(version, made)
            wanted.task = asyncio.create_task(self._drawn(game_id, viewer, wanted))
        return wanted.task

    async def _drawn(self, game_id: int, viewer: Viewer, wanted: _Wanted) -> Shown | None:
        async with self._turns.at(game_id):
            wanted.begun, made, wanted.made = True, wanted.made, None
            shown = None
            try:
                shown = await in_thread_of(_drawing, _draw_now, game_id, viewer, made)
            except Exception as error:  # the page loads itself again and shows the error
                log.warning("page not drawn", game=game_id, exc_info=error)
        if self._wanted.get((game_id, viewer)) is wanted:
            del self._wanted[game_id, viewer]
        version = max(wanted.version, shown.version) if shown else wanted.version
        cache.put(game_id, (self, viewer), _Given(version, shown), SIZE, LASTS)
        return shown


class _Given(NamedTuple):
    """The page drawn for this version; None if it could not be drawn."""

    version: int
    shown: Shown | None


def _draw_now(game_id: int, viewer: Viewer, made: Position | None) -> Shown | None:
    with watched(f"the page of game {game_id}"):
        return _provided[0](game_id, viewer, made)


_loops: WeakKeyDictionary[asyncio.AbstractEventLoop, _Pages] = WeakKeyDictionary()


async def at(
    game_id: int, version: int, viewer: Viewer, made: Position | None = None
) -> Shown | None:
    """A game's page at this version or a newer one; None if it cannot be drawn.

    ``made`` is the position of this version, if it need not be read again.
    """
    loop = asyncio.get_running_loop()
    if loop not in _loops:
        _loops[loop] = _Pages()
    return await _loops[loop].at(game_id, version, viewer, made)
