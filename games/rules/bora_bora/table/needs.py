"""What the tasks ask for, in words."""

from __future__ import annotations

from typing import NamedTuple

from ...engine import Text, _, listed
from ..tasks import NEEDS, Need
from . import names


class Asked(NamedTuple):
    """``words`` within a sentence, the drawing that stands for it, and a short word below that."""

    words: str
    icon: str
    caption: str = ""


ASKED = {
    "men": Asked(_("{n} × man"), "man", _("men")),
    "women": Asked(_("{n} × woman"), "woman", _("women")),
    "priests": Asked(_("{n} × priest in the temple"), "priest", _("temple")),
    "first": Asked(_("{n} × first in turn order"), "first", _("first")),
    "regions": Asked(_("{n} × region with a hut of yours"), "island", _("regions")),
    "islands": Asked(_("{n} × island with a hut of yours"), "islands", _("islands")),
    "different_men": Asked(_("{n} × man, all different"), "man", _("different")),
    "different_women": Asked(_("{n} × woman, all different"), "woman", _("different")),
    "people_of": Asked(_("{n} × person ({of})"), "people", _("persons")),
    "pushed_men": Asked(_("{n} × man pushed down"), "man", _("pushed")),
    "pushed_women": Asked(_("{n} × woman pushed down"), "woman", _("pushed")),
    "pushed": Asked(_("{n} × person pushed down"), "people", _("pushed")),
    "jewels": Asked(_("{n} × jewel"), "jewel", _("jewels")),
    "different_jewels": Asked(_("{n} × jewel, all different"), "jewel", _("different")),
    "jewels_of": Asked(_("{n} × jewel: {of}"), "", _("jewels")),
    "built": Asked(_("{n} × building tile built"), "build", _("built")),
    "god_tiles": Asked(_("{n} × god tile"), "god_tile", _("god tiles")),
    "offerings": Asked(_("{n} × offering"), "offering", _("offerings")),
    "shells": Asked(_("{n} × shell"), "shell", _("shells")),
    "material": Asked(_("{n} × material: {of}"), "", _("material")),
    "materials": Asked(_("{n} × material"), "material", _("material")),
    "terrain": Asked(_("{n} × region with a hut: {of}"), "", _("huts")),
    "fish": Asked(_("{n} × region with this fish: {of}"), "", _("fish")),
    "stored": Asked(_("{n} × hut on space 12"), "hut", _("space 12")),
    "cards": Asked(_("{n} × god card: {of}"), "", _("cards")),
    "equal_cards": Asked(_("{n} × god card, all equal"), "god", _("equal")),
    "different_cards": Asked(_("{n} × god card, all different"), "god", _("different")),
}
OF = {
    "people_of": names.KINDS,
    "jewels_of": names.JEWEL_KINDS,
    "material": names.GOODS,
    "terrain": names.TERRAINS,
    "fish": names.FISH,
    "cards": names.COLOURS,
}
_DRAWN = {
    "jewels_of": "jewel-{}",
    "material": "good-{}",
    "terrain": "terrain-{}",
    "fish": "fish-{}",
    "cards": "god-{}",
}
_SIGNS = {
    **dict.fromkeys(("different_men", "different_women", "different_jewels"), "≠"),
    "different_cards": "≠",
    "equal_cards": "=",
    **dict.fromkeys(("pushed_men", "pushed_women", "pushed"), "↓"),
    "stored": "12",
}


def task(name: str) -> Text:
    """A task: "1 × man, 1 × priest in the temple"."""
    return listed(_words(need) for need in NEEDS[name])


def _words(need: Need) -> Text:
    words = ASKED[need.what].words
    if need.of:
        return Text(words, n=need.number, of=Text(OF[need.what][need.of]))
    return Text(words, n=need.number)


def drawn(what: str, of: str) -> tuple[str, str, str]:
    """How a need is drawn: its icon, a slip that says what such people do, a sign beside it."""
    if what == "people_of":
        return ASKED[what].icon, of, ""
    icon = _DRAWN[what].format(of) if of else ASKED[what].icon
    return icon, "", _SIGNS.get(what, "")
