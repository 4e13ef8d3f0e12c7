"""What the things of Bomarzo are called, and amounts of goods in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import asdict

from ...engine import Name, Text, _, counted, listed, ngettext
from ...engine import goods as amounts_of
from ..offering import Need
from ..payments import CARD, COIN_AS_FOOD, FOOD_AS_COIN
from ..reconstructed import CARDS
from ..tables import COIN, FOOD, WINE

DEITIES = {
    "genio": _("Genio"),
    "orco": _("Orco"),
    "dea": _("Dea"),
    "gigante": _("Gigante"),
    "elefante": _("Elefante"),
    "tartaruga": _("Tartaruga"),
    "balena": _("Balena"),
    "drago": _("Drago"),
}
FAVOURS = {
    "genio": _("Draw 2 cards."),
    "orco": _(
        "Take a food or a coin from each other deity, or all food or all coins from one of them."
    ),
    "dea": _("Take 2 steps with the workers of your village."),
    "gigante": _("Play or upgrade a card with a building."),
    "elefante": _("Play or upgrade a card with knowledge."),
    "tartaruga": _("Discard 1 or 2 cards; for each, take a step on a track of the board."),
    "balena": _("Play or upgrade a card with a character."),
    "drago": _("Put a card from your hand face down under a deity."),
}
CATEGORIES = {
    "science": _("the science track"),
    "culture": _("the culture track"),
    "architecture": _("the architecture track"),
    "food": _("food in the village"),
    "coin": _("coins in the village"),
    "building": _("buildings on upgraded cards"),
    "knowledge": _("knowledge on upgraded cards"),
    "character": _("characters on upgraded cards"),
}
AREAS = {"wine": _("Terraces"), "food": _("Fields"), "coin": _("Caves")}
TRACKS = {
    "culture": _("Culture"),
    "architecture": _("Architecture"),
    "science": _("Science"),
}
GOODS = {"food": _("food"), "coin": _("coins"), "wine": _("wine")}
ONE = {"food": _("Food"), "coin": _("Coin"), "wine": _("Wine")}
WORKERS = {
    "food": _("Food"),
    "coin": _("Coins"),
    "wine": _("Wine"),
    "pawn": _("Pawns"),
    "card": _("Cards"),
}
SYMBOLS = {
    "building": _("Buildings"),
    "knowledge": _("Knowledge"),
    "character": _("Characters"),
}
TEMPLES = {
    "moon": _("moon"),
    "sun": _("sun"),
    "star": _("star"),
    "flame": _("flame"),
    "wave": _("wave"),
}
EXTRAS = {
    "food": _("1 food a season"),
    "coin": _("1 coin a season"),
    "wine": _("1 wine a season"),
    "card": _("1 card a season"),
    "vision": _("Vision: draw 2 more cards and put 2 back, once a season"),
    "repetition": _("Repetition: a second pawn on a deity, once a season"),
    "raise": _("Raise: 3 more goods on a deity that you call, once a season"),
    "exchange": _("Exchange: a food counts as a coin or a coin as food, once a season"),
    "dragon": _("Dragon: one more card under a deity when you use Drago, once a season"),
}
ABILITIES = {
    "vision": _("Vision"),
    "repetition": _("Repetition"),
    "raise": _("Raise"),
    "exchange": _("Exchange"),
    "dragon": _("Dragon"),
}
TILES = {
    "white": _("white"),
    "black": _("black"),
    "green": _("green"),
    "yellow": _("yellow"),
    "brown": _("brown"),
}
TILE_TEXTS = {
    "white": _("no special rule"),
    "black": _("villages give no goods and no cards"),
    "green": _("everybody places at most 2 pawns"),
    "yellow": _("nobody may copy"),
    "brown": _("abilities of cards do not work"),
}
SOURCES = {
    "firsts": _("First on a marked space"),
    "temples": _("Different temples"),
    "fulfilled": _("Worship cards fulfilled"),
    "unfulfilled": _("Worship cards not fulfilled"),
    **DEITIES,
}

#: The goods of a payment, as the form for it calls them.
PURSE = (_("food"), _("coin"), _("wine"), _("card"), _("food as coin"), _("coin as food"))
assert {FOOD, COIN, WINE, CARD, FOOD_AS_COIN, COIN_AS_FOOD} == set(PURSE)

#: So many of each, in the order in which they are told.
NUMBERS: dict[str, Name] = {
    FOOD: _("food"),
    COIN: ngettext("{n} coin", "{n} coins"),
    WINE: _("wine"),
    CARD: ngettext("{n} card", "{n} cards"),
    FOOD_AS_COIN: _("food as coin"),
    COIN_AS_FOOD: ngettext("{n} coin as food", "{n} coins as food"),
}
_NEEDED: dict[str, Name] = {
    FOOD: NUMBERS[FOOD],
    COIN: NUMBERS[COIN],
    "any": ngettext("{n} good of any kind", "{n} goods of any kind"),
}


def deity(name: object) -> Text:
    return Text(DEITIES[str(name)])


def card(card_id: object, level: int = 1) -> Text:
    """The name of a card's side."""
    face = CARDS[str(card_id)]
    return Text(face.name if level == 1 else face.upgraded)


def cards(ids: Iterable[object]) -> Text:
    return listed(map(card, ids))


def number(good: str, n: int) -> Text:
    """ "2 coins"."""
    return counted(n, NUMBERS[good])


def goods(amounts: Mapping[str, int]) -> Text:
    """ "1 food, 2 coins", or "nothing"."""
    return amounts_of(amounts, NUMBERS)


def needed(need: Need) -> Text:
    """ "1 food, 2 goods of any kind"."""
    return amounts_of(asdict(need), _NEEDED)
