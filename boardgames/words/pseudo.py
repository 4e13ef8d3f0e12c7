"""A pseudo-language: English with strange letters, a third longer.

A page in it shows which text was never marked for translation, since that is still plain, and which
parts break with longer words. It exists in tests and in development.
"""

import re
from collections.abc import Iterable

LANGUAGE = "en-xa"
NAME = "[Ëñĝļîšĥ]"

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅɃÇÐÉƑĜĤÎĴĶĻⱮÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
#: Parts that must stay: placeholders, tags, entities, addresses.
_FIXED = re.compile(
    r"%\(\w+\)[sd]|%%|%[sd]|\{[^{}]*\}|<[^<>]+>|&(?:#?\w+);|https?://\S+|\n|\\[nrt]"
)
_WORD = re.compile(r"[A-Za-z]+")
_LONGER = "ǝ"


def pseudo_translate(text: str) -> str:
    """The text in this language; date formats ("M j", "H:i") are left alone."""
    if not re.search("[A-Za-z]{2}", text):
        return text
    spoken, last = [], 0
    for fixed in _FIXED.finditer(text):
        spoken += [_WORD.sub(_strange, text[last : fixed.start()]), fixed.group()]
        last = fixed.end()
    return "".join([*spoken, _WORD.sub(_strange, text[last:])])


def _strange(word: re.Match[str]) -> str:
    return word.group().translate(_LETTERS) + _LONGER * round(len(word.group()) / 3)


def translation(message: str | Iterable[str]) -> str | tuple[str, ...]:
    """The translation of a message, or of one with a plural."""
    return (
        pseudo_translate(message)
        if isinstance(message, str)
        else tuple(map(pseudo_translate, message))
    )
