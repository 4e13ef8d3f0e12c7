"""A cache of drawings, shared in a process: a drawing is reused while everything its template read
is unchanged."""

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

#: Of each template at a game, the last few: for players who see it each in his way, before and
#: after a move.
OF_EACH = 4
#: Readers whose hashes of one drawing are known.
READERS = 32

Draw = Callable[[Mapping[str, Any]], Markup]

# What differs from one rendering to the next although nothing has changed: words that the page
# keeps true by itself, and the token of forms, which is put in last.
# Each by what it begins with: looking for several at once takes far longer.
_TICKING = {
    "<time": re.compile(r"(<time[^>]*>)[^<]*"),
    "<span data-count": re.compile(r"(<span data-count>)[^<]*"),
    "data-others=": re.compile(r"(data-others=.\d.) hidden"),
    "data-no-others": re.compile(r"(data-no-others) hidden"),
}
_TARGET = re.compile(r'data-target="([^"]*)"')
#: Bytes that a name among the targets takes, and a drawing beside all that is counted by itself.
_OF_A_NAME, _BESIDE = 120, 1000


class As(NamedTuple):
    """What one reader's drawing differs by from that for all: which seat is his own, what is marked
    for him, and what he has picked."""

    me: int | None = None
    marked: frozenset[str] = frozenset()
    picked: frozenset[str] = frozenset()


FOR_ALL = As()


class Drawn:
    """A drawing, and what has been found out about it. What differs by its reader is put in anew
    for each page that needs it: only the hash of that is kept."""

    def __init__(self, html: Markup) -> None:
        self.html = html
        self._hashes: dict[As, str] = {}

    @cached_property
    def targets(self) -> frozenset[str]:
        """The names of the things in it, as they stand there."""
        return frozenset(_TARGET.findall(self.html))

    def seen(self, reader: As) -> Markup:
        """As this one sees it: his own things and what is marked for him get a class. All of it is
        looked for in quotes, which no words of people have."""
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
        """Of what this one sees, which is only asked for where it is not known yet."""
        known = self._hashes.get(reader)
        if known is None:
            known = _hash(html())
            if len(self._hashes) >= READERS:
                self._hashes.clear()
            self._hashes[reader] = known
        return known

    @property
    def size(self) -> int:
        """Bytes, with what will be found out about it."""
        names = self.html.count('data-target="')
        return _BESIDE + sys.getsizeof(self.html) + _OF_A_NAME * names


def _hash(html: str) -> str:
    for sign, ticking in _TICKING.items():
        if sign in html:  # what is between the parts that split() keeps is left out
            html = "".join(ticking.split(html))
    # Nobody gains by two that are alike; processors have instructions for this one.
    return hashlib.sha1(html.encode(), usedforsecurity=False).hexdigest()[:12]


class _Kept(NamedTuple):
    reading: Reading
    drawn: Drawn
    size: int


def drawn(game: int, key: Hashable, data: Mapping[str, Any], draw: Draw) -> Drawn:
    """What ``draw`` makes of this data for a page of this game."""
    name = "drawn", key
    before: tuple[_Kept, ...] = cache.get(game, name) or ()
    for kept in before:
        if kept.reading.still_holds(data):
            return kept.drawn
    reading = Reading(data)
    made = Drawn(draw(reading.data))
    reading.ends()
    last = _Kept(reading, made, made.size + reading.size)
    # Another thread may have kept one meanwhile, which then is drawn once more.
    now = (last, *before[: OF_EACH - 1])
    cache.put(game, name, now, sum(kept.size for kept in now))
    return made
