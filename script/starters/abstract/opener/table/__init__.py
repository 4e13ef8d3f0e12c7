"""How Opener is told and pointed at; the drawing is in ``templates/``.

Targets: ``cell-c3``, the cell of that name. The stone A is the piece ``stone-A``.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import Choice, Json, Kept, Lines, Text, _, line

from ..rules import BOARD, FREE, STONES, Stones, owner, rules
from .lessons import LESSONS as LESSONS

REGIONS: tuple[str, ...] = ("board",)
#: The regions of the picture in e-mails and lists, in columns.
PICTURE = (("board",),)
#: The paragraph of the help on each kind of question.
RULES = {"move": "turn"}

#: The printed game, for the page of the type: yours. ``weight`` is 1 (light) to 4 (heavy);
#: ``moves`` of each player, and usual ``days``, are from … to ….
FACTS = {
    "author": "you",
    "publisher": "nobody yet",
    "link": "https://example.org/",
    "year": 2026,
    "weight": 2,
    "moves": (10, 40),
    "days": (5, 30),
}
#: How a game ended, after "Ada has won" or "A draw".
REASONS = {
    "capture": _("by capturing"),
    "block": _("by a block"),
    "repetition": _("by repetition"),
    "quiet": _("as nobody captured for a long time"),
}
#: What a beginner does, in pictures of a bot's game: an event, what it tells, regions, the words.
FIRST_STEPS: tuple[tuple[str, Json, tuple[str, ...], str], ...] = (
    ("moved", {}, ("board",), _("Move a stone along its row or column.")),
    ("captured", {}, ("board",), _("Enclose a stone between two of yours to capture it.")),
)


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    """The question a decision asks."""
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    """Words for a choice, or for the last part of the beginning of one."""
    if len(parts) == 1:
        return Text(_("The stone on {start}"), start=parts[0])
    return Text(_("{start} to {end}"), start=parts[0], end=parts[1])


def further(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text | None:
    """The question once a choice begins with these parts."""
    return Text(_("Move {start} to which cell?"), start=parts[0])


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    """What on the board stands for the last of these parts."""
    return f"cell-{parts[-1]}"


#: How each kind of event is told: in braces are fields of it, the player is who sits at ``seat``.
LINES: Lines = {
    "moved": line(_("{player} moves from {start} to {end}.")),
    "captured": line(_("{player} captures the stone on {cell}.")),
}


def marks(kind: str, data: Json) -> list[str]:
    """The things on the board that an event touched: the last move."""
    return [f"cell-{data[name]}" for name in ("start", "end", "cell") if name in data]


def moved(kind: str, data: Json) -> list[str]:
    """The pieces that an event moved."""
    return [f"stone-{data['stone']}"] if kind == "moved" else []


def notation(kind: str, data: Json) -> str | None:
    """A move as players write it down: that of its events, one after the other."""
    if kind == "moved":
        return f"{data['start']}-{data['end']}"
    return f"x{data['cell']}" if kind == "captured" else None


def board(view: Json) -> Json:
    """What the templates need beyond the view."""
    return {"grid": BOARD, "owners": [owner(stone) for stone in view["cells"]]}


#: What the workbench can put on a cell.
CONTENTS = {"0": "a stone of seat 0", "1": "a stone of seat 1", FREE: "nothing"}


def put(state: Stones, target: str, content: str) -> None:
    """Put a stone on a cell, or take it away: so an author sets up a position."""
    cell = BOARD.number(target.removeprefix("cell-"))
    before, after = state.cells[:cell], state.cells[cell + 1 :]
    left = FREE
    if content != FREE:
        left = "".join(stone for stone in STONES[int(content)] if stone not in before + after)
    if not left:
        raise ValueError(f"seat {content} has no stone left")
    state.cells = before + left[0] + after
    state.seen.clear()
