"""The hint beside the board: offered, being computed, or shown."""

from __future__ import annotations

from typing import TypedDict

from games.pages.table.reader import Reader
from games.showing.hints import HintedChoice, show_hint


class Shown(TypedDict):
    """``state``: "offer", "thinking" or "found". ``games``: how many were played on after each
    choice. ``chances``: choices are compared by the games of 100 that they win."""

    state: str
    chances: bool
    choices: list[HintedChoice]
    games: int


def hint(reader: Reader) -> Shown | None:
    """What is shown of hints; None where there are none."""
    if reader.past or reader.decision is None or reader.seat is None:
        return None
    found = show_hint(reader.position, reader.seat)
    if found is None:
        return None
    return {
        "state": "offer" if found["state"] == "none" else found["state"],
        "chances": found["chances"],
        "choices": found["choices"],
        "games": found["games"],
    }
