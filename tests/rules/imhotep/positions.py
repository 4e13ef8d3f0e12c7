"""Positions for tests. Seats are letters: w(hite) 0, b(rown) 1, g(rey) 2, and k, black, 3."""

from itertools import count
from typing import Any

from games.rules.engine import Choice, Event, Game, Json
from games.rules.imhotep import rules
from games.rules.imhotep.state import Boat, Imhotep
from games.rules.imhotep.tables import CARDS

SEATS = {"w": 0, "b": 1, "g": 2, "k": 3}
WHITE, BROWN, GREY, BLACK = range(4)
EMPTY_SITES = ("market", "pyramid", "temple", "tomb", "obelisks")


def stones(letters: str, first: int = 100) -> list[int]:
    """Stones in these colours, numbered from ``first`` so that they are in nobody's way."""
    numbers = count(first)
    return [next(numbers) * 4 + SEATS[letter] for letter in letters]


def boat(letters: str, site: str | None = None) -> Boat:
    """A boat, bow first, ``.`` for an empty place: ``boat("w.bw")``."""
    numbers = iter(stones(letters.replace(".", ""), first=200))
    return Boat([None if letter == "." else next(numbers) for letter in letters], site)


def card(name: str, copy: int = 0) -> int:
    """The id of a card of this name."""
    return [number for number, each in enumerate(CARDS) if each == name][copy]


def position(players: int = 4, options: Json | None = None, **fields: Any) -> Game[Imhotep]:
    """A game in its first turn, seat 0 to act, with these fields of the state changed."""
    game = rules.new(players, options or {}, bytes(32))
    for name, value in fields.items():
        if name == "placed":
            value = {**{site: [] for site in EMPTY_SITES}, **value}
        setattr(game.state, name, value)
    return game.copy()


def offered(game: Game[Imhotep], seat: int) -> list[Choice]:
    """What a seat may choose now."""
    decision = game.decision(seat)
    assert decision is not None
    return decision.choices


def told(events: list[Event], kind: str) -> list[Json]:
    """The data of the events of one kind."""
    return [event.data for event in events if event.kind == kind]


def standing(game: Game[Imhotep]) -> list[Json]:
    """The points of each seat if the game ended now."""
    points = game.standing()
    assert points is not None
    return points
