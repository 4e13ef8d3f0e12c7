"""Drawings that are kept: one whose template would read nothing but what it read before is not
made again, by whoever of this process looks at the game."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from typing import Any

from markupsafe import Markup

from games.pages.reading import Reading

#: So many templates' drawings are kept, of each the last few.
MOST, OF_EACH = 1000, 3

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
        with self._alone:
            self._drawn[key] = [(reading, html), *before][:OF_EACH]
            self._drawn.move_to_end(key)
            if len(self._drawn) > MOST:
                self._drawn.popitem(last=False)
        return html
