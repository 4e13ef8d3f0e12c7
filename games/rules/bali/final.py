"""The end ("Spielende"): the value of offering cards, the final score, tie-breakers."""

from __future__ import annotations

from ..engine import Game
from .state import Bali, rules
from .tables import BEST_VALUE, KINDS, SHRINE, SHRINE_POINTS, STONES_PER_POINT


def values(numbers: dict[str, int]) -> dict[str, int]:
    """Points per offering card by kind, from the cards on the altar by kind.

    Kinds that tie share a place and the next place follows; a kind that is not there is worth
    nothing.
    """
    places = sorted({number for number in numbers.values() if number}, reverse=True)
    return {
        kind: BEST_VALUE - places.index(number) if number else 0 for kind, number in numbers.items()
    }


def on_altar(state: Bali) -> dict[str, int]:
    """The cards on the altar by kind, face up and face down."""
    kinds = [kind for kind, _up in state.altar]
    return {kind: kinds.count(kind) for kind in KINDS}


@rules.scored
def scored(game: Game[Bali]) -> list[dict[str, int]]:
    """Points scored so far, from point markers; everything else counts at the end."""
    return [{"markers": points} for points in game.state.points]


@rules.standing
def standing(game: Game[Bali]) -> list[dict[str, int]]:
    """Points of everything but the offering cards, which are secret."""
    state = game.state
    return [
        {
            "markers": state.points[seat],
            "shrines": SHRINE_POINTS * state.displays[seat][SHRINE],
            "stones": state.stones[seat] // STONES_PER_POINT,
        }
        for seat in range(game.players)
    ]


def end_game(game: Game[Bali]) -> None:
    """End the game when the deck is used up: nothing more is scored, the altar is counted."""
    state = game.state
    value = values(on_altar(state))
    breakdown = standing(game)
    for points, offerings in zip(breakdown, state.offerings, strict=True):
        points.update({kind: value[kind] * number for kind, number in offerings.items()})
    game.tell("ended", altar=on_altar(state), values=value)
    shrines = [display[SHRINE] for display in state.displays]
    game.finish(breakdown, {"shrines": shrines, "stones": list(state.stones)})
