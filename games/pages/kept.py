"""Drawings that are kept: one whose template would read nothing but what it read before is not
made again, by whoever of this process looks at the game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from markupsafe import Markup

from games.pages.reading import Reading

#: Of so many games' templates drawings are kept, the last few of each: for players who see it each
#: in his way, before and after a move. A drawing is some 10 kB, most are far smaller.
MOST, OF_EACH = 3000, 4

Draw = Callable[[Mapping[str, Any]], Markup]


class Kept:
    """What has been drawn last, by what it is a drawing of."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[Hashable, list[tuple[Reading, Markup]]] = OrderedDict()
        self._alone = threading.Lock()

    def drawn(self, key: Hashable, data: Mapping[str, Any], draw: Draw) -> Markup:
        """What ``draw`` makes of this data."""
        with self._alone:
            before = self._drawn.get(key, [])
        for reading, html in before:
            if reading.still_holds(data):
                return html
        reading = Reading(data)
        html = draw(reading.data)
        reading.ends()
        with self._alone:
            self._drawn[key] = [(reading, html), *before][:OF_EACH]
            self._drawn.move_to_end(key)
            if len(self._drawn) > MOST:
                self._drawn.popitem(last=False)
        return html
