"""Positions made to measure, and a player of choices, for the tests of Bali."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.rules.bali import rules
from games.rules.bali.state import Bali
from games.rules.bali.tables import CARDS, KINDS
from games.rules.engine import Choice, Event, Game

SEED = b"balinese" * 4

KENNY, ROBERT, JESSICA = 0, 1, 2
"""The people of the rulebook's examples, in the order they sit."""


def new(players: int = 3, **options: bool) -> Game[Bali]:
    return rules.new(players, options, SEED)


def counts(names: Sequence[str], **numbers: int) -> dict[str, int]:
    return {name: numbers.get(name, 0) for name in names}


def displays(*players: dict[str, int]) -> list[dict[str, int]]:
    """What lies before the players, ``{"priest": 2}`` and so on; all else is nothing."""
    return [counts(CARDS, **numbers) for numbers in players]


def kinds(**numbers: int) -> dict[str, int]:
    return counts(KINDS, **numbers)


def hold(game: Game[Bali], seat: int, *hand: str, stones: int | None = None) -> None:
    """Give a seat another hand, and stones; its start farmers are thought to be played."""
    state = game.state
    state.hands[seat] = list(hand)
    state.exposed[seat] = [kind for kind in KINDS if kind != state.lacks[seat]]
    if stones is not None:
        game.state.stones[seat] = stones
    game.changed()


def village(game: Game[Bali], *rows: Sequence[str]) -> None:
    """Lay out other rows, each from the rear to the front."""
    game.state.rows = [list(row) for row in rows]
    game.changed()


def play(game: Game[Bali], *choices: Choice) -> list[Event]:
    """Carry out choices, each for whoever is asked first; returns all events."""
    game.changed()  # by the test that made the position
    events: list[Event] = []
    for choice in choices:
        events += game.choose(game.decisions()[0].seat, choice)
    return events


def asked(game: Game[Bali]) -> list[tuple[int, str]]:
    return [(decision.seat, decision.kind) for decision in game.decisions()]


def choices(game: Game[Bali]) -> list[Choice]:
    """The choices of the first decision that is open."""
    game.changed()
    return game.decisions()[0].choices


def told(events: list[Event], kind: str) -> list[dict[str, Any]]:
    """The public data of the events of a kind."""
    return [event.data for event in events if event.kind == kind]
