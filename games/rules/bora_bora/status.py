"""The status track ("Statusleiste")."""

from __future__ import annotations

from ..engine import Game
from .reconstructed import STATUS_POINTS
from .state import BoraBora

LAST = len(STATUS_POINTS) - 1


def advance(game: Game[BoraBora], seat: int, steps: int) -> None:
    """Move a marker on; it lands on top of those already there. Steps beyond the end are lost."""
    state = game.state
    before = state.steps[seat]
    now = min(LAST, before + steps)
    if now > before:
        state.steps[seat] = now
        state.track.remove(seat)
        ahead = sum(state.steps[other] > now for other in state.track)
        state.track.insert(ahead, seat)
    game.tell("status_gained", seat=seat, steps=now - before, space=now)
