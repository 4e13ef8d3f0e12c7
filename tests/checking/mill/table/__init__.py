"""How the mill is told and pointed at.

Targets::

    deck      the deck, to draw from; marked when somebody has drawn
    mill      where sacks are bought
    card-7    a card, in the hand or laid; also its piece
    laid-1    what a seat has laid; only marked
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.rules.engine import Amounts, Choice, Json, Kept, Lines, Text, _, goods, line
from games.rules.engine.tips import Tip

from ..rules import rules
from .lessons import LESSONS as LESSONS

REGIONS = ("board", "hand")
PANES = ((_("Mill"), ("board",)), (_("Hand"), ("hand",)))
PICTURE = (("board",),)
FACTS = {
    "author": "nobody",
    "publisher": "nobody",
    "link": "https://example.org/",
    "year": 2026,
    "weight": 1,
    "moves": (4, 6),
    "days": (1, 3),
}
CHANGES: dict[int, tuple[str, ...]] = {}
RULES = {"act": "turn"}
GRAIN = {"corn": _("corn"), "rye": _("rye")}
GOALS = {"cards": _("Highest cards"), "sacks": _("Most sacks")}
SOURCES = {
    "cards": _("Cards"),
    "sacks": _("Sacks"),
    "goal": _("Goal"),
    "grain": _("Grain left"),
}
GUESTS = {"owl": _("owl"), "mouse": _("mouse"), "crow": _("crow"), "cat": _("cat")}
ANSWERS = {
    "let": _("Let it pass"),
    "ask": _("Ask for a toll"),
    "draw": _("Draw a card"),
    "lay": _("Lay a card"),
    "buy": _("Buy a sack"),
}
TIPS = (
    Tip(
        Text(
            _("Sacks that you bought: {n}. Each brings eight points."),
            n=lambda played: played.times("act", "buy"),
        ),
        lambda played: 8 - played.times("act", "buy"),
    ),
)


def prompt(kind: str, args: Sequence[Kept], view: Json, seat: int) -> Text:
    return Text(rules.kinds[kind].prompt)


def label(kind: str, args: Sequence[Kept], parts: Choice, view: Json) -> Text:
    what, last = parts[0], parts[-1]
    if kind == "pick_goal":
        return Text(GOALS[what])
    if what == "lay" and len(parts) == 2:
        return Text(_("Lay the card {n}"), n=last)
    if isinstance(last, dict):
        return Text(_("Buy a sack for {paid}"), paid=goods(last, GRAIN))
    return Text(ANSWERS[what])


def instruction(kind: str, parts: Choice) -> Text:
    return Text(_("Never ask for a toll"))


def target(kind: str, args: Sequence[Kept], parts: Choice) -> str | None:
    if isinstance(parts[-1], Amounts | Mapping):
        return None
    places = {("draw",): "deck", ("buy",): "mill"}
    return f"card-{parts[1]}" if len(parts) == 2 else places.get(parts)


LINES: Lines = {
    "dealt": line(_("Everybody has {cards} cards.")),
    "planned": (
        line(_("{player} follows a goal: {goal}."), goal=GOALS),
        line(_("{player} follows a goal.")),
    ),
    "drew": (line(_("{player} draws the card {card}.")), line(_("{player} draws a card."))),
    "laid": line(_("{player} lays the card {card}.")),
    "bought": line(_("{player} buys a sack for {paid}."), paid=lambda paid: goods(paid, GRAIN)),
    "toll": line(_("{player} asks for a toll.")),
}


def marks(kind: str, data: Json) -> list[str]:
    seat = data.get("seat")
    return {"drew": ["deck"], "bought": ["mill"], "laid": [f"laid-{seat}"]}.get(kind, [])


def moved(kind: str, data: Json) -> list[str]:
    return [f"card-{data['card']}"] if kind == "laid" else []


def source(name: str) -> Text:
    return Text(SOURCES[name])


def board(view: Json) -> Any:
    return {
        "guests": [GUESTS[guest] for guest in view["guests"]],
        "laid": [{"seat": n, "cards": seat["laid"]} for n, seat in enumerate(view["seats"])],
    }
