"""The four actions of the base game ("Spielzug"); expansions bring further ones."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..engine import Choice, Game, Part
from .blue_cards import Blue
from .boats import load, sail, take_stones
from .deck import CARD_KINDS, playable
from .state import Imhotep
from .tables import CARDS, STONES_TAKEN


class Action(ABC):
    """One way to use a turn; its choices begin with its name."""

    name = ""

    @abstractmethod
    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        """Every legal choice of this action now, each beginning with its name."""

    @abstractmethod
    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        """Carry out the choice ``(name, *parts)``."""


class GetStones(Action):
    """Neue Steine besorgen."""

    name = "get"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        return [("get",)] if state.stones_to_take(seat, STONES_TAKEN) > 0 else []

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        take_stones(game, seat, STONES_TAKEN)


class PlaceStone(Action):
    """1 Stein auf einem Boot platzieren."""

    name = "place"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        if not state.supply[seat]:
            return []
        return [("place", boat, field) for boat, field in state.free_fields()]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        boat, field = parts
        load(game, seat, int(boat), int(field))


class SailBoat(Action):
    """1 Boot zu einem Ort fahren."""

    name = "sail"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        boats = [i for i, boat in enumerate(state.boats) if boat.may_sail()]
        if not boats:
            return []
        sites = state.free_sites()
        return [("sail", boat, site) for boat in boats for site in sites]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        boat, site = parts
        sail(game, seat, int(boat), str(site))


class PlayCard(Action):
    """1 blaue Markt-Karte ausspielen."""

    name = "card"

    def choices(self, state: Imhotep, seat: int) -> list[Choice]:
        if not state.cards[seat]:
            return []
        names = sorted({CARDS[card] for card in state.cards[seat]})
        return [("card", name) for name in names if playable(state, seat, name)]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        name = str(parts[0])
        state, kind = game.state, CARD_KINDS[name]
        assert isinstance(kind, Blue)
        card = state.held_cards(seat, name)[0]
        state.cards[seat].remove(card)
        state.discards.append(card)
        if card in state.unseen:
            state.unseen.remove(card)
        game.tell("card_played", seat=seat, card=card)
        kind.play(game, seat)


BASE_ACTIONS: tuple[Action, ...] = (GetStones(), PlaceStone(), SailBoat(), PlayCard())
