"""Names of the things of Bali, and pieces of sentences about them."""

from __future__ import annotations

from ...engine import Json, Text, _, counted, ngettext
from ..tables import KINDS, PRIEST, ROW_LENGTH, SHRINE, STONEMASON

CARD = {
    STONEMASON: _("Mason"),
    PRIEST: _("Priest"),
    SHRINE: _("Shrine"),
    "rice": _("Rice farmer"),
    "peanut": _("Peanut farmer"),
    "banana": _("Banana farmer"),
    "paprika": _("Paprika farmer"),
}
# As short as it has to be on a card.
BRIEF = {
    **{card: CARD[card] for card in (STONEMASON, PRIEST, SHRINE)},
    "rice": _("Rice"),
    "peanut": _("Peanut"),
    "banana": _("Banana"),
    "paprika": _("Paprika"),
}
CARDS_OF = {
    STONEMASON: _("Masons"),
    PRIEST: _("Priests"),
    SHRINE: _("Shrines"),
    "rice": _("Rice farmers"),
    "peanut": _("Peanut farmers"),
    "banana": _("Banana farmers"),
    "paprika": _("Paprika farmers"),
}
A_CARD = {
    STONEMASON: _("a stonemason"),
    PRIEST: _("a priest"),
    SHRINE: _("a shrine"),
    "rice": _("a rice farmer"),
    "peanut": _("a peanut farmer"),
    "banana": _("a banana farmer"),
    "paprika": _("a paprika farmer"),
}
FARMERS = {
    "rice": _("{n} rice farmers"),
    "peanut": _("{n} peanut farmers"),
    "banana": _("{n} banana farmers"),
    "paprika": _("{n} paprika farmers"),
}
# What the offering cards show: by itself, and within a sentence.
OFFERING = {
    "rice": _("Rice"),
    "peanut": _("Peanuts"),
    "banana": _("Bananas"),
    "paprika": _("Paprika"),
}
GOODS = {
    "rice": _("rice"),
    "peanut": _("peanuts"),
    "banana": _("bananas"),
    "paprika": _("paprika"),
}
_FARMER = _(
    "Scored: an offering card of the kind for everyone who has such a farmer, and one more for a "
    "sole majority of at least two. Each farmer makes such a card one stone cheaper to buy, down "
    "to nothing."
)
CARD_TEXTS = {
    STONEMASON: _(
        "Scored: 1 stone for each mason, and one more for a sole majority of at least two."
    ),
    PRIEST: _("Scored: 1 point for each priest, and one more for a sole majority of at least two."),
    SHRINE: _(
        "Costs 7 stones; then everyone who has an offering card offers one. Scored: 1 point or 1 "
        "stone for each shrine, and one more for a sole majority of at least two. Worth 4 points "
        "each at the end."
    ),
    **dict.fromkeys(KINDS, _FARMER),
}
SOURCES = {
    "markers": _("Point markers"),
    "shrines": _("Shrines"),
    "stones": _("Stones"),
    "rice": _("Rice"),
    "peanut": _("Peanuts"),
    "banana": _("Bananas"),
    "paprika": _("Paprika"),
}


# Pieces of sentences -----------------------------------------------------------------------------


def cards(card: str, number: int) -> Text:
    """So many cards, as something played or taken: "a priest", "2 rice farmers"."""
    return Text(A_CARD[card]) if number == 1 else Text(FARMERS[card], n=number)


def titled(card: str, number: int) -> Text:
    """So many cards by themselves: "Priest", "2 rice farmers"."""
    return Text(CARD[card]) if number == 1 else Text(FARMERS[card], n=number)


def stones(number: int) -> Text:
    return counted(number, ngettext("{n} stone", "{n} stones"))


def points(number: int) -> Text:
    return counted(number, ngettext("{n} point", "{n} points"))


def offerings(kind: str, number: int) -> Text:
    return Text(_("{n} × {offering}"), n=number, offering=Text(GOODS[kind]))


def gained(card: str, number: int) -> Text:
    """What the scoring of a card brings."""
    if card == STONEMASON:
        return stones(number)
    if card == PRIEST:
        return points(number)
    if card == SHRINE:
        return counted(number, ngettext("{n} point or stone", "{n} points or stones"))
    return offerings(card, number)


def ends_game(view: Json, row: int) -> bool:
    """Whether taking the front card of a row has the last cards of the deck dealt."""
    return len(view["rows"][row]["cards"]) == 1 and view["deck"] <= ROW_LENGTH


def what_follows(view: Json, row: int) -> Text:
    """What follows if the front card of a row is taken last."""
    if ends_game(view, row):
        return Text(_("the game ends"))
    card = view["rows"][row]["next"]
    if card is None:
        return Text(_("the new row decides what is scored"))
    return Text(_("scoring: {cards}"), cards=Text(CARDS_OF[card]))
