"""Standing instructions for market cards: a ranking of their colours, or one card by name."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from ...engine import Choice, Json
from ..tables import BASE_DECK, CARDS

RANK = "rank"
CARD = "card"
#: How many colours a ranking names.
RANKED = 3
_BASE_COLOURS = ("purple", "green", "blue", "red")
_BASE: list[Choice] = [
    *((RANK, *colours) for colours in permutations(_BASE_COLOURS, RANKED)),
    *((CARD, name) for name in dict.fromkeys(CARDS[:BASE_DECK])),
]
_WITH_NEW_CARDS: list[Choice] = [
    *((RANK, *colours) for colours in permutations((*_BASE_COLOURS, "gold"), RANKED)),
    *((CARD, name) for name in dict.fromkeys(CARDS)),
]


def card_wishes(view: Json) -> list[Choice]:
    """``("rank", first, second, third)`` of colours, and ``("card", name)``."""
    return _WITH_NEW_CARDS if "new_cards" in view else _BASE


def wished(instruction: Choice, cards: Sequence[Json | None]) -> Choice | None:
    """The place of the first card that an instruction names, the leftmost of several."""
    what, *wanted = instruction
    part = "colour" if what == RANK else "name"
    found = [None if card is None else card[part] for card in cards]
    return next(((found.index(each),) for each in wanted if each in found), None)
