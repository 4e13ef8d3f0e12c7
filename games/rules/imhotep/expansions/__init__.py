"""The expansions and variants, one module each; the options of a game choose them."""

from __future__ import annotations

from ..state import Imhotep
from . import favour
from .expansion import Expansion
from .favour import PharaohsFavour
from .hidden_cards import HiddenCards, deal_anew, shown_cards, shown_limit
from .new_deck import NewDeck
from .private_boats import PrivateBoats
from .prophecies import Prophecies
from .wagers import Wagers
from .wrath import Wrath

EXPANSIONS: tuple[Expansion, ...] = (
    Wrath(),
    PrivateBoats(),
    Wagers(),
    PharaohsFavour(),
    NewDeck(),
    Prophecies(),
    HiddenCards(),
)
#: The steps and the kinds of decision that they bring.
STEPS = favour.STEPS
KINDS = favour.KINDS


def expansions(state: Imhotep) -> list[Expansion]:
    """The expansions in this game."""
    options = state.options
    return [expansion for expansion in EXPANSIONS if options.get(expansion.name)]


__all__ = [
    "EXPANSIONS",
    "KINDS",
    "STEPS",
    "Expansion",
    "deal_anew",
    "expansions",
    "shown_cards",
    "shown_limit",
]
