"""All market cards, by name."""

from __future__ import annotations

from ..engine import Game, Text, _
from .blue_cards import Blue, Chisel, Hammer, Lever, Sail
from .cards import Card, Decoration, RedStone, Statue
from .new_cards import Gangplank, PrivateQuarry, Raft, Sledge, StoneDecoration
from .state import Imhotep
from .tables import CARDS

CARD_KINDS: dict[str, Card] = {
    "entrance": RedStone("pyramid"),
    "sarcophagus": RedStone("tomb"),
    "paved_path": RedStone("obelisks"),
    "private_quarry": PrivateQuarry(),
    "pyramid_decoration": Decoration("pyramid"),
    "temple_decoration": Decoration("temple"),
    "tomb_decoration": Decoration("tomb"),
    "obelisk_decoration": Decoration("obelisks"),
    "stone_decoration": StoneDecoration(),
    "statue": Statue(),
    "sledge": Sledge(),
    "lever": Lever(),
    "hammer": Hammer(),
    "sail": Sail(),
    "chisel": Chisel(),
    "raft": Raft(),
    "gangplank": Gangplank(),
}
#: Those that are played as an action.
BLUE_CARDS = {name: kind for name, kind in CARD_KINDS.items() if isinstance(kind, Blue)}
#: Their ids.
BLUE = frozenset(card for card, name in enumerate(CARDS) if name in BLUE_CARDS)
#: The sources of points that cards held can bring.
CARD_SOURCES = ("statues", "decorations", "blue_cards")


def receive_card(game: Game[Imhotep], seat: int, card: int) -> None:
    """Step: a seat gets a market card."""
    CARD_KINDS[CARDS[card]].received(game, seat, card)


def playable(state: Imhotep, seat: int) -> list[str]:
    """The names of the blue cards in a seat's hand that can do something now."""
    names = sorted({CARDS[card] for card in state.cards[seat] if card in BLUE})
    return [name for name in names if BLUE_CARDS[name].playable(state, seat)]


def obstacle(state: Imhotep, seat: int, name: str) -> Text:
    """Why a card of this name cannot be played now."""
    if name in BLUE_CARDS:
        return BLUE_CARDS[name].obstacle(state, seat)
    return Text(_KEPT[CARD_KINDS[name].colour])


_KEPT = {
    "red": _("Its effect is over."),
    "gold": _("Its effect lasts as long as you have it."),
    "green": _("You do not play it: it scores at the end of the game."),
    "purple": _("You do not play it: it scores at the end of the game."),
}
