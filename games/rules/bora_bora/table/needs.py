"""What the tasks ask for, in words."""

from __future__ import annotations

from typing import NamedTuple

from ...engine import Text, _, listed
from ..tasks import NEEDS, Need
from . import names


class Asked(NamedTuple):
    """``words`` within a sentence, and the drawing that stands for it."""

    words: str
    icon: str


ASKED = {
    "men": Asked(_("{n} × man"), "man"),
    "women": Asked(_("{n} × woman"), "woman"),
    "priests": Asked(_("{n} × priest in the temple"), "priest"),
    "first": Asked(_("{n} × first in turn order"), "first"),
    "regions": Asked(_("{n} × region with a hut of yours"), "island"),
    "islands": Asked(_("{n} × island with a hut of yours"), "islands"),
    "different_men": Asked(_("{n} × man, all different"), "man"),
    "different_women": Asked(_("{n} × woman, all different"), "woman"),
    "people_of": Asked(_("{n} × person ({of})"), "people"),
    "pushed_men": Asked(_("{n} × man pushed down"), "man"),
    "pushed_women": Asked(_("{n} × woman pushed down"), "woman"),
    "pushed": Asked(_("{n} × person pushed down"), "people"),
    "jewels": Asked(_("{n} × jewel"), "jewel"),
    "different_jewels": Asked(_("{n} × jewel, all different"), "jewel"),
    "jewels_of": Asked(_("{n} × jewel: {of}"), ""),
    "built": Asked(_("{n} × building tile built"), "build"),
    "god_tiles": Asked(_("{n} × god tile"), "god_tile"),
    "offerings": Asked(_("{n} × offering"), "offering"),
    "shells": Asked(_("{n} × shell"), "shell"),
    "material": Asked(_("{n} × material: {of}"), ""),
    "materials": Asked(_("{n} × material"), "material"),
    "terrain": Asked(_("{n} × region with a hut: {of}"), ""),
    "fish": Asked(_("{n} × region with this fish: {of}"), ""),
    "stored": Asked(_("{n} × hut on space 12"), "hut"),
    "cards": Asked(_("{n} × god card: {of}"), ""),
    "equal_cards": Asked(_("{n} × god card, all equal"), "god"),
    "different_cards": Asked(_("{n} × god card, all different"), "god"),
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
