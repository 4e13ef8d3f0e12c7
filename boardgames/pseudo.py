"""A language that nobody speaks: English with strange letters, a third longer.

Whoever reads a page in it sees what was never marked for translation, since that is still plain,
and what breaks where words are longer. It is there in tests and in development.
"""

import re
from collections.abc import Iterable

LANGUAGE = "en-xa"
NAME = "[Ëñĝļîšĥ]"

_LETTERS = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ",
)
#: What must stay as it is: names to be filled in, tags, entities, addresses.
_FIXED = re.compile(
    r"%\(\w+\)[sd]|%%|%[sd]|\{[^{}]*\}|<[^<>]+>|&(?:#?\w+);|https?://\S+|\n|\\[nrt]"
)
_LONGER = "·ǝ"


def said(text: str) -> str:
    """The text in this language."""
    spoken, last = [], 0
    for fixed in _FIXED.finditer(text):
        spoken += [text[last : fixed.start()].translate(_LETTERS), fixed.group()]
        last = fixed.end()
    spoken.append(text[last:].translate(_LETTERS))
    words = sum(map(len, spoken[::2]))
    longer = (_LONGER * words)[: -(-words // 3)]
    body = "".join(spoken)
    end = len(body.rstrip())
    return f"{body[:end]}{longer}{body[end:]}" if body.strip() else body


def translation(message: str | Iterable[str]) -> str | tuple[str, ...]:
    """Of a message, or of one with a plural."""
    return said(message) if isinstance(message, str) else tuple(map(said, message))
