"""The market cards, by colour ("auf einen Blick: Erläuterungen zu den Markt-Karten").

``CARD_KINDS`` maps the name of a card to what it does. Blue cards ask what they need by decisions
of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..engine import Choice, Game, Kind, _
from .boats import from_quarry, load, sail, take_stones
from .sites import SITES
from .state import Imhotep, owner
from .tables import (
    CARDS,
    STONES_PER_DECORATION_POINT,
    STONES_TAKEN,
    UNUSED_BLUE_CARD,
    collection,
)


class Card:
    """A kind of market card; held ones are worth ``points``, counted under ``source``."""

    colour = ""
    source = ""

    def received(self, game: Game[Imhotep], seat: int, card: int) -> None:
        """A seat got this card: it keeps it openly."""
        game.state.cards[seat].append(card)

    def points(self, state: Imhotep, copies: int) -> int:
        """What so many of these cards, held by one seat, score at the end of the game."""
        return 0


class Red(Card):
    """At once a stone from the quarry to a site; without one the card is merely discarded."""

    colour = "red"

    def __init__(self, site: str) -> None:
        self.site = site

    def received(self, game: Game[Imhotep], seat: int, card: int) -> None:
        has_stone = game.state.quarry[seat] > 0
        game.tell("red_card_used", seat=seat, card=card, site=self.site, stone=has_stone)
        game.state.discards.append(card)
        if has_stone:
            SITES[self.site].deliver(game, from_quarry(game, seat))


class Decoration(Card):
    """A point for every three stones at a site, whoever owns them."""

    colour = "green"
    source = "decorations"

    def __init__(self, site: str) -> None:
        self.site = site

    def points(self, state: Imhotep, copies: int) -> int:
        return copies * (len(state.placed[self.site]) // STONES_PER_DECORATION_POINT)


class Statue(Card):
    colour = "purple"
    source = "statues"

    def points(self, state: Imhotep, copies: int) -> int:
        return collection(copies)


class Blue(Card, ABC):
    """Played as an action, later; worth a point if it never is."""

    colour = "blue"
    source = "blue_cards"

    def points(self, state: Imhotep, copies: int) -> int:
        return copies * UNUSED_BLUE_CARD

    @abstractmethod
    def playable(self, state: Imhotep, seat: int) -> bool:
        """Whether the card can do something now."""

    @abstractmethod
    def play(self, game: Game[Imhotep], seat: int) -> None:
        """Carry the card out, or ask for what it needs."""


class Hammer(Blue):
    """Take 3 stones, then load 1; whichever of the two is possible."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        can_take = state.stones_to_take(seat, STONES_TAKEN) > 0
        return can_take or can_load(state, seat)

    def play(self, game: Game[Imhotep], seat: int) -> None:
        take_stones(game, seat, STONES_TAKEN)
        game.then(load_if_possible, seat, "hammer", 1)


class Chisel(Blue):
    """Load 2 stones, on one boat or two; only 1 if there is no second stone or field."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return can_load(state, seat)

    def play(self, game: Game[Imhotep], seat: int) -> None:
        game.then(load_if_possible, seat, "chisel", 2)
        game.then(load_if_possible, seat, "chisel", 1)


class Sail(Blue):
    """Load 1 stone and sail that boat."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return bool(state.supply[seat]) and any(
            boat.may_sail(further=1) and None in boat.stones for boat in state.boats
        )

    def play(self, game: Game[Imhotep], seat: int) -> None:
        game.ask(seat, LoadAndSail)


class Lever(Blue):
    """Sail a boat and set the order of unloading."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return any(boat.may_sail() for boat in state.boats)

    def play(self, game: Game[Imhotep], seat: int) -> None:
        game.ask(seat, SailInOrder)


def can_load(state: Imhotep, seat: int) -> bool:
    """Whether a seat has a stone and a boat has a field for it."""
    return bool(state.supply[seat] and state.free_fields())


def load_if_possible(game: Game[Imhotep], seat: int, card: str, left: int) -> None:
    """Step of hammer and chisel: ask where a stone goes; ``left`` are to load, this included."""
    if can_load(game.state, seat):
        game.ask(seat, LoadStone, card, left)


class LoadStone(Kind):
    """Hammer, chisel: 1 stone on a free field."""

    prompt = _("Where does the stone go?")
    public = True

    def choices(self, game: Game[Imhotep], seat: int, card: str, left: int) -> list[Choice]:
        return game.state.free_fields()

    def chosen(
        self, game: Game[Imhotep], seat: int, card: str, left: int, boat: int, field: int
    ) -> None:
        load(game, seat, boat, field)


class LoadAndSail(Kind):
    """Sail: 1 stone on a boat, and where that boat goes."""

    prompt = _("Put a stone on a boat and sail that boat")
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        state = game.state
        sites = state.free_sites()
        return [
            (*place, site)
            for place in state.free_fields()
            if state.boats[int(place[0])].may_sail(further=1)
            for site in sites
        ]

    def chosen(self, game: Game[Imhotep], seat: int, boat: int, field: int, site: str) -> None:
        load(game, seat, boat, field)
        sail(game, seat, boat, site)


class SailInOrder(Kind):
    """Lever: which boat goes where."""

    prompt = _("Which boat sails, and where to?")
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        state = game.state
        sites = state.free_sites()
        return [
            (i, site) for i, boat in enumerate(state.boats) if boat.may_sail() for site in sites
        ]

    def chosen(self, game: Game[Imhotep], seat: int, boat: int, site: str) -> None:
        game.ask(seat, UnloadNext, boat, site)


class UnloadNext(Kind):
    """Lever: which stone comes next; all is settled before the boat sails.

    ``order`` are the fields named so far. Of several stones of one colour only the first is
    offered, as they are alike.
    """

    prompt = _("Which stone is unloaded next?")
    public = True

    def choices(
        self, game: Game[Imhotep], seat: int, boat: int, site: str, *order: int
    ) -> list[Choice]:
        first: dict[int, int] = {}
        for field, stone in enumerate(game.state.boats[boat].stones):
            if stone is not None and field not in order:
                first.setdefault(owner(stone), field)
        return [(field,) for field in first.values()]

    def chosen(self, game: Game[Imhotep], seat: int, boat: int, site: str, *order: int) -> None:
        stones = game.state.boats[boat].stones
        if len(order) == len(stones) - stones.count(None):
            sail(game, seat, boat, site, order)
        else:
            game.ask(seat, UnloadNext, boat, site, *order)


CARD_KINDS: dict[str, Card] = {
    "entrance": Red("pyramid"),
    "sarcophagus": Red("tomb"),
    "paved_path": Red("obelisks"),
    "pyramid_decoration": Decoration("pyramid"),
    "temple_decoration": Decoration("temple"),
    "tomb_decoration": Decoration("tomb"),
    "obelisk_decoration": Decoration("obelisks"),
    "statue": Statue(),
    "lever": Lever(),
    "hammer": Hammer(),
    "sail": Sail(),
    "chisel": Chisel(),
}
#: The sources of points that cards can bring.
CARD_SOURCES = ("statues", "decorations", "blue_cards")


def receive_card(game: Game[Imhotep], seat: int, card: int) -> None:
    """Step: a seat gets a market card."""
    CARD_KINDS[CARDS[card]].received(game, seat, card)
