"""Figures that were only ever printed as pictures, made up anew to fit the rulebook.

``CONFIDENCE`` says how sure each figure is, and the help shows it. A better source only has to
replace figures here.
"""

from __future__ import annotations

from typing import NamedTuple

from ..engine import _

TRACKS = ("culture", "architecture", "science")
BUILDING, KNOWLEDGE, CHARACTER = "building", "knowledge", "character"
SYMBOLS = (BUILDING, KNOWLEDGE, CHARACTER)
TEMPLES = ("moon", "sun", "star", "flame", "wave")
ABILITIES = ("vision", "repetition", "raise", "exchange", "dragon")

CONFIDENCE = {
    "village": _(
        "Likely: five tracks, for food, coins, wine, pawns and cards. Reconstructed: how "
        "long they are and where their symbols are."
    ),
    "spots": _(
        "Certain: a track ends at 10, and marked spaces score the first player a point. "
        "Reconstructed: which spaces are marked."
    ),
    "mossy": _("Certain: mossy deities ask for less, some for nothing. Reconstructed: how much."),
    "tiles": _(
        "Certain: twelve season tiles, and what each colour does. Reconstructed: how many "
        "tiles of each colour there are."
    ),
    "cards": _(
        "Certain: 45 cards, what their two sides carry, the five abilities, and the few "
        "cards in the rulebook's examples. Reconstructed: all else on the cards, and all "
        "names except Altar and Cathedral."
    ),
    "temples": _(
        "Certain: five temple symbols, and the name of the moon. Reconstructed: the other "
        "names, and how many cards show each symbol."
    ),
}

#: The spaces of the village's tracks that show a symbol; a track ends with its last one.
VILLAGE: dict[str, tuple[int, ...]] = {
    "food": (1, 3, 4, 6),
    "coin": (1, 3, 4, 6),
    "wine": (2, 4, 6),
    "pawn": (2, 5),
    "card": (2, 4, 6),
}

#: The spaces of each board track that bring the first who reaches them a point.
SPOTS = (4, 7, 10)

#: What a mossy deity asks, as (food, coin, goods of any kind): one good less than when awake.
MOSSY: dict[str, tuple[int, int, int]] = {
    "genio": (0, 0, 0),
    "orco": (0, 0, 0),
    "dea": (0, 0, 1),
    "gigante": (1, 1, 0),
    "elefante": (1, 1, 0),
    "tartaruga": (0, 0, 0),
    "balena": (1, 1, 0),
    "drago": (0, 0, 0),
}

#: How many season tiles there are of each colour; eight of the twelve are used.
TILES = {"white": 4, "black": 2, "green": 2, "yellow": 2, "brown": 2}


class Card(NamedTuple):
    """A development card; steps are by track, in the order of ``TRACKS``."""

    id: str
    name: str
    upgraded: str
    symbols: tuple[str, ...]
    first_steps: tuple[int, int, int]
    temple: str
    worship: int
    second_steps: tuple[int, int, int]
    #: The income or ability of level 2.
    extra: str = ""


B, K, P = SYMBOLS
_CARDS = (
    Card("B01", _("Altar"), _("Cathedral"), (B,), (1, 0, 0), "moon", 4, (2, 2, 0)),
    Card("B02", _("Watchtower"), _("Fortress"), (B,), (0, 2, 0), "sun", 2, (2, 0, 1)),
    Card("B03", _("Belvedere"), _("Observatory"), (B,), (0, 1, 0), "star", 5, (0, 3, 0), "vision"),
    Card("B04", _("Quarry"), _("Stoneworks"), (B,), (0, 0, 1), "flame", 1, (0, 2, 1), "repetition"),
    Card("B05", _("Boundary Wall"), _("Gatehouse"), (B,), (1, 0, 0), "wave", 3, (0, 1, 2), "raise"),
    Card(
        "B06",
        _("Market Stall"),
        _("Market Hall"),
        (B,),
        (0, 1, 1),
        "moon",
        5,
        (1, 1, 0),
        "exchange",
    ),
    Card("B07", _("Grotto"), _("Dragon Shrine"), (B,), (0, 1, 0), "moon", 2, (1, 2, 0), "dragon"),
    Card("B08", _("Barn"), _("Granary"), (B,), (1, 1, 0), "wave", 1, (0, 1, 1), "food"),
    Card("B09", _("Counting Room"), _("Bank"), (B,), (0, 1, 1), "star", 3, (1, 1, 0), "coin"),
    Card("B10", _("Press House"), _("Wine Cellar"), (B,), (0, 0, 1), "flame", 4, (0, 2, 0), "wine"),
    Card("B11", _("Workshop"), _("Builders' Lodge"), (B,), (0, 1, 0), "sun", 2, (1, 0, 1), "card"),
    Card("K01", _("Numerals"), _("Geometry"), (K,), (0, 1, 0), "star", 1, (0, 2, 2)),
    Card("K02", _("Sketchbook"), _("Perspective"), (K,), (0, 0, 2), "star", 2, (1, 2, 0)),
    Card("K03", _("Star Chart"), _("Astronomy"), (K,), (0, 0, 1), "flame", 3, (0, 0, 3), "vision"),
    Card(
        "K04", _("Pattern Book"), _("Printing"), (K,), (1, 0, 0), "star", 5, (1, 0, 2), "repetition"
    ),
    Card("K05", _("Rhetoric"), _("Diplomacy"), (K,), (0, 1, 0), "moon", 2, (2, 0, 1), "raise"),
    Card("K06", _("Ledger"), _("Accounts"), (K,), (1, 0, 1), "sun", 3, (0, 1, 1), "exchange"),
    Card("K07", _("Rune Lore"), _("Demonology"), (K,), (0, 0, 1), "wave", 3, (0, 1, 2), "dragon"),
    Card("K08", _("Crop Notes"), _("Agronomy"), (K,), (0, 1, 1), "flame", 4, (1, 0, 1), "food"),
    Card("K09", _("Coin Lore"), _("Minting"), (K,), (1, 0, 1), "wave", 4, (0, 1, 1), "coin"),
    Card("K10", _("Grafting"), _("Viticulture"), (K,), (1, 0, 0), "moon", 1, (0, 0, 2), "wine"),
    Card("K11", _("Copybook"), _("Archive"), (K,), (0, 0, 1), "sun", 5, (1, 1, 0), "card"),
    Card("P01", _("Novice"), _("Bishop"), (P,), (0, 0, 1), "flame", 3, (2, 0, 2)),
    Card("P02", _("Apprentice"), _("Master Painter"), (P,), (2, 0, 0), "wave", 5, (0, 1, 2)),
    Card("P03", _("Hermit"), _("Seer"), (P,), (1, 0, 0), "wave", 1, (3, 0, 0), "vision"),
    Card("P04", _("Page"), _("Steward"), (P,), (0, 1, 0), "sun", 4, (2, 1, 0), "repetition"),
    Card("P05", _("Envoy"), _("Ambassador"), (P,), (0, 0, 1), "star", 4, (1, 2, 0), "raise"),
    Card("P06", _("Pedlar"), _("Merchant"), (P,), (1, 1, 0), "flame", 2, (1, 0, 1), "exchange"),
    Card("P07", _("Acolyte"), _("Dragon Priest"), (P,), (1, 0, 0), "sun", 4, (2, 0, 1), "dragon"),
    Card("P08", _("Farmhand"), _("Bailiff"), (P,), (1, 0, 1), "sun", 3, (1, 1, 0), "food"),
    Card("P09", _("Collector"), _("Banker"), (P,), (1, 1, 0), "moon", 1, (1, 0, 1), "coin"),
    Card("P10", _("Cupbearer"), _("Vintner"), (P,), (0, 1, 0), "moon", 5, (2, 0, 0), "wine"),
    Card("P11", _("Scribe"), _("Humanist"), (P,), (1, 0, 0), "star", 1, (0, 1, 1), "card"),
    Card("BK1", _("Mill Plan"), _("Water Mill"), (B, K), (0, 1, 1), "moon", 4, (0, 1, 1), "food"),
    Card("BK2", _("Scriptorium"), _("Academy"), (B, K), (1, 0, 0), "wave", 2, (1, 0, 1), "card"),
    Card("BK3", _("Sundial"), _("Clock Tower"), (B, K), (0, 1, 1), "flame", 1, (1, 1, 1)),
    Card("BK4", _("Model Room"), _("Great Dome"), (B, K), (0, 1, 0), "sun", 5, (0, 2, 2)),
    Card("KP1", _("Herbalist"), _("Physician"), (K, P), (1, 0, 1), "star", 2, (1, 0, 1), "food"),
    Card("KP2", _("Alchemist"), _("Goldsmith"), (K, P), (1, 0, 1), "flame", 5, (1, 1, 0), "coin"),
    Card("KP3", _("Taster"), _("Distiller"), (K, P), (0, 1, 0), "wave", 2, (1, 0, 1), "wine"),
    Card("KP4", _("Tutor"), _("Philosopher"), (K, P), (0, 0, 1), "moon", 3, (2, 0, 2)),
    Card("BP1", _("Innkeeper"), _("Guild House"), (B, P), (1, 1, 0), "sun", 1, (1, 1, 0), "coin"),
    Card("BP2", _("Monk"), _("Abbey"), (B, P), (0, 0, 1), "star", 3, (0, 1, 1), "wine"),
    Card("BP3", _("Player"), _("Theatre"), (B, P), (0, 1, 0), "flame", 5, (1, 1, 0), "card"),
    Card("BP4", _("Mason"), _("Architect"), (B, P), (2, 0, 0), "wave", 4, (1, 2, 0)),
)
CARDS: dict[str, Card] = {card.id: card for card in _CARDS}
