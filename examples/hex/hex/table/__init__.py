"""How Hex is told and pointed at; the drawing is in ``templates/``.

Targets: ``cell-c3``, the cell of that name. A seat's stone on it is the piece ``stone-c3``.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt

from games.rules.engine import Choice, Json, Kept, Lines, Text, _, line
from games.rules.engine.grids import rhombus_grid

from ..cells import FREE
from ..rules import SWAP, Stones, rules
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


def notation(kind: str, data: Json) -> str | None:
    """A move as players write it down."""
    return {"placed": data.get("cell"), "swapped": "swap"}.get(kind)


def board(view: Json) -> Json:
    """The cells as they are drawn."""
    return {"grid": rhombus_grid(view["size"])}


#: What the workbench can put on a cell.
CONTENTS = {"0": "a stone of seat 0", "1": "a stone of seat 1", FREE: "nothing"}


def put(state: Stones, target: str, content: str) -> None:
    """Put a stone on a cell, or take it away."""
    cells = state.cells
    cell = rhombus_grid(isqrt(len(cells))).number(target.removeprefix("cell-"))
    state.cells = f"{cells[:cell]}{content}{cells[cell + 1 :]}"
