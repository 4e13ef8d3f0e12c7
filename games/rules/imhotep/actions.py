"""What a turn may be ("Spielzug"): exactly one of the actions in ``ACTIONS``."""

from __future__ import annotations

from abc import ABC, abstractmethod

from ..engine import Choice, Game, Kind, Part, _
from .boats import load, sail, take_stones
from .cards import CARD_KINDS, Blue
from .state import Imhotep
from .tables import CARDS, STONES_TAKEN

PASS: Choice = ("pass",)


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
        return state.free_fields("place")

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
        return [("card", name) for name in names if _playable(state, seat, name)]

    def act(self, game: Game[Imhotep], seat: int, *parts: Part) -> None:
        name = str(parts[0])
        state, kind = game.state, CARD_KINDS[name]
        assert isinstance(kind, Blue)
        card = state.held_cards(seat, name)[0]
        state.cards[seat].remove(card)
        state.discards.append(card)
        game.tell("card_played", seat=seat, card=card)
        kind.play(game, seat)


def _playable(state: Imhotep, seat: int, name: str) -> bool:
    kind = CARD_KINDS[name]
    return isinstance(kind, Blue) and kind.playable(state, seat)


ACTIONS: dict[str, Action] = {
    action.name: action for action in (GetStones(), PlaceStone(), SailBoat(), PlayCard())
}


class TakeAction(Kind):
    """A turn: exactly one action; to pass is possible only where nothing else is."""

    prompt = _("Choose an action")
    public = True

    def choices(self, game: Game[Imhotep], seat: int) -> list[Choice]:
        state = game.state
        choices = [c for action in ACTIONS.values() for c in action.choices(state, seat)]
        return choices or [PASS]

    def chosen(self, game: Game[Imhotep], seat: int, name: str, *parts: Part) -> None:
        if name == "pass":
            game.state.passes += 1
            game.tell("passed", seat=seat)
        else:
            game.state.passes = 0
            ACTIONS[name].act(game, seat, *parts)
        game.end_turn(seat)
        game.then("next_turn")
