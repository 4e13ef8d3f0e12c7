"""The cells of the board: how they are called, which are neighbours, which sides they lie on.

Cells are numbered row after row. The first seat links the first column with the last, the second
seat the first row with the last.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from games.rules.engine.grids import rhombus_grid

FREE = "."
FAR = 1000

_NEAR = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))  # around a cell, in their order


class Way(NamedTuple):
    """A way from a cell to another one, or from a side to a cell. It is safe while the cells it
    ``needs`` are free: where somebody takes one of these two, the other still links."""

    to: int
    needs: tuple[int, ...] = ()


class Board(NamedTuple):
    size: int
    names: tuple[str, ...]
    ways: list[list[Way]]
    #: By seat: from its first side, and from its last one.
    sides: list[tuple[list[Way], list[Way]]]


@cache  # a board is fixed, and there are as many as sizes
def board(number: int) -> Board:
    """The board of so many cells."""
    size = round(number**0.5)
    places = [(row, column) for row in range(size) for column in range(size)]
    at = {place: cell for cell, place in enumerate(places)}
    ways: list[list[Way]] = []
    for row, column in places:
        around = [at.get((row + down, column + right)) for down, right in _NEAR]
        own = [Way(cell) for cell in around if cell is not None]
        for (one, other), this, next_ in zip(
            zip(_NEAR, _NEAR[1:] + _NEAR[:1], strict=True),
            around,
            around[1:] + around[:1],
            strict=True,
        ):
            to = at.get((row + one[0] + other[0], column + one[1] + other[1]))
            if to is not None and this is not None and next_ is not None:
                own.append(Way(to, (this, next_)))
        ways.append(own)
    return Board(
        size, rhombus_grid(size).names, ways, [_sides(at, size, True), _sides(at, size, False)]
    )


def _sides(at: dict[tuple[int, int], int], size: int, columns: bool) -> tuple[list[Way], list[Way]]:
    def cell(line: int, place: int) -> int:
        return at[(place, line) if columns else (line, place)]

    first = [Way(cell(0, n)) for n in range(size)]
    first += [Way(cell(1, n), (cell(0, n), cell(0, n + 1))) for n in range(size - 1)]
    last = [Way(cell(size - 1, n)) for n in range(size)]
    last += [
        Way(cell(size - 2, n), (cell(size - 1, n), cell(size - 1, n - 1))) for n in range(1, size)
    ]
    return first, last


def mirrored(cell: int, size: int) -> int:
    """The cell that means to one seat what ``cell`` means to the other."""
    row, column = divmod(cell, size)
    return column * size + row


def _are_free(cells: str, needs: tuple[int, ...]) -> bool:
    return cells[needs[0]] == cells[needs[1]] == FREE


def missing(cells: str, seat: int, side: int) -> list[int]:
    """How many stones a seat lacks to link its first (0) or last side (1) with each cell, that
    cell's own included, if safe ways hold."""
    lines, own = board(len(cells)), str(seat)
    lacks = [FAR] * len(cells)
    here: list[int] = []
    then: list[int] = []
    stones, ways = 0, lines.sides[seat][side]
    while True:
        for to, needs in ways:
            if lacks[to] <= stones or (needs and not _are_free(cells, needs)):
                continue
            if cells[to] == own:
                lacks[to] = stones
                here.append(to)
            elif cells[to] == FREE and lacks[to] > stones + 1:
                lacks[to] = stones + 1
                then.append(to)
        while not here:
            if not then:
                return lacks
            stones += 1
            here, then = [cell for cell in then if lacks[cell] == stones], []
        ways = lines.ways[here.pop()]


def lacking(cells: str, seat: int) -> int:
    """How many stones a seat lacks to link its sides, if safe ways hold."""
    lacks = missing(cells, seat, 0)
    return min(
        lacks[way.to]
        for way in board(len(cells)).sides[seat][1]
        if not way.needs or _are_free(cells, way.needs)
    )


def chain(cells: str, seat: int, start: int) -> list[int]:
    """The stones of a seat that hang together with the one at ``start``."""
    ways, own, found = board(len(cells)).ways, str(seat), [start]
    for cell in found:
        found += [
            way.to
            for way in ways[cell]
            if not way.needs and cells[way.to] == own and way.to not in found
        ]
    return found


def links(cells: str, seat: int, stones: list[int]) -> bool:
    """Whether these stones touch both sides of the seat."""
    return all(
        any(way.to in stones for way in side if not way.needs)
        for side in board(len(cells)).sides[seat]
    )
