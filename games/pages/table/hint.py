"""The hint beside the board: offered, thought of, or told."""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from games import words
from games.bots import hinting
from games.pages.table.reader import Reader
from games.rules.engine import Decision, IllegalChoice
from games.rules.engine.search import hints


class Source(TypedDict):
    name: str
    points: float


class Hinted(TypedDict):
    """A choice in words, how far ahead one is to end after it, and where that comes from."""

    label: str
    lead: float
    doubt: float
    equal: bool
    sources: list[Source]


class Shown(TypedDict):
    """``state``: "offer", "thinking" or "found"."""

    state: str
    choices: list[Hinted]
    all_equal: bool


def hint(reader: Reader) -> Shown | None:
    """What is shown of hints; None where there are none."""
    decision = reader.decision
    if (
        reader.past
        or reader.game.lesson
        or decision is None
        or not hinting.are_given(reader.position, reader.seat)
    ):
        return None
    assert reader.seat is not None  # it is asked
    found = hinting.of(reader.position, reader.seat)
    if found is None or found.found is None:
        return {"state": "thinking" if found else "offer", "choices": [], "all_equal": False}
    choices = [
        shown for each in found.found if (shown := _hinted(reader, decision, each)) is not None
    ]
    equal = all(each["equal"] for each in choices)
    return {"state": "found", "choices": choices, "all_equal": equal}


def _hinted(reader: Reader, decision: Decision, data: dict[str, Any]) -> Hinted | None:
    """None for what can no longer be chosen, as after a new release."""
    said = msgspec.convert(data, hints.Hinted)
    try:
        choice = decision.find(said.choice)
    except IllegalChoice:
        return None
    label = words.label(reader.type, decision, choice, reader.view)
    return {
        "label": words.plain(label, reader.people),
        "lead": said.lead,
        "doubt": said.doubt,
        "equal": said.equal,
        "sources": [
            {"name": words.plain(words.source(reader.type, name), reader.people), "points": points}
            for name, points in said.sources
        ],
    }
