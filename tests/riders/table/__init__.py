"""How Riders is told; the drawing is in ``templates/``."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.engine import Choice, Json, Kept, Lines, Text, _, line

from ..rules import NAMES, SIDE, STONE, rules

REGIONS: tuple[str, ...] = ("board",)
REASONS = {"capture": _("by capturing"), "end": _("after four moves")}
LINES: Lines = {
    "placed": line(_("{player} places a stone: {square}.")),
    "planned": line(_("{player} thinks of riding from {start} to {goal}.")),
    "moved": line(_("{player} rides from {start} to {goal}.")),
}
FIELD = 40


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    return Text(rules.kinds[kind].prompt)


def further(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text | None:
    return Text(_("Where does it ride?")) if kind != "place" else None


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    if len(parts) == 2:
        return Text(_("From {start} to {goal}"), start=parts[0], goal=parts[1])
    if parts[0] == "pass":
        return Text(_("Pass"))
    if kind == "place":
        return Text(_("A stone on {square}"), square=parts[0])
    return Text("{square}", square=parts[0])


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    return None if parts[-1] == "pass" else f"square-{parts[-1]}"


def marks(kind: str, data: Json) -> list[str]:
    return [f"square-{data[name]}" for name in ("square", "start", "goal") if name in data]


def source(name: str) -> Text:
    return Text(name)


def board(view: Json) -> Json:
    return {
        "size": SIDE * FIELD,
        "field": FIELD,
        "squares": [
            {
                "name": name,
                "x": square % SIDE * FIELD,
                "y": square // SIDE * FIELD,
                "stone": there == STONE,
                "seat": int(there) if there.isdigit() else None,
            }
            for square, (name, there) in enumerate(zip(NAMES, view["squares"], strict=True))
        ],
    }
