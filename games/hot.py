"""What a process keeps of the games that people are at: of each game one object, with all that was
made of it and may be asked for again.

All of it together has one bound, in bytes. What would go beyond it lets go of the game that nothing
was kept of for the longest time, with everything that belongs to it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any

from boardgames.http import gauges

#: Bytes that a process keeps; docs/live.md says what of its memory that is.
MOST = 100_000_000


@dataclass
class _Hot:
    """One game: what is kept, with the bytes that each thing takes, and these together."""

    things: dict[Hashable, tuple[Any, int]] = field(default_factory=dict)
    bytes: int = 0


class Keeper:
    """Things by the number of their game and a name. Whoever keeps one says how many bytes it takes
    that nothing else takes already."""

    def __init__(self, most: int = MOST) -> None:
        self.bytes = 0
        self._most = most
        self._games: OrderedDict[int, _Hot] = OrderedDict()
        self._alone = threading.Lock()

    def __len__(self) -> int:
        return len(self._games)

    def get(self, game: int, name: Hashable) -> Any:
        """None where it is not kept (any more)."""
        hot = self._games.get(game)
        known = hot.things.get(name) if hot else None
        return None if known is None else known[0]

    def keep(self, game: int, name: Hashable, thing: Any, size: int) -> None:
        """In place of what was kept under this name."""
        with self._alone:
            hot = self._games.setdefault(game, _Hot())
            self._games.move_to_end(game)
            self._count(hot, size - self._size(hot, name))
            hot.things[name] = thing, size
            while self.bytes > self._most and len(self._games) > 1:
                self.bytes -= self._games.popitem(last=False)[1].bytes

    def let_go(self, game: int, name: Hashable, thing: Any) -> None:
        """Unless another one has taken its place."""
        with self._alone:
            hot = self._games.get(game)
            if hot is None or hot.things.get(name, (None,))[0] is not thing:
                return
            self._count(hot, -self._size(hot, name))
            del hot.things[name]
            if not hot.things:
                del self._games[game]

    def forget(self) -> None:
        """All of it."""
        with self._alone:
            self._games.clear()
            self.bytes = 0

    @staticmethod
    def _size(hot: _Hot, name: Hashable) -> int:
        return hot.things[name][1] if name in hot.things else 0

    def _count(self, hot: _Hot, more: int) -> None:
        hot.bytes += more
        self.bytes += more


keeper = Keeper()


def note() -> None:
    """For /metrics."""
    gauges.KEPT.set(keeper.bytes)
    gauges.KEPT_GAMES.set(len(keeper))
