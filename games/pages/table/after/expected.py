"""Geometry of the drawing of the expected lead, or the chance to win, from plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor
from typing import NamedTuple, TypedDict

LEFT, RIGHT, TOP, BELOW = 46, 16, 26, 30
#: The least distance between two numbers at the axis.
APART = 26


class Point(NamedTuple):
    """The expected lead after a move, or the chance to win, and its doubt."""

    move: int
    lead: float
    doubt: float


class Expected(TypedDict):
    """Points of an SVG.

    ``scale``: (y, label, whether it is even); ``moves``: (x, number); ``flags``: (x, y, number).
    """

    width: int
    height: int
    line: str
    band: str
    scale: list[tuple[float, int, bool]]
    moves: list[tuple[float, int]]
    flags: list[tuple[float, float, int]]
    end: tuple[float, float]


def expected(
    points: Sequence[Point],
    flagged: Sequence[int],
    last: int,
    width: int,
    height: int,
    *,
    even: int = 0,
) -> Expected | None:
    """The curve so far, in a game with this many moves; None for fewer than two points.

    ``flagged`` are moves that get numbers, in order; ``even`` is the value of a level game.
    """
    if len(points) < 2:
        return None
    low = min(even, *(point.lead - point.doubt for point in points))
    high = max(even, *(point.lead + point.doubt for point in points))
    step = _step(high - low, height)
    low, high = even + step * floor((low - even) / step), even + step * ceil((high - even) / step)
    first = points[0].move

    def x(move: int) -> float:
        return round(LEFT + (width - LEFT - RIGHT) * (move - first) / max(1, last - first), 1)

    def y(lead: float) -> float:
        room = height - TOP - BELOW
        return round(TOP + room * (high - lead) / max(1, high - low), 1)

    by_move = {point.move: point for point in points}
    upper = [(x(point.move), y(point.lead + point.doubt)) for point in points]
    lower = [(x(point.move), y(point.lead - point.doubt)) for point in points]
    line = [(x(point.move), y(point.lead)) for point in points]
    return {
        "width": width,
        "height": height,
        "line": _points(line),
        "band": _points(upper + lower[::-1]),
        "scale": [(y(lead), lead, lead == even) for lead in range(low, high + 1, step)],
        "moves": [(x(move), move) for move in _moves(first, last, width)],
        "flags": [
            (x(move), max(14.0, y(by_move[move].lead) - 30), number)
            for number, move in enumerate(flagged, 1)
            if move in by_move
        ],
        "end": line[-1],
    }


def _step(span: float, height: int) -> int:
    """The distance of numbers beside the drawing: the smallest that fits."""
    most = max(2, (height - TOP - BELOW) // APART)
    return next((step for step in (1, 2, 5, 10, 20, 50, 100) if span / step <= most - 1), 200)


def _moves(first: int, last: int, width: int) -> list[int]:
    """The moves that are numbered below the drawing."""
    most = max(2, width // 90)
    step = next((step for step in (5, 10, 20, 25, 50, 100) if (last - first) / step <= most), 200)
    return [move for move in range(first, last + 1) if move % step == 0]


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
