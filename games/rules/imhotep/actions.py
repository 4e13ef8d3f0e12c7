"""The four actions of the base game ("Spielzug"); expansions bring further ones."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..engine import Choice, Game, Part, Text, _
from .boats import load, sail, take_stones
from .cards import put_away
from .deck import BLUE, BLUE_CARDS, obstacle, playable
from .obstacles import (
    Refusals,
    cannot_load,
    no_stones_to_take,
    nothing_sails,
    unloadable,
    voyages_refused,
)
from .state import Imhotep
from .tables import CARDS, STONES_TAKEN


class Action(ABC):
    """A way to use a turn; its choices begin with its name."""

    name = ""

    @abstractmethod
    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        """Every legal choice of this action now, each beginning with its name."""

    @abstractmethod
    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        """What is impossible now, the action or parts of it, each with its reason."""

    @abstractmethod
    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        """Carry out the choice ``(name, *parts)``."""


class GetStones(Action):
    """Take new stones ("Neue Steine besorgen")."""

    name = "get"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        return [("get",)] if state.can_take_stones(seat) else []

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        reason = no_stones_to_take(state, seat)
        return [(("get",), reason)] if reason else []

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        take_stones(game, seat, STONES_TAKEN)


class PlaceStone(Action):
    """Load a stone ("1 Stein auf einem Boot platzieren")."""

    name = "place"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        if not state.supply[seat]:
            return []
        return [
            ("place", i, field)
            for i, boat in enumerate(state.boats)
            if boat.site is None
            for field, stone in enumerate(boat.stones)
            if stone is None
        ]

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        reason = cannot_load(state, seat)
        return [(("place",), reason)] if reason else unloadable(state, "place")

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        boat, field = parts
        load(game, seat, int(boat), int(field))


class SailBoat(Action):
    """Sail a boat ("1 Boot zu einem Ort fahren")."""

    name = "sail"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        boats = [i for i, boat in enumerate(state.boats) if boat.may_sail()]
        if not boats:
            return []
        sites = state.free_sites()
        return [("sail", boat, site) for boat in boats for site in sites]

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        reason = nothing_sails(state)
        whole: Refusals = [(("sail",), reason)] if reason else []
        return [*whole, *voyages_refused(state, "sail")]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        boat, site = parts
        sail(game, seat, int(boat), str(site))


class PlayCard(Action):
    """Play a blue card ("1 blaue Markt-Karte ausspielen")."""

    name = "card"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        if BLUE.isdisjoint(state.cards[seat]):
            return []
        return [("card", name) for name in playable(state, seat)]

    def refusals(self, state: Imhotep, seat: int) -> Refusals:
        if not state.cards[seat]:
            return [(("card",), Text(_("You have no market cards.")))]
        possible = playable(state, seat)
        closed: Refusals = [
            (("card", name), obstacle(state, seat, name))
            for name in sorted({CARDS[card] for card in state.cards[seat]})
            if name not in possible
        ]
        if possible:
            return closed
        return [(("card",), Text(_("None of your cards can be played now."))), *closed]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        name = str(parts[0])
        state = game.state
        card = state.held_cards(seat, name)[0]
        state.cards[seat].remove(card)
        state.show(card)
        state.in_use.append(card)
        game.tell("card_played", seat=seat, card=card)
        BLUE_CARDS[name].play(game, seat)
        game.then(put_away, seat, card)


BASE_ACTIONS: tuple[Action, ...] = (GetStones(), PlaceStone(), SailBoat(), PlayCard())
