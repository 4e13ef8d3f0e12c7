"""Geometry of the drawing of growing points: a line for each seat, from plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

from games.pages.table.after.points_history import Stage

#: Space beside the lines: for the numbers of the scale, the last points, and the rounds.
LEFT, RIGHT, ABOVE, BELOW = 34, 44, 14, 30
#: The least distance between the last points of two seats, and the most lines of the scale.
APART, SCALE = 17.0, 4
Point = tuple[float, float]


class Grown(TypedDict):
    """A seat's line, a mark for each stage, and the place of its last points."""

    seat: int
    line: str
    marks: list[Point]
    end: Point
    points: int


class Growth(TypedDict):
    """``scale`` and ``stages`` are (place, label)."""

    width: int
    height: int
    scale: list[tuple[float, str]]
    stages: list[tuple[float, str]]
    lines: list[Grown]


def growth(stages: Sequence[Stage], width: int, height: int) -> Growth | None:
    """The drawing; None for fewer than two stages."""
    if len(stages) < 2:
        return None
    points = [stage["points"] for stage in stages]
    low, high = min(0, *map(min, points)), max(1, *map(max, points))

    def x(place: int) -> float:
        return round(LEFT + (width - LEFT - RIGHT) * place / (len(stages) - 1), 1)

    def y(value: float) -> float:
        return round(ABOVE + (height - ABOVE - BELOW) * (high - value) / (high - low), 1)

    ends = _apart([y(value) for value in points[-1]])
    return {
        "width": width,
        "height": height,
        "scale": [(y(value), str(value)) for value in _scale(low, high)],
        "stages": [(x(place), stage["label"]) for place, stage in enumerate(stages)],
        "lines": [
            _grown(seat, [(x(n), y(each[seat])) for n, each in enumerate(points)], end, last)
            for seat, (end, last) in enumerate(zip(ends, points[-1], strict=True))
        ],
    }


def _grown(seat: int, marks: list[Point], end: float, points: int) -> Grown:
    return {
        "seat": seat,
        "line": " ".join(f"{x},{y}" for x, y in marks),
        "marks": marks,
        "end": (marks[-1][0] + 11, end),
        "points": points,
    }


def _scale(low: int, high: int) -> list[int]:
    """Round numbers, no more than fit."""
    step = next(
        digit * 10**power
        for power in range(10)
        for digit in (1, 2, 5)
        if (high - low) / (digit * 10**power) <= SCALE
    )
    return list(range(-(-low // step) * step, high + 1, step))


def _apart(places: Sequence[float]) -> list[float]:
    """The places, moved down where two would touch.

    If the last one is then too low, all of them move up by that much.
    """
    moved, last = list(places), float("-inf")
    for n in sorted(range(len(places)), key=lambda n: places[n]):
        last = moved[n] = max(places[n], last + APART)
    over = max(0.0, last - max(places) - APART / 2)
    return [round(place - over, 1) for place in moved]
