"""What a game of Bomarzo consists of, and the ``Rules`` that every module registers its part with.

Cards have ids, the keys of ``reconstructed.CARDS``. A list is by seat unless said otherwise.
"""

from __future__ import annotations

from bisect import bisect

import msgspec

from ..engine import Option, Part, Rules, State, _
from ..engine.state import Kept
from .reconstructed import CARDS, VILLAGE, Card
from .tables import (
    ASLEEP,
    GOODS,
    GREEN_LIMIT,
    NO_ABILITIES,
    PAWNS,
    START_PAWNS,
    TWO_ACTIONS,
    WINE,
)


class Played(msgspec.Struct, omit_defaults=True):
    """A card beside a village; ``tapped`` when its ability was used this season."""

    card: str
    level: int = 1
    tapped: bool = False
    #: The one of two symbols that its owner counts in the end.
    counts_as: str = ""

    @property
    def face(self) -> Card:
        return CARDS[self.card]


class Deity(msgspec.Struct, omit_defaults=True):
    """A deity of the park: what lies and stands on it, and the cards under it with their seats."""

    mossy: bool = False
    goods: dict[str, int] = msgspec.field(default_factory=lambda: dict.fromkeys(GOODS, 0))
    pawns: list[int] = []
    under: list[tuple[str, int]] = []

    @property
    def asleep(self) -> bool:
        return self.goods[WINE] >= ASLEEP

    @property
    def lying(self) -> int:
        return sum(self.goods.values())


class Bomarzo(State):
    season: int = 0
    start: int = 0
    active: int = 0
    order: list[str] = []  # deities by position, the most important first
    park: dict[str, Deity] = {}
    areas: dict[str, list[int]] = {}  # seats in each harvest area, as they came
    pawns: list[int] = []  # in the village, still to be placed
    passed: list[bool] = []
    goods: list[dict[str, int]] = []
    workers: list[dict[str, int]] = []  # position on each track of the village
    steps: list[dict[str, int]] = []  # position on each track of the board
    tens: dict[str, list[int]] = {}  # by track: the seats at its end, as they came
    firsts: list[tuple[str, int, int]] = []  # track, space and seat that got its point
    deck: list[str] = []  # the next card is the last
    discards: list[str] = []  # the top card is the last
    hands: list[list[str]] = []
    dealt: list[list[str]] = []  # dealt or drawn, some of them to be put back
    keep: list[int] = []  # how many of the drawn cards are kept
    played: list[list[Played]] = []
    known: dict[str, int] = {}  # by card: the seats that know where it is, see knowledge.py
    copying: tuple[Part, ...] = ()  # the deity that may be copied now, and the food, coin and wine
    copies: dict[str, tuple[Kept, ...]] = {}  # by seat: what it answered when asked to copy
    copied: list[int] = []  # the seats that have copied this action
    tiles: list[str] = []  # by season; none without the expansion
    worship_stack: list[str] = []  # the next card is the last
    worship: list[list[str]] = []
    looked_at: list[str] = []  # worship cards of which the active seat keeps one
    #: Worship cards that went back, each with the seat that saw it and how many each seat had then.
    put_back: list[tuple[int, str, list[int]]] = []
    took_worship: bool = False  # in this turn

    @property
    def tile(self) -> str:
        """The season tile that holds now."""
        return self.tiles[self.season - 1] if self.tiles and self.season else "white"

    def turn_order(self) -> list[int]:
        return [(self.start + i) % self.players for i in range(self.players)]

    def from_left(self, seat: int) -> list[int]:
        """The other seats, clockwise from the left neighbour."""
        return [(seat + i) % self.players for i in range(1, self.players)]

    def reached(self, seat: int, track: str) -> int:
        """How many symbols of a village track are activated."""
        return bisect(VILLAGE[track], self.workers[seat][track])

    def owned_pawns(self, seat: int) -> int:
        return min(PAWNS, START_PAWNS[self.players] + self.reached(seat, "pawn"))

    def may_place(self, seat: int) -> bool:
        """Whether the seat has a pawn left and the season lets it act."""
        return self.pawns[seat] > 0 and self.may_act(seat)

    def may_act(self, seat: int) -> bool:
        """Whether the season lets the seat place one more pawn."""
        if self.tile != TWO_ACTIONS:
            return True
        return self.owned_pawns(seat) - self.pawns[seat] < GREEN_LIMIT

    def untapped(self, seat: int, ability: str) -> list[Played]:
        """Cards of a seat whose ability can be used now."""
        cards = self.played[seat]
        if not cards or self.tile == NO_ABILITIES:
            return []
        return [
            card
            for card in cards
            if card.level == 2 and not card.tapped and card.face.extra == ability
        ]


rules = Rules(
    "bomarzo",
    _("Bomarzo"),
    Bomarzo,
    players=(2, 3, 4),
    package=__package__ or "",
    version=3,
    options=[
        Option(
            name="seasons",
            label=_("Seasons"),
            help=_(
                "A tile beside each season changes its rules; all tiles are face up from "
                "the start. How many there are of each colour is our own guess."
            ),
        ),
        Option(
            name="worship",
            label=_("Worship"),
            help=_(
                "Secret cards score 3 points if you are best in a category, otherwise they cost 1."
            ),
        ),
    ],
)
