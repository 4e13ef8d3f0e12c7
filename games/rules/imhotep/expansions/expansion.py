"""The base class of expansions."""

from __future__ import annotations

from ...engine import Game, Json
from ..actions import Action
from ..state import Imhotep


class Expansion:
    """A part of the game that an option of its ``name`` adds."""

    name = ""
    label = ""
    help = ""
    #: Further ways to use a turn.
    actions: tuple[Action, ...] = ()

    def set_up(self, game: Game[Imhotep]) -> None:
        """Set up the expansion when the game begins."""

    def round_over(self, game: Game[Imhotep]) -> None:
        """Do what the expansion does when a round has ended."""

    def points(self, state: Imhotep) -> dict[str, list[int]]:
        """What each seat would score for it at the end, by source."""
        return {}

    def view(self, state: Imhotep) -> Json:
        """What everyone may know of it: all of it, except cards in hand."""
        return {}
