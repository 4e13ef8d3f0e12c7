"""What a process has in memory of games in use: one object per game, with all that may be needed
again.

Entries leave in one way only. Each expires after ten minutes, or earlier if its owner says so. All
together have one limit in bytes: beyond it the game that has gone longest without a new entry is
dropped, with everything that belongs to it.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple, TypeVar

from boardgames.http import gauges

T = TypeVar("T")

#: The limit in bytes; docs/live.md relates it to a process's memory.
MOST = 100_000_000
#: Seconds for which an entry is kept.
LASTS = 600.0


class _Thing(NamedTuple):
    thing: Any
    size: int
    until: float


class _Game:
    """One game: its entries in the order in which they were added, and the bytes of all of them."""

    def __init__(self) -> None:
        self.things: OrderedDict[Hashable, _Thing] = OrderedDict()
        self.bytes = 0
        self.until = 0.0

    def put(self, name: Hashable, thing: _Thing) -> None:
        self._take(name)
        self.things[name] = thing
        self.bytes += thing.size

    def drop_expired(self, now: float) -> None:
        """Drop expired entries; one that expires earlier waits for those before it."""
        while (name := next(iter(self.things))) and self.things[name].until < now:
            self._take(name)

    def _take(self, name: Hashable) -> None:
        if name in self.things:
            self.bytes -= self.things.pop(name).size


class GameCache:
    """Entries by a game's number and a name.

    Callers give the bytes that an entry takes in addition to what is counted already.
    """

    def __init__(self, most: int = MOST) -> None:
        self.bytes = 0
        self._most = most
        self._games: OrderedDict[int, _Game] = OrderedDict()
        self._alone = threading.Lock()

    def __len__(self) -> int:
        return len(self._games)

    def get(self, game: int, name: Hashable) -> Any:
        """The entry; None if it does not exist (any more)."""
        entry = self._games.get(game)
        known = entry.things.get(name) if entry else None
        return None if known is None or known.until < time.monotonic() else known.thing

    def put(self, game: int, name: Hashable, thing: Any, size: int, lasts: float = LASTS) -> None:
        """Add an entry, replacing one of the same name."""
        now = time.monotonic()
        with self._alone:
            entry = self._games.pop(game, None) or _Game()
            self._games[game] = entry
            before, entry.until = entry.bytes, now + LASTS
            entry.put(name, _Thing(thing, size, now + lasts))
            entry.drop_expired(now)
            self.bytes += entry.bytes - before
            while self._goes(next(iter(self._games.values())), now):
                self.bytes -= self._games.popitem(last=False)[1].bytes

    def get_or_make(
        self, game: int, name: Hashable, make: Callable[[], T], size: Callable[[T], int]
    ) -> T:
        """The entry of this name, computed now if missing. Two threads may compute it at once."""
        found: T | None = self.get(game, name)
        if found is None:
            found = make()
            self.put(game, name, found, size(found))
        return found

    def forget(self) -> None:
        """Drop all entries."""
        with self._alone:
            self._games.clear()
            self.bytes = 0

    def _goes(self, oldest: _Game, now: float) -> bool:
        return oldest.until < now or (self.bytes > self._most and len(self._games) > 1)


cache = GameCache()


def set_gauges() -> None:
    """Set the gauges for /metrics."""
    gauges.KEPT.set(cache.bytes)
    gauges.KEPT_GAMES.set(len(cache))
