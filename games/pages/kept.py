"""Drawings that are kept: one whose template would read nothing but what it read before is not
made again, by whoever of this process looks at the game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from games.pages.reading import Reading

#: So many characters of drawings are kept, of the games of which something was drawn last.
MOST = 60_000_000
#: Of each template at a game, the last few: for players who see it each in his way, before and
#: after a move.
OF_EACH = 4

Draw = Callable[[Mapping[str, Any]], Markup]


@dataclass
class _Game:
    """The drawings of one game, by what each is a drawing of, and how long they are together."""

    drawn: dict[Hashable, list[tuple[Reading, Markup]]] = field(default_factory=dict)
    length: int = 0


class Kept:
    """What has been drawn last, by game."""

    def __init__(self) -> None:
        self._games: OrderedDict[int, _Game] = OrderedDict()
        self._length = 0
        self._alone = threading.Lock()

    def drawn(self, game: int, key: Hashable, data: Mapping[str, Any], draw: Draw) -> Markup:
        """What ``draw`` makes of this data."""
        known = self._games.get(game)
        before = known.drawn.get(key, []) if known else []
        for reading, html in before:
            if reading.still_holds(data):
                return html
        reading = Reading(data)
        html = draw(reading.data)
        reading.ends()
        self._keep(game, key, (reading, html))
        return html

    def _keep(self, game: int, key: Hashable, drawing: tuple[Reading, Markup]) -> None:
        with self._alone:
            known = self._games.setdefault(game, _Game())
            self._games.move_to_end(game)
            drawings = [drawing, *known.drawn.get(key, ())]
            self._lengthen(known, _length(drawing))
            if len(drawings) > OF_EACH:
                self._lengthen(known, -_length(drawings.pop()))
            known.drawn[key] = drawings
            while self._length > MOST and len(self._games) > 1:
                _game, oldest = self._games.popitem(last=False)
                self._lengthen(oldest, -oldest.length)

    def _lengthen(self, known: _Game, by: int) -> None:
        known.length += by
        self._length += by


#: What a drawing takes up beside its characters.
_BESIDE = 500


def _length(drawing: tuple[Reading, Markup]) -> int:
    _reading, html = drawing
    return _BESIDE + len(html)
