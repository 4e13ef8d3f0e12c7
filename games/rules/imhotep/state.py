"""The state of a game of Imhotep. Stones and cards have ids, so that they can be followed.

A stone's id is ``number * 4 + seat``; it is given when the stone leaves the quarry, where stones
are merely counted. A card's id is its index in ``tables.CARDS``.
"""

from __future__ import annotations

import msgspec

from ..engine import Choice, State
from .figures import figure
from .tables import CARDS, MINIMUM_LOAD, RED_CARDS, SLEDGES, SUPPLY_LIMIT

SLEDGE_ROOM: int = figure("new_cards", "sledge")


def owner(stone: int) -> int:
    """The seat whose colour a stone has."""
    return stone % 4


class Boat(msgspec.Struct, array_like=True):
    """A boat: the stone's id or None for each field, bow first, and the ``site`` where it is."""

    stones: list[int | None]
    site: str | None = None

    @property
    def minimum(self) -> int:
        return MINIMUM_LOAD[len(self.stones)]

    def may_sail(self, further: int = 0) -> bool:
        """Whether it has not sailed and carries its minimum with so many further stones."""
        if self.site is not None:
            return False
        fields = len(self.stones)
        return fields - self.stones.count(None) + further >= MINIMUM_LOAD[fields]


class Imhotep(State):
    """The state of a game; lists are by seat unless noted otherwise."""

    round: int = 0
    #: The seat that began the round, the one whose turn it is, the last that sailed a boat.
    start: int = 0
    active: int = 0
    sailor: int = 0
    #: Turns passed in a row.
    passes: int = 0
    #: Indexes of ROUND_CARDS not yet shown, the next one last; secret. The first is never played.
    round_cards: list[int] = []
    boats: list[Boat] = []
    quarry: list[int] = []
    #: How many stones have left the quarry so far: the next one's number.
    numbered: list[int] = []
    supply: list[list[int]] = []
    #: Stones at each site in order of arrival; the market's only until its boat is empty.
    placed: dict[str, list[int]] = {}
    #: Card ids; the order of the deck is secret, its top is the last.
    deck: list[int] = []
    discards: list[int] = []
    market: list[int | None] = []
    cards: list[list[int]] = []
    #: Cards that are being carried out: they lie in no pile before that is done.
    in_use: list[int] = []
    #: Points scored so far, by source.
    scored: list[dict[str, int]] = []

    # Boards other than the A sides
    #: The side of every site that is not on its A side.
    sides: dict[str, str] = {}
    #: Stones under way whose owner is asked where they go.
    arriving: list[int] = []
    #: Pyramid B and C: the field of each stone there.
    fields: list[int] = []
    #: Pyramid C: the column where Imhotep stands.
    imhotep: int = 0
    #: Market B: the cards lying face down, and the seat that looks at them; secret.
    packet: list[int] = []
    looking: int | None = None
    #: Market D: coins left.
    coins: list[int] = []
    #: Temple C: the tile of each field in this round. Tomb D: that of each field.
    scaffold: list[int] = []
    crypt: list[int] = []

    # Expansions
    #: Where each private boat is: "" with its owner, a site, or "away".
    private_boats: list[str] = []
    #: The stones on the wager fields of each site.
    wagers: dict[str, list[int | None]] = {}
    #: The favours that were chosen, each with the stone on it.
    favours: dict[str, int] = {}
    #: The prophecies drawn, and each seat's scarabs: (prophecy, pair of rounds from 0).
    prophecies: list[str] = []
    scarabs: list[list[tuple[str, int]]] = []
    #: Hidden market cards: those in hand that nobody but their holder has ever seen; secret.
    unseen: list[int] = []
    #: Those of them that are known to be no sledges, because a supply lacked room.
    no_sledges: list[int] = []

    @property
    def hidden(self) -> bool:
        """Whether market cards in hand are secret."""
        return self.options.get("hidden_cards") is True

    def keeps_a_secret(self, seat: int) -> bool:
        """Whether a seat holds a card that others cannot see; red ones are face up."""
        return self.hidden and not RED_CARDS.issuperset(self.cards[seat])

    def show(self, card: int) -> None:
        """Record that everyone knows who holds this card."""
        for cards in (self.unseen, self.no_sledges):
            if card in cards:
                cards.remove(card)

    def supply_limit(self, seat: int, without: int = 0) -> int:
        """How many stones the supply of a seat may hold, ``without`` so many of its sledges."""
        if SLEDGES.isdisjoint(self.cards[seat]):
            return SUPPLY_LIMIT
        sledges = len(SLEDGES.intersection(self.cards[seat]))
        return SUPPLY_LIMIT + SLEDGE_ROOM * (sledges - without)

    def can_take_stones(self, seat: int) -> bool:
        """Whether the quarry has a stone and the supply has room for it."""
        return self.quarry[seat] > 0 and len(self.supply[seat]) < self.supply_limit(seat)

    def stones_to_take(self, seat: int, wanted: int) -> int:
        """How many of ``wanted`` stones the quarry has and the supply has room for."""
        room = self.supply_limit(seat) - len(self.supply[seat])
        return min(wanted, room, self.quarry[seat])

    def free_fields(self) -> list[Choice]:
        """Boat and field of every empty place on the boats that wait."""
        return [
            (i, field)
            for i, boat in enumerate(self.boats)
            if boat.site is None
            for field, stone in enumerate(boat.stones)
            if stone is None
        ]

    def may_sail_with(self, boat: Boat, seat: int, most: int) -> bool:
        """Whether a boat may sail once a seat has put up to ``most`` stones on it."""
        return boat.may_sail(further=min(most, len(self.supply[seat]), boat.stones.count(None)))

    def boat_at(self, site: str | None) -> bool:
        """Whether one of the four boats is at a site; None: whether one has not sailed."""
        for boat in self.boats:  # noqa: SIM110  any() takes twice as long, and each turn comes here
            if boat.site == site:
                return True
        return False

    def free_sites(self) -> list[str]:
        """The sites where no boat has been this round."""
        taken = {boat.site for boat in self.boats}
        return [site for site in self.placed if site not in taken]

    def visited_sites(self) -> list[str]:
        """The sites with one of the four boats or a private boat."""
        boats = {boat.site for boat in self.boats}
        return [site for site in self.placed if site in boats or site in self.private_boats]

    def held_cards(self, seat: int, name: str) -> list[int]:
        """The ids of the cards of this name before a seat."""
        return [card for card in self.cards[seat] if CARDS[card] == name]
