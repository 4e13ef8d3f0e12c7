"""A cache of drawings per process.

A drawing is reused while everything its template read is unchanged.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from markupsafe import Markup

from boardgames.web.jinja2 import markup
from games.game_cache import cache
from games.pages.drawing.reading import Reading

#: Drawings kept per template and game: for several players' views, before and after a move.
OF_EACH = 4
#: How many readers' hashes of one drawing are kept.
READERS = 32

Draw = Callable[[Mapping[str, Any]], Markup]

# Parts that differ between renderings although nothing has changed: words that the page itself
# keeps up to date, and the form token, which is put in last. Given by their beginnings: searching
# for several at once takes far longer.
_TICKING = {
    "<time": re.compile(r"(<time[^>]*>)[^<]*"),
    "<span data-count": re.compile(r"(<span data-count>)[^<]*"),
    "data-others=": re.compile(r"(data-others=.\d.) hidden"),
    "data-no-others": re.compile(r"(data-no-others) hidden"),
}
_TARGET = re.compile(r'data-target="([^"]*)"')
#: Bytes of a target's name, and of a drawing beside everything counted by itself.
_OF_A_NAME, _BESIDE = 120, 1000


class As(NamedTuple):
    """How a reader's drawing differs from that for all: own seat, marked things, picked things."""

    me: int | None = None
    marked: frozenset[str] = frozenset()
    picked: frozenset[str] = frozenset()


FOR_ALL = As()


class Drawn:
    """A drawing, and what is known about it.

    Differences for a reader are inserted anew for each page; only the hash of the result is cached.
    """

    def __init__(self, html: Markup) -> None:
        self.html = html
        self._hashes: dict[As, str] = {}

    @cached_property
    def targets(self) -> frozenset[str]:
        """The names of the things in it, as written there."""
        return frozenset(_TARGET.findall(self.html))

    def seen(self, reader: As) -> Markup:
        """The drawing for this reader: their own and marked things get a class.

        All of it is found in quotes, which no words of people contain.
        """
        me, marked, picked = reader
        if reader == FOR_ALL:
            return self.html
        drawn = str(self.html)
        if me is not None:
            drawn = drawn.replace(f' of-seat-{me}"', ' is-own"')
        for name in marked | picked:
            named = f'data-target="{name}"'
            classes = [*["is-marked"] * (name in marked), *["is-picked"] * (name in picked)]
            drawn = drawn.replace(named, f'{named} class="{" ".join(classes)}"')
        return markup(drawn)  # our own HTML

    def hash(self, reader: As, html: Callable[[], str]) -> str:
        """The hash for this reader; ``html`` is only asked for if the hash is unknown."""
        known = self._hashes.get(reader)
        if known is None:
            known = _hash(html())
            if len(self._hashes) >= READERS:
                self._hashes.clear()
            self._hashes[reader] = known
        return known

    @property
    def size(self) -> int:
        """Bytes, including what will be computed about it."""
        names = self.html.count('data-target="')
        return _BESIDE + sys.getsizeof(self.html) + _OF_A_NAME * names


def _hash(html: str) -> str:
    for sign, ticking in _TICKING.items():
        if sign in html:  # this leaves out what is between the parts that split() keeps
            html = "".join(ticking.split(html))
    # Nobody gains by a collision; processors have instructions for this one.
    return hashlib.sha1(html.encode(), usedforsecurity=False).hexdigest()[:12]


class _Kept(NamedTuple):
    reading: Reading
    drawn: Drawn
    size: int


def get_or_draw(game: int, key: Hashable, data: Mapping[str, Any], draw: Draw) -> Drawn:
    """The result of ``draw`` for this data, for a page of this game."""
    name = "drawn", key
    before: tuple[_Kept, ...] = cache.get(game, name) or ()
    for kept in before:
        if kept.reading.still_holds(data):
            return kept.drawn
    reading = Reading(data)
    made = Drawn(draw(reading.data))
    reading.ends()
    last = _Kept(reading, made, made.size + reading.size)
    # If another thread has stored one meanwhile, it was drawn twice.
    now = (last, *before[: OF_EACH - 1])
    cache.put(game, name, now, sum(kept.size for kept in now))
    return made
