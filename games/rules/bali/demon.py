"""Variant "Der Dämon". The row it stands on is left out of ``TakeCard``'s choices."""

from __future__ import annotations

from ..engine import Game
from .state import Bali
from .tables import ROWS


def drive_on(game: Game[Bali]) -> None:
    """Move the demon one row on after a priest was played, from the last row to the first."""
    assert game.state.demon is not None
    game.state.demon = (game.state.demon + 1) % ROWS
    game.tell("demon_moved", row=game.state.demon)
