"""The variant of the Pharaoh's wrath ("Der Zorn des Pharao")."""

from __future__ import annotations

from ...engine import Json, _
from ..sites import board
from ..state import Imhotep
from ..tables import MONUMENTS, WRATH
from .expansion import Expansion


class Wrath(Expansion):
    """A seat without a stone at one or more of the four monuments, on any side, pays once."""

    name = "wrath"
    label = _("The wrath of the Pharaoh")
    help = _(
        "A player who has no stone at one or more of the four monuments at the end of the "
        "game loses 5 points."
    )

    def points(self, state: Imhotep) -> dict[str, list[int]]:
        own = [board(state, site).own(state) for site in MONUMENTS]
        return {"wrath": [WRATH if 0 in stones else 0 for stones in zip(*own, strict=True)]}

    def view(self, state: Imhotep) -> Json:
        return {"points": self.points(state)["wrath"]}
