"""Checks that messages are translated, and that translations name the same things.

It covers the languages that must be complete.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import Any

from babel import Locale
from django.conf import settings
from django.utils.translation import to_locale, trans_real

from boardgames.words import package_translations

#: The codes of these languages.
LANGUAGES: tuple[str, ...] = tuple(settings.COMPLETE_LANGUAGES)

_WORD = re.compile(r"[^\W\d_]{3,}")
_BRACES = re.compile(r"\{[^{}]*\}")
_SAID = re.compile(
    r'>([^<>]+)<|\s(?:aria-label|aria-description|data-tip|title|alt|placeholder)="([^"]*)"'
)


def called(language: str) -> str:
    """The English name of the language."""
    return str(Locale.parse(to_locale(language)).english_name)


def lacking(package: str, message: str) -> list[str]:
    """The names of the languages that lack a translation of the package's message."""
    if not has_words(message):
        return []
    return [
        called(code) for code in LANGUAGES if translations(package, message, None, code) is None
    ]


def translations(package: str, message: str, plural: str | None, language: str) -> list[str] | None:
    """A package's message in that language, in all its forms; None without a translation."""
    known: Any = _catalogue(language)
    for said in (package_translations.key(package, message), message):
        keys: list[object] = [said] if plural is None else [(said, 0), (said, 1)]
        found = [known.get(key) for key in keys]
        if None not in found:
            return found
    return None


def has_words(message: str) -> bool:
    """Whether there is something to translate, besides the placeholders."""
    return bool(re.search(r"[^\W\d_]{2,}", _BRACES.sub("", message)))


def strange(html: str, names: set[str], language: str) -> set[str]:
    """Words of a page in that language that no translation has, such as unmarked text.

    ``names`` are people's. A text may end with the beginning of a word or name, as ``name[:6]``
    does.
    """
    said = {_unescaped(text or attribute) for text, attribute in _SAID.findall(html)}
    found = {word.lower() for text in said for word in _WORD.findall(text)}
    unknown = found - _known(language) - names
    cut = {word.lower() for text in said for word in _WORD.findall(text.strip())[-1:]}
    begun = {word for word in cut if any(name.startswith(word) for name in names)}
    return {word for word in unknown - begun if word not in cut or not _begins(word, language)}


def words_of(text: str) -> set[str]:
    return {word.lower() for word in _WORD.findall(text)}


def _unescaped(text: str) -> str:
    return re.sub(r"&(?:#\d+|#x[\da-f]+|\w+);", " ", text)


def _catalogue(language: str) -> Any:
    return trans_real.translation(language)._catalog  # type: ignore[attr-defined]


@cache
def _known(language: str) -> set[str]:
    """Every word of every translation."""
    known = _catalogue(language)
    return {word for key, said in known.items() if key for word in words_of(str(said))}


def _begins(word: str, language: str) -> bool:
    """Whether some translation has a word that begins so."""
    words = _sorted(language)
    place = bisect_left(words, word)
    return place < len(words) and words[place].startswith(word)


@cache
def _sorted(language: str) -> list[str]:
    return sorted(_known(language))
