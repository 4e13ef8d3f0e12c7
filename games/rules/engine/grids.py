"""Boards of squares and of hexes as data: names of cells, ways over them, and how they are drawn.

Cells are numbered from 0, row after row. ``grid_board`` of ``kit/heavy.html`` draws a grid.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import NamedTuple

SQUARE, HEX, FLAT = "square", "hex", "flat"
"""Shapes of cells: hexes stand on a corner, or lie flat on a side."""
SIZE = 52.0
"""From one side of a cell to the opposite one, in units of the drawing."""
RADIUS = SIZE / 3**0.5
"""From the middle of a hex to a corner."""

_DIGIT, _HALF_LETTER = 0.6, 0.35
"""How wide a digit is, and half the height of a capital, of what letters measure."""
_LARGEST = 40.0
"""The largest letters: two of them are not wider than a column."""
_ASIDE = 0.85
"""How far a coordinate is from the middle of the hex beside it, at least, in steps."""

#: Steps as (rows, columns). Those of hexes go around a cell.
_ORTHOGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0))
_DIAGONAL = ((1, 1), (1, -1), (-1, -1), (-1, 1))
_AROUND = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))

Point = tuple[float, float]
Mark = tuple[str, float, float]
"""A letter or number at the edge, and its place."""


@dataclass(frozen=True)
class Cell:
    """A cell as it is drawn; ``dark`` squares alternate with light ones."""

    number: int
    name: str
    shape: str
    x: float
    y: float
    size: float = SIZE
    dark: bool = False


@dataclass(frozen=True, eq=False)
class Grid:
    """The cells of a board.

    * ``names``: by number, such as ``"c3"``: letters are columns (after z: aa), numbers are rows.
    * ``rays``: by number, for each direction, the cells on the way to the edge. Squares have four
      directions along rows and columns, then four diagonal ones; hexes have six.
    * ``near``: by number, the cells that share a side with it.
    * ``cells``: by number, how they are drawn; ``drawn``: the same in reading order. The drawing
      is ``width`` by ``height``.
    * ``lines``: straight through all cells of a row, column and so on, from middle to middle.
    * ``letters``, ``numbers``: the coordinates at the edge, ``letter`` high.
    * ``edges``: of a rhombus, the lines before its first column, behind its last one, before its
      first row, behind its last one.
    """

    names: tuple[str, ...]
    rays: tuple[tuple[tuple[int, ...], ...], ...]
    near: tuple[tuple[int, ...], ...]
    cells: tuple[Cell, ...]
    drawn: tuple[Cell, ...]
    lines: tuple[tuple[Point, Point], ...]
    width: float
    height: float
    letter: float
    letters: tuple[Mark, ...]
    numbers: tuple[Mark, ...]
    edges: tuple[tuple[Point, Point], ...] = ()

    def number(self, name: str) -> int:
        """The number of the cell with this name."""
        return self.names.index(name)


@cache  # boards never change, and there are as many as sizes
def square_grid(columns: int, rows: int | None = None) -> Grid:
    """So many columns and rows of squares (as many rows as columns if not given). The row ``1`` is
    at the bottom, as in chess."""
    rows = columns if rows is None else rows
    places = [(row, column) for row in range(rows) for column in range(columns)]
    # no more margin than its letters need: on a phone eight columns are as wide as a finger
    beside = _DIGIT * len(str(rows)) + 0.5
    drawn = _Drawn(SQUARE, (SIZE, 0), (0, -SIZE), places, (0, 4, 4, 0), (beside, 0, 0, 1.1))
    left, below = SIZE / 2 + beside / 2 * drawn.letter, SIZE / 2 + 0.83 * drawn.letter
    return drawn.grid(
        _ORTHOGONAL + _DIAGONAL,
        [drawn.mark(_letter(n), 0, n, 0, below) for n in range(columns)],
        [drawn.mark(str(n + 1), n, 0, -left) for n in range(rows)],
    )


@cache  # the same holds for these
def rhombus_grid(side: int) -> Grid:
    """A rhombus of hexes on its tip, as in Hex: the first cell is at the top, rows go down to the
    left, columns down to the right."""
    places = [(row, column) for row in range(side) for column in range(side)]
    drawn = _Drawn(
        HEX, (SIZE / 2, 1.5 * RADIUS), (-SIZE / 2, 1.5 * RADIUS), places, (34, 34, 34, 34)
    )
    end, aside = side - 0.5, drawn.aside(len(str(side)), 0.5)
    top, left = drawn.point(-0.5, -0.5), drawn.point(end, -0.5)
    right, foot = drawn.point(-0.5, end), drawn.point(end, end)
    return drawn.grid(
        _AROUND,
        [drawn.mark(_letter(n), -aside, n) for n in range(side)],
        [drawn.mark(str(n + 1), n, -aside) for n in range(side)],
        ((top, left), (right, foot), (top, right), (left, foot)),
    )


@cache  # and for these
def hexagon_grid(side: int) -> Grid:
    """A hexagon with so many cells on each side. Its hexes lie flat, which makes them as large as a
    phone allows: columns are upright, rows rise to the right."""
    reach = side - 1
    places = [
        (row, column)
        for row in range(2 * side - 1)
        for column in range(2 * side - 1)
        if abs(row + column - 2 * reach) <= reach
    ]
    digits = len(str(2 * side - 1))
    drawn = _Drawn(
        FLAT,
        (1.5 * RADIUS, -SIZE / 2),
        (0, -SIZE),
        places,
        (14, 14, 14, 21),
        (0, 0, 0.75 * _DIGIT * digits, _HALF_LETTER),
    )
    aside = drawn.aside(digits, sqrt(0.75))
    lowest = [min(row for row, column in places if column == n) for n in range(2 * side - 1)]
    last = [max(column for row, column in places if row == n) for n in range(2 * side - 1)]
    return drawn.grid(
        _AROUND,
        [drawn.mark(_letter(n), row - _ASIDE, n) for n, row in enumerate(lowest)],
        [drawn.mark(str(n + 1), n, column + aside) for n, column in enumerate(last)],
    )


def swap_owners(cells: str) -> str:
    """The same stones with their owners exchanged, where a board is a text with ``"0"`` and ``"1"``
    for the stones of either seat: what a swap of sides does."""
    return cells.translate(_OTHERS)


_OTHERS = str.maketrans("01", "10")


def _letter(column: int) -> str:
    """``a`` to ``z``, then ``aa``, ``ab`` and so on."""
    begun, last = divmod(column, 26)
    return (_letter(begun - 1) if begun else "") + chr(ord("a") + last)


class _Drawn(NamedTuple):
    """Where places (row, column) are in a drawing: so far apart, with margins around them, and
    more of them in heights of a letter, which grow with the drawing."""

    shape: str
    column: Point
    row: Point
    places: list[tuple[int, int]]
    margins: tuple[float, float, float, float]
    letters: tuple[float, float, float, float] = (0, 0, 0, 0)

    @property
    def letter(self) -> float:
        """How high letters have to be on a phone, which shows the drawing 366 px wide."""
        left, _top, right, _foot = self._cells()
        width = right - left + self.margins[0] + self.margins[2]
        return min(_LARGEST, round(width / (30 - self.letters[0] - self.letters[2]), 1))

    def aside(self, digits: int, level: float) -> float:
        """How many steps a number of so many digits has to be from the hex beside it, in a
        direction of which ``level`` is the horizontal part."""
        wide, high = digits * _DIGIT / 2 * level, _HALF_LETTER * sqrt(1 - level**2)
        return max(_ASIDE, (SIZE / 2 + 3 + (wide + high) * self.letter) / SIZE)

    def point(self, row: float, column: float) -> Point:
        """The middle of a place, or what is between or beside them."""
        left, top, _right, _foot = self._box()
        x, y = self._apart(row, column)
        return round(x - left, 1), round(y - top, 1)

    def mark(
        self, text: str, row: float, column: float, right: float = 0, down: float | None = None
    ) -> Mark:
        """A text in the middle of a place, or so far aside."""
        x, y = self.point(row, column)
        down = _HALF_LETTER * self.letter if down is None else down
        return text, round(x + right, 1), round(y + down, 1)

    def grid(
        self,
        steps: Sequence[tuple[int, int]],
        letters: Sequence[Mark],
        numbers: Sequence[Mark],
        edges: tuple[tuple[Point, Point], ...] = (),
    ) -> Grid:
        names = tuple(f"{_letter(column)}{row + 1}" for row, column in self.places)
        at = {place: number for number, place in enumerate(self.places)}
        rays = tuple(tuple(_ray(at, place, step) for step in steps) for place in self.places)
        sharing = len(_ORTHOGONAL) if self.shape == SQUARE else len(steps)
        near = tuple(tuple(ray[0] for ray in own[:sharing] if ray) for own in rays)
        cells = tuple(
            Cell(n, names[n], self.shape, *self.point(*place), dark=not sum(place) % 2)
            for place, n in at.items()
        )
        drawn = tuple(sorted(cells, key=lambda cell: (cell.y, cell.x)))
        lines = tuple(
            ((cell.x, cell.y), (cells[own[way][-1]].x, cells[own[way][-1]].y))
            for cell, own in zip(cells, rays, strict=True)
            for way in range(sharing // 2)
            if own[way] and not own[way + sharing // 2]
        )
        left, top, right, foot = self._box()
        size = round(right - left, 1), round(foot - top, 1), self.letter
        marks = tuple(letters), tuple(numbers)
        return Grid(names, rays, near, cells, drawn, lines, *size, *marks, edges)

    def _apart(self, row: float, column: float) -> Point:
        """The same, from the place (0, 0)."""
        return (
            column * self.column[0] + row * self.row[0],
            column * self.column[1] + row * self.row[1],
        )

    def _box(self) -> tuple[float, float, float, float]:
        """The edges of the drawing: left, top, right, foot."""
        more = zip(self.margins, self.letters, strict=True)
        left, top, right, foot = (fixed + letters * self.letter for fixed, letters in more)
        cells = self._cells()
        return cells[0] - left, cells[1] - top, cells[2] + right, cells[3] + foot

    def _cells(self) -> tuple[float, float, float, float]:
        """The edges of what the cells cover."""
        wide = RADIUS if self.shape == FLAT else SIZE / 2
        high = RADIUS if self.shape == HEX else SIZE / 2
        points = [self._apart(*place) for place in self.places]
        xs, ys = [x for x, _y in points], [y for _x, y in points]
        return min(xs) - wide, min(ys) - high, max(xs) + wide, max(ys) + high


def _ray(
    at: dict[tuple[int, int], int], place: tuple[int, int], step: tuple[int, int]
) -> tuple[int, ...]:
    """The cells on the way from a place to the edge."""
    found: list[int] = []
    row, column = place[0] + step[0], place[1] + step[1]
    while (row, column) in at:
        found.append(at[row, column])
        row, column = row + step[0], column + step[1]
    return tuple(found)
