"""Possible worlds: games that the seat could not tell from the real one, to think with.

They come from what a seat has seen and from nothing else, so nothing in them leads to a secret: all
that the seat was not told is dealt anew in each, and its chance to come is another.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar

from ..game import Game
from ..play import Seen
from ..state import Json, State

S = TypeVar("S", bound=State)


class World(Game[S]):
    """A game that nobody is told of, for whoever plays on in it quickly: it tells no events, and
    lists choices when they are looked at."""

    lists_late = True

    def tell(self, kind: str, private: dict[int, Json] | None = None, /, **data: Any) -> None:
        pass


def worlds(seen: Seen) -> Iterator[World[Any]]:
    """One world after another that the seat could not tell from the real one."""
    for sample in seen.samples():
        yield World(sample.rules, sample.state)
