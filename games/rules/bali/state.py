"""The state of a game of Bali, and the ``Rules`` that every module registers its part with."""

from __future__ import annotations

from ..engine import Option, Part, Rules, State, Text, _, ngettext
from .tables import FARMER_PRICE, KINDS, OFFERING_PRICE, SHRINE, SHRINE_PRICE


class Bali(State):
    """The state of a game; lists are by seat unless noted otherwise."""

    active: int = 0
    deck: list[str] = []  # the next card is the last
    rows: list[list[str]] = []  # the four rows of the village; the last card of one is in front
    first: list[int] = []  # by row: the running number of its rearmost card
    dealt: int = 0
    demon: int | None = None  # the row it stands on
    lacks: list[str] = []  # the farmer missing in the start set, then in those left in the box
    exposed: list[list[str]] = []  # start farmers that were certainly played
    hands: list[list[str]] = []
    displays: list[dict[str, int]] = []
    stones: list[int] = []
    points: list[int] = []  # markers
    box: list[str] = []  # cards out of the game
    supply: dict[str, int] = {}  # by kind
    offerings: list[dict[str, int]] = []  # by kind
    altar: list[tuple[str, bool]] = []  # from the bottom: kind, and whether it lies face up
    foundation: list[str] = []  # the altar's cards at the start, with oracles
    ledger: list[tuple[str, int, Part]] = []  # what became of offering cards, see knowledge.py
    looking: bool = False  # the active player sees the top of the altar


rules = Rules(
    "bali",
    _("Bali"),
    Bali,
    players=(2, 3, 4),
    package=__package__ or "",
    version=2,
    options=[
        Option(
            name="oracle",
            label=_("The Oracle"),
            help=_("Oracle cards in the deck let the active player take a card from the altar."),
        ),
        Option(
            name="demon",
            label=_("The Demon"),
            help=_(
                "A demon guards one row of the village; each priest played moves it one row on."
            ),
        ),
    ],
)


def price(state: Bali, seat: int, kind: str) -> int:
    """The price, in stones, of an offering card of this kind for the seat in phase 1."""
    return max(0, OFFERING_PRICE - state.displays[seat][kind])


def lacking(cost: int, stones: int) -> Text:
    """The refusal of a price of ``cost`` stones for a seat that has only ``stones``."""
    return Text(
        *ngettext(
            "It costs {n} stone, and you have {stones}.",
            "It costs {n} stones, and you have {stones}.",
        ),
        n=cost,
        stones=stones,
    )


def plays(hand: list[str], stones: int) -> list[tuple[str, int]]:
    """The plays possible from a hand with these stones: cards and how many of them."""
    found = []
    for card in sorted(set(hand)):
        if card in KINDS:
            most = hand.count(card)
            found += [(card, n) for n in FARMER_PRICE if n <= most and FARMER_PRICE[n] <= stones]
        elif card != SHRINE or stones >= SHRINE_PRICE:
            found.append((card, 1))
    return found


def from_left(state: Bali, seat: int) -> list[int]:
    """The other seats, clockwise from the left neighbour."""
    return [(seat + i) % state.players for i in range(1, state.players)]
