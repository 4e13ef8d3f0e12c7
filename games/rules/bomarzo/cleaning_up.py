"""The clean-up phase ("Aufräumphase"), which ends a season."""

from __future__ import annotations

from ..engine import Game
from .state import Bomarzo, rules
from .tables import GOODS, SEASONS


@rules.step
def clean_up(game: Game[Bomarzo]) -> None:
    moss(game)
    reset(game)
    state = game.state
    state.start = (state.start + 1) % game.players
    if state.season == SEASONS:
        game.then("end_game")
    else:
        game.then("season")


def moss(game: Game[Bomarzo]) -> None:
    """A deity without pawns is mossy next, one with a pawn is awake."""
    park = game.state.park
    for deity in park.values():
        deity.mossy = not deity.pawns
    game.tell("mossed", mossy=[name for name in game.state.order if park[name].mossy])


def reset(game: Game[Bomarzo]) -> None:
    """Pawns go home, goods on deities to the supply, turned cards are turned back."""
    state = game.state
    state.passed = [False] * game.players
    for deity in state.park.values():
        deity.pawns = []
        deity.goods = dict.fromkeys(GOODS, 0)
    for pawns in state.areas.values():
        pawns.clear()
    for seat in range(game.players):
        state.pawns[seat] = state.owned_pawns(seat)
        for card in state.played[seat]:
            card.tapped = False
