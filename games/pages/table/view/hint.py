"""The hint beside the board: offered, being computed, or shown."""

from __future__ import annotations

from typing import TypedDict

import msgspec

from games.bots import hinting
from games.pages.table.reader import Reader
from games.rules.engine import Decision, IllegalChoice
from games.rules.engine.search import hints
from games.showing.expectations import Scale, find_scale
from games.words import table_package, texts


class Hinted(TypedDict):
    """A choice in words, and the expected lead after it, or the games of 100 that it wins.

    Also the source of points of which it brings more or fewer than the others; none if that is
    unsure.
    """

    label: str
    lead: float
    doubt: float
    equal: bool
    source: str
    points: float


class Shown(TypedDict):
    """``state``: "offer", "thinking" or "found". ``games``: how many were played on after each
    choice. ``chances``: choices are compared by the games of 100 that they win."""

    state: str
    chances: bool
    choices: list[Hinted]
    all_equal: bool
    games: int


def hint(reader: Reader) -> Shown | None:
    """What the page shows about hints; None if there are none."""
    decision = reader.decision
    if (
        reader.past
        or reader.game.lesson
        or decision is None
        or not hinting.are_given(reader.position, reader.seat)
    ):
        return None
    assert reader.seat is not None  # the seat must choose
    found = hinting.find_hint(reader.position, reader.seat)
    if found is None or found.found is None:
        state = "thinking" if found else "offer"
        return {"state": state, "chances": False, "choices": [], "all_equal": False, "games": 0}
    scale = find_scale(reader.type, reader.game.players)
    known = [msgspec.convert(each, hints.Hinted) for each in found.found]
    choices = [shown for each in known if (shown := _hinted(reader, decision, each, scale))]
    return {
        "state": "found",
        "chances": scale.chances,
        "choices": choices,
        "all_equal": all(each["equal"] for each in choices),
        "games": max((each.games for each in known), default=0),
    }


def _hinted(reader: Reader, decision: Decision, said: hints.Hinted, scale: Scale) -> Hinted | None:
    """The hint in words; None for a choice that no longer exists, as after a new release."""
    try:
        choice = decision.find(said.choice)
    except IllegalChoice:
        return None
    label = table_package.label(reader.type, decision, choice, reader.view)
    name, points = said.differs or ("", 0.0)
    return {
        "label": texts.plain(label, reader.people),
        "lead": scale.level(said.lead),
        "doubt": scale.amount(said.doubt),
        "equal": said.equal,
        "source": texts.plain(table_package.source(reader.type, name), reader.people)
        if name
        else "",
        "points": points,
    }
