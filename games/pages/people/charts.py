"""Geometry of the drawings in templates/kit/charts.html, from plain numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypedDict

WIDTH, HEIGHT = 420, 150
#: Space beside the drawing for its numbers.
LEFT, AROUND = 40, 10


class Curve(TypedDict):
    """A line with a band around it, as points of an SVG; ``marks`` are (y, label)."""

    width: int
    height: int
    left: int
    line: str
    band: str
    end: tuple[float, float]
    marks: list[tuple[float, str]]


def curve(values: Sequence[float], doubts: Sequence[float]) -> Curve | None:
    """Values in order, each with the band of its doubt; None for fewer than two."""
    if len(values) < 2:
        return None
    low = min(value - doubt for value, doubt in zip(values, doubts, strict=True))
    high = max(value + doubt for value, doubt in zip(values, doubts, strict=True))
    span = max(high - low, 1)

    def x(place: int) -> float:
        return round(LEFT + (WIDTH - LEFT - AROUND) * place / (len(values) - 1), 1)

    def y(value: float) -> float:
        return round(AROUND + (HEIGHT - 2 * AROUND) * (high - value) / span, 1)

    upper = [(x(n), y(v + d)) for n, (v, d) in enumerate(zip(values, doubts, strict=True))]
    lower = [(x(n), y(v - d)) for n, (v, d) in enumerate(zip(values, doubts, strict=True))]
    line = [(x(place), y(value)) for place, value in enumerate(values)]
    marks = dict.fromkeys(round(value) for value in (high, values[-1], low))
    return {
        "width": WIDTH,
        "height": HEIGHT,
        "left": LEFT,
        "line": _points(line),
        "band": _points(upper + lower[::-1]),
        "end": line[-1],
        "marks": [(y(value), str(value)) for value in _apart(list(marks), span)],
    }


def _apart(values: list[int], span: float) -> list[int]:
    """Values that fit beside each other, always including the first and the last."""
    least = span * 16 / (HEIGHT - 2 * AROUND)
    first, *between, last = values if len(values) > 1 else [*values, *values]
    return [
        first,
        *(value for value in between if abs(first - value) >= least <= abs(value - last)),
        *([last] if last != first else []),
    ]


def _points(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x},{y}" for x, y in points)
