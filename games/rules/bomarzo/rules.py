"""The assembly of the modules."""

from __future__ import annotations

from ..engine import Game, Json
from . import actions, cleaning_up, copying, favours, final, knowledge, production, setting_up
from .state import Bomarzo, rules

__all__ = [
    "actions",
    "cleaning_up",
    "copying",
    "favours",
    "final",
    "knowledge",
    "production",
    "rules",
    "setting_up",
]


@rules.view
def view(game: Game[Bomarzo], seat: int | None) -> Json:
    return {"me": seat, "season": game.state.season}
