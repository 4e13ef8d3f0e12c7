"""The 14 market cards of "Eine neue Dynastie"; their effects are in ``new_cards``."""

from __future__ import annotations

from ...engine import Json, _
from ..new_cards import PRIVATE_QUARRY
from ..state import Imhotep
from ..tables import BASE_DECK, CARDS
from .expansion import Expansion


class NewDeck(Expansion):
    name = "new_cards"
    label = _("A New Dynasty: market cards")
    help = _(
        "14 more market cards: sledges make room for stones, private quarries give "
        "stones, rafts and gangplanks open new ways to the sites. There are also statues "
        "and stone decorations."
    )

    def points(self, state: Imhotep) -> dict[str, list[int]]:
        return {PRIVATE_QUARRY: [scored.get(PRIVATE_QUARRY, 0) for scored in state.scored]}

    def view(self, state: Imhotep) -> Json:
        return {"cards": len(CARDS) - BASE_DECK}
