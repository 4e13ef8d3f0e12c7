"""Where regions and paths lie on the map, which is 400 by 300."""

from __future__ import annotations

from typing import NamedTuple

from ..reconstructed import PATHS as NUMBERED

#: Each region's left and upper edge, width and height.
BOXES = {
    "N-W": (91.5, 4.5, 78, 55),
    "N-E": (172.5, 4.5, 78, 55),
    "W-N": (4.5, 84.5, 77, 58),
    "C-NW": (117.5, 84.5, 81, 58),
    "C-NE": (201.5, 84.5, 81, 58),
    "E-N": (318.5, 84.5, 77, 58),
    "W-S": (4.5, 145.5, 77, 58),
    "C-SW": (117.5, 145.5, 81, 58),
    "C-SE": (201.5, 145.5, 81, 58),
    "E-S": (318.5, 145.5, 77, 58),
    "S-W": (91.5, 230.5, 78, 55),
    "S-E": (172.5, 230.5, 78, 55),
}


class Path(NamedTuple):
    """From the middle of a region to that of another, by land or water."""

    route: str
    number: int
    one: str
    other: str
    start: tuple[float, float]
    end: tuple[float, float]


def _middle(region: str) -> tuple[float, float]:
    x, y, width, height = BOXES[region]
    return x + width / 2, y + height / 2


PATHS = tuple(
    Path(route, number, one, other, _middle(one), _middle(other))
    for route, paths in NUMBERED.items()
    for one, other, number in paths
)
