"""Where regions and paths lie on the map, which is 400 by 380."""

from __future__ import annotations

from typing import NamedTuple

from ..reconstructed import CERTAIN
from ..reconstructed import PATHS as NUMBERED

#: The middle of each region.
PLACES = {
    "N-W": (152, 46),
    "N-E": (248, 46),
    "W-N": (44, 148),
    "C-NW": (152, 148),
    "C-NE": (248, 148),
    "E-N": (356, 148),
    "W-S": (44, 232),
    "C-SW": (152, 232),
    "C-SE": (248, 232),
    "E-S": (356, 232),
    "S-W": (152, 334),
    "S-E": (248, 334),
}


class Path(NamedTuple):
    """From the middle of a region to that of another, by land or water."""

    route: str
    number: int
    start: tuple[int, int]
    end: tuple[int, int]
    #: Whether the number is our figure.
    ours: bool


PATHS = tuple(
    Path(route, number, PLACES[one], PLACES[other], (one, other) not in CERTAIN)
    for route, paths in NUMBERED.items()
    for one, other, number in paths
)
