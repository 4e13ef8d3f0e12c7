"""The blue market cards ("Blaue Markt-Karten"): each is an action that asks what it needs."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..engine import Choice, Game, Kind, Part, Text, _
from .boats import load, sail, take_stones
from .cards import Card
from .obstacles import (
    Refusals,
    cannot_load,
    join_reasons,
    no_stones_to_take,
    nothing_sails,
    stays,
    taken_sites,
    unloadable,
    voyages_refused,
)
from .state import Imhotep, owner
from .tables import STONES_TAKEN, UNUSED_BLUE_CARD


class Blue(Card, ABC):
    """A card played as a later action; worth a point if never played."""

    colour = "blue"
    source = "blue_cards"

    def points(self, state: Imhotep, seat: int, copies: int) -> int:
        return copies * UNUSED_BLUE_CARD

    @abstractmethod
    def playable(self, state: Imhotep, seat: int) -> bool:
        """Whether the card can do something now."""

    @abstractmethod
    def obstacle(self, state: Imhotep, seat: int) -> Text:
        """Why it cannot, where it is not playable."""

    @abstractmethod
    def play(self, game: Game[Imhotep], seat: int) -> None:
        """Carry out the card, or ask for what it needs."""


class Hammer(Blue):
    """Take 3 stones, then load 1; whichever of the two is possible."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return state.can_take_stones(seat) or can_load(state, seat)

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        reasons = (no_stones_to_take(state, seat), cannot_load(state, seat))
        return join_reasons([reason for reason in reasons if reason])

    def play(self, game: Game[Imhotep], seat: int) -> None:
        take_stones(game, seat, STONES_TAKEN)
        game.then(load_if_possible, seat, "hammer", 1)


class Chisel(Blue):
    """Load 2 stones, on one boat or two; only 1 if there is no second stone or field."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return can_load(state, seat)

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return cannot_load(state, seat) or Text("")

    def play(self, game: Game[Imhotep], seat: int) -> None:
        game.then(load_if_possible, seat, "chisel", 2)
        game.then(load_if_possible, seat, "chisel", 1)


class Sail(Blue):
    """Load 1 stone and sail that boat."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return bool(state.supply[seat]) and any(
            boat.may_sail(further=1) and None in boat.stones for boat in state.boats
        )

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return cannot_load(state, seat) or Text(
            _("No boat with a free place has enough stones to sail, even with one more.")
        )

    def play(self, game: Game[Imhotep], seat: int) -> None:
        game.ask(seat, LoadAndSail)


class Lever(Blue):
    """Sail a boat and set the order of unloading."""

    def playable(self, state: Imhotep, seat: int) -> bool:
        return any(boat.may_sail() for boat in state.boats)

    def obstacle(self, state: Imhotep, seat: int) -> Text:
        return nothing_sails(state) or Text("")

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

    prompt = _("Load a stone on which boat?")
    first_time = _(
        "The bow is unloaded first, which is good at the market. At the temple, later "
        "stones may cover earlier ones."
    )
    public = True

    def choices(self, game: Game[Imhotep], seat: int, card: str, left: int) -> list[Choice]:
        return game.state.free_fields()

    def refusals(self, game: Game[Imhotep], seat: int, card: str, left: int) -> Refusals:
        return unloadable(game.state)

    def chosen(
        self, game: Game[Imhotep], seat: int, card: str, left: int, boat: int, field: int
    ) -> None:
        load(game, seat, boat, field)


def load_if_wanted(game: Game[Imhotep], seat: int, left: int) -> None:
    """Step: offer to load a stone; ``left`` may be loaded, this included."""
    if can_load(game.state, seat):
        game.ask(seat, LoadMore, left)


class LoadMore(Kind):
    """Up to ``left`` stones on free fields, for a bonus or a favour."""

    prompt = _("You may load a stone: on which boat?")
    first_time = _(
        "Loading this stone costs you no turn: put it on a boat that will soon sail to a "
        "site you want."
    )
    public = True
    out_of_turn = True

    def choices(self, game: Game[Imhotep], seat: int, left: int) -> list[Choice]:
        return [("enough",), *game.state.free_fields()]

    def refusals(self, game: Game[Imhotep], seat: int, left: int) -> Refusals:
        return unloadable(game.state)

    def chosen(self, game: Game[Imhotep], seat: int, left: int, *where: Part) -> None:
        if where == ("enough",):
            return
        boat, field = where
        load(game, seat, int(boat), int(field))
        if left > 1:
            game.then(load_if_wanted, seat, left - 1)


class LoadAndSail(Kind):
    """Sail: 1 stone on a boat, and where that boat goes."""

    prompt = _("Put a stone on a boat and sail that boat")
    first_time = _(
        "You decide for everyone on the boat: check whose stones are on it, and when "
        "yours is unloaded."
    )
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

    def refusals(self, game: Game[Imhotep], seat: int) -> Refusals:
        state = game.state
        light: Refusals = [
            ((i,), reason)
            for i, boat in enumerate(state.boats)
            if boat.site is None and None in boat.stones and (reason := stays(state, i, 1))
        ]
        closed = [parts for parts, _reason in light]
        loading = [each for each in unloadable(state) if each[0][:1] not in closed]
        return [
            *light,
            *loading,
            *(
                refused
                for place in state.free_fields()
                if place[:1] not in closed
                for refused in taken_sites(state, *place)
            ),
        ]

    def chosen(self, game: Game[Imhotep], seat: int, boat: int, field: int, site: str) -> None:
        load(game, seat, boat, field)
        sail(game, seat, boat, site)


class SailInOrder(Kind):
    """Lever: which boat goes where; ``only`` may name the boat."""

    prompt = _("Which boat sails, and where?")
    first_time = _(
        "Check whose stones are on the boat: afterwards you choose the order in which "
        "they are unloaded."
    )
    public = True

    def choices(self, game: Game[Imhotep], seat: int, *only: int) -> list[Choice]:
        return sailings(game.state, *only)

    def refusals(self, game: Game[Imhotep], seat: int, *only: int) -> Refusals:
        return voyages_refused(game.state, only=only)

    def chosen(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        *_only, boat, site = parts
        game.ask(seat, UnloadNext, boat, site)


def sailings(state: Imhotep, *only: int) -> list[Choice]:
    """Boat and site of every possible voyage, or of those of the boat ``only``."""
    sites = state.free_sites()
    return [
        (i, site)
        for i, boat in enumerate(state.boats)
        if boat.may_sail() and (not only or i in only)
        for site in sites
    ]


class UnloadNext(Kind):
    """Lever: which stone is unloaded next; the whole order is chosen before the boat sails.

    ``order`` has the fields chosen so far. Of several stones of one colour only the first is
    offered, as they are alike.
    """

    prompt = _("Which stone is unloaded next?")
    first_time = _(
        "The order is worth points: the first stone has first choice at the market and "
        "takes the next place at the other sites."
    )
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
