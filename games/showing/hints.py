"""The hint on a player's open decision: not asked for, thought of, or found."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from games.bots import hinting
from games.models import Seat
from games.rules.engine import Decision, IllegalChoice, Json
from games.rules.engine.search import hints
from games.showing.expectations import Scale, find_scale
from games.showing.forms import About, Form
from games.storage.position import Position
from games.words import table_package, texts


class HintedChoice(Form):
    """A choice in words, how far ahead one is to end after it, and of which source of points it
    brings more or fewer than the others; none where that is not sure."""

    choice: Annotated[list[Any], About("as the decision lists it")]
    label: str
    lead: float
    doubt: float
    equal: Annotated[bool, About("as far as is known, about as good as the best")]
    source: str
    points: float


class Hint(Form):
    """What is known of a hint; ``games``: so many were played on after each choice."""

    state: Annotated[str, About(enum=["none", "thinking", "found"])]
    chances: Annotated[
        bool, About("figures are games of 100 that would be won; else a lead in points")
    ]
    choices: list[HintedChoice]
    games: int


def show_hint(position: Position, seat: Seat) -> Hint | None:
    """What the seat is shown of a hint; None where there are none."""
    if position.game.lesson or not hinting.are_given(position, seat):
        return None
    decision = position.running().decision(seat.index)
    if decision is None:
        return None
    found = hinting.find_hint(position, seat)
    if found is None or found.found is None:
        state = "thinking" if found else "none"
        return {"state": state, "chances": False, "choices": [], "games": 0}
    return show_found(position, decision, found.found)


def show_found(position: Position, decision: Decision, found: list[Any]) -> Hint:
    """The choices that were found to look best, of a decision in this position."""
    known = [msgspec.convert(each, hints.Hinted) for each in found]
    view, people = position.running().view(decision.seat), texts.seat_names(position.seats)
    scale = find_scale(position.type, position.game.players)
    choices = [_hinted(position, decision, each, scale, view, people) for each in known]
    return {
        "state": "found",
        "chances": scale.chances,
        "choices": [shown for shown in choices if shown is not None],
        "games": max((each.games for each in known), default=0),
    }


def _hinted(
    position: Position,
    decision: Decision,
    said: hints.Hinted,
    scale: Scale,
    view: Json,
    people: list[str],
) -> HintedChoice | None:
    """None for what can no longer be chosen, as after a new release."""
    try:
        choice = decision.find(said.choice)
    except IllegalChoice:
        return None
    label = table_package.label(position.type, decision, choice, view)
    name, points = said.differs or ("", 0.0)
    source = texts.plain(table_package.source(position.type, name), people) if name else ""
    return {
        "choice": list(choice),
        "label": texts.plain(label, people),
        "lead": scale.level(said.lead),
        "doubt": scale.amount(said.doubt),
        "equal": said.equal,
        "source": source,
        "points": points,
    }
