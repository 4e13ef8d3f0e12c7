"""Check that one thing has one word: a package names the words that it does not use.

They are in its ``TERMS``: for each language the word for a thing, and the words not to use instead.
An inflected form is a word like any other; one in small letters stands for the same with a capital,
as at the beginning of a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import ModuleType

from boardgames.words.catalogues import Owner
from games.checking.findings import Findings

_NAMED = re.compile(r"\{[^{}]*\}|%\(\w+\)s|<[^>]*>")


def check_terms(table: ModuleType, catalogue: Owner, findings: Findings) -> None:
    """Look for such words in all messages of the package, translations included."""
    for language, terms in getattr(table, "TERMS", {}).items():
        said = list(_said(catalogue, language))
        for term, others in terms.items():
            if isinstance(others, str):
                findings.add(f"TERMS has {others!r} for {term!r}: name words in parentheses, (…,)")
                continue
            for word in others:
                _check_word(term, word, said, findings)


def _check_word(term: str, word: str, said: list[str], findings: Findings) -> None:
    found = re.compile(rf"(?<!\w){_either(word)}(?!\w)")
    places = [text for text in said if found.search(_NAMED.sub(" ", text))]
    if places:
        findings.add(
            f"TERMS wants {term!r} and not {word!r} ({len(places)}): {places[0]!r:.300}",
            key=("terms", term, word),
        )


def _either(word: str) -> str:
    """The word, and with a capital if it has none."""
    first, rest = word[0], re.escape(word[1:])
    return f"[{first}{first.upper()}]{rest}" if first.islower() else re.escape(first) + rest


def _said(catalogue: Owner, language: str) -> Iterator[str]:
    """Each message of the package in that language, in all its forms."""
    if language == "en":
        for message in catalogue.extracted(language):
            yield from _forms(message.id)
    else:
        for said in catalogue.translated(language).values():
            yield from _forms(said)


def _forms(said: object) -> tuple[str, ...]:
    if not said:
        return ()
    return tuple(map(str, said)) if isinstance(said, tuple | list) else (str(said),)
