"""Positions made to measure, and a player of choices, for the tests of Bomarzo."""

from __future__ import annotations

from typing import Any

from games.rules.bomarzo.drawing import discard, open_top
from games.rules.bomarzo.reconstructed import CARDS
from games.rules.bomarzo.rules import rules
from games.rules.bomarzo.state import Bomarzo, Played
from games.rules.engine import Choice, Event, Game

SEED = b"bomarzos" * 4

DAVID, CHIARA, JESSICA, FRANK = 0, 1, 2, 3
"""The people of the rulebook's examples, in the order they sit here."""


def begin(players: int = 3, **options: bool) -> Game[Bomarzo]:
    """Set up, with steps that bring nothing, and without goods or cards: the first turn is asked
    for, and everything else is for the test to give."""
    game = rules.new(players, options, SEED)
    while game.decisions()[0].kind != "place":
        decision = game.decisions()[0]
        steps = ("wine", "card") if decision.kind == "move_workers" else decision.choices[0]
        game.choose(decision.seat, steps)
    state = game.state
    for seat in range(players):
        state.goods[seat] = {"food": 0, "coin": 0, "wine": 0}
        discard(game, seat, list(state.hands[seat]), state.hands[seat])
    if state.tiles:
        state.tiles = ["white"] * 8
    game.changed()
    return game


def give(game: Game[Bomarzo], seat: int, food: int = 0, coin: int = 0, wine: int = 0) -> None:
    game.state.goods[seat] = {"food": food, "coin": coin, "wine": wine}
    game.changed()


def fetch(game: Game[Bomarzo], card: str) -> str:
    """Take a card out of the draw pile or the discards."""
    state = game.state
    (state.deck if card in state.deck else state.discards).remove(card)
    open_top(game)
    return card


def hold(game: Game[Bomarzo], seat: int, *cards: str) -> None:
    """Add cards to a hand."""
    game.state.hands[seat] += [fetch(game, card) for card in cards]
    game.state.known.update(dict.fromkeys(cards, 1 << seat))
    game.changed()


def own(game: Game[Bomarzo], seat: int, *cards: str, level: int = 2) -> None:
    """Lay cards beside a village."""
    game.state.played[seat] += [Played(fetch(game, card), level) for card in cards]
    game.changed()


def with_extra(extra: str) -> list[str]:
    """The cards whose second level brings this income or ability."""
    return [card.id for card in CARDS.values() if card.extra == extra]


def lay(game: Game[Bomarzo], name: str, *seats: int, **goods: int) -> None:
    """Pawns and goods on a deity."""
    deity = game.state.park[name]
    deity.pawns += seats
    for seat in seats:
        game.state.pawns[seat] -= 1
    for good, number in goods.items():
        deity.goods[good] = number
    game.changed()


def do(game: Game[Bomarzo], *choices: Choice) -> list[Event]:
    """Carry out choices, each for whoever is asked first; returns all events."""
    events: list[Event] = []
    for choice in choices:
        events += game.choose(game.decisions()[0].seat, choice)
    return events


def call(game: Game[Bomarzo], name: str, what: str = "just", **paid: int) -> list[Event]:
    return do(game, ("call", name), (what, paid))


def asked(game: Game[Bomarzo]) -> list[tuple[int, str]]:
    return [(decision.seat, decision.kind) for decision in game.decisions()]


def choices(game: Game[Bomarzo]) -> list[Choice]:
    """The choices of the first decision that is open."""
    return game.decisions()[0].choices


def payments(game: Game[Bomarzo], what: str) -> list[dict[str, int]]:
    """Every way to pay ``just`` what is asked, or ``more``, or for a ``copy``."""
    spec = next(choice[1] for choice in choices(game) if choice[0] == what)
    found: list[dict[str, int]] = spec.expand()
    return found


def told(events: list[Event], kind: str) -> list[dict[str, Any]]:
    """The public data of the events of a kind."""
    return [event.data for event in events if event.kind == kind]


def finish_season(game: Game[Bomarzo]) -> list[Event]:
    """All pass until the next season's first question, or the end of the game."""
    events: list[Event] = []
    season = game.state.season
    while game.result() is None and game.state.season == season:
        decision = game.decisions()[0]
        last = ("no",) if decision.kind in ("copy", "take_worship") else ("pass",)
        events += game.choose(decision.seat, last)
    return events
