"""How Pawns is told; tests draw nothing of it."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import Choice, Json, Kept, Lines, Text, _, line

from ..rules import rules

REGIONS: tuple[str, ...] = ()
REASONS = {
    "reach": _("by reaching the far row"),
    "capture": _("by capturing"),
    "block": _("by a block"),
}
LINES: Lines = {"moved": line(_("{player} moves from {start} to {end}."))}


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    return Text("{square}", square=parts[-1])


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    return None


def marks(kind: str, data: Json) -> list[str]:
    return []


def source(name: str) -> Text:
    return Text(name)


def board(view: Json) -> Json:
    return {}
