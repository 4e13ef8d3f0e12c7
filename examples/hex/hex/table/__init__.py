"""How Hex is told and pointed at; the drawing is in ``templates/``.

Targets: ``cell-c3``, the cell of that name. A seat's stone on it is the piece ``stone-c3``.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import Choice, Json, Kept, Lines, Text, _, line

from ..cells import FREE
from ..cells import board as lines_of
from ..rules import SWAP, rules
from .lessons import LESSONS as LESSONS

REGIONS: tuple[str, ...] = ("board",)
PICTURE = (("board",),)
RULES = {"place": "turn"}
FACTS = {
    "author": "Piet Hein, John Nash",
    "publisher": "free rules",
    "link": "https://en.wikipedia.org/wiki/Hex_(board_game)",
    "year": 1942,
    "weight": 2,
    "moves": (10, 30),
    "days": (5, 30),
}
#: How a game ended, after "Ada has won".
REASONS = {"link": _("by linking both sides")}
#: What a beginner does, in pictures of a bot's game.
FIRST_STEPS: tuple[tuple[str, Json, tuple[str, ...], str], ...] = (
    ("placed", {"seat": 0}, ("board",), _("Place a stone on any free cell.")),
    ("placed", {"seat": 1}, ("board",), _("The other player places one, and so on in turn.")),
    ("linked", {}, ("board",), _("Whoever links their two sides by a chain of stones wins.")),
)
#: The width of a cell, and the height of a row of them, in units of the drawing.
WIDTH, ROW = 52, 45
MARGIN = 34


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    """The question a decision asks."""
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice."""
    if parts[0] == SWAP:
        return Text(_("Swap: take the first stone over"))
    return Text(_("A stone on {cell}"), cell=parts[0])


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """What on the board stands for a choice."""
    return None if parts[0] == SWAP else f"cell-{parts[0]}"


LINES: Lines = {
    "placed": line(_("{player} places a stone on {cell}.")),
    "swapped": line(_("{player} takes the first stone over: it is now on {cell}.")),
    "linked": line(_("{player} has linked both sides.")),
}


def marks(kind: str, data: Json) -> list[str]:
    """The cells that an event touched."""
    return [f"cell-{cell}" for cell in data.get("cells", [data.get("cell")])]


def source(name: str) -> Text:
    """The name of a source of points, of which this game has none."""
    return Text(name)


def board(view: Json) -> Json:
    """Where the cells lie: the first one at the top, rows going down to the left."""
    size, lines = view["size"], lines_of(len(view["cells"]))
    middle = MARGIN + size * WIDTH / 2

    def place(row: float, column: float) -> tuple[float, float]:
        x, y = middle + (column - row) * WIDTH / 2, MARGIN + 30 + (column + row) * ROW
        return round(x, 1), round(y, 1)

    cells = []
    for cell, (name, stone) in enumerate(zip(lines.names, view["cells"], strict=True)):
        x, y = place(*divmod(cell, size))
        seat = None if stone == FREE else int(stone)
        cells.append({"name": name, "x": x, "y": y, "seat": seat})
    end = size - 0.5
    top, left, right, foot = place(-0.5, -0.5), place(end, -0.5), place(-0.5, end), place(end, end)
    return {
        "cells": cells,
        "width": 2 * MARGIN + size * WIDTH,
        "height": 2 * MARGIN + 60 + 2 * (size - 1) * ROW,
        "radius": WIDTH / 1.732,
        "sides": [(0, top, left), (0, right, foot), (1, top, right), (1, left, foot)],
        "letters": [(lines.names[n][0], *place(-0.85, n)) for n in range(size)],
        "numbers": [(str(n + 1), *place(n, -0.85)) for n in range(size)],
    }
