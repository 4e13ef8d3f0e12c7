"""Checks that a package uses one word for one thing.

Its ``TERMS`` list for each language the word for a thing, and the words not to use instead, which
are found as in ``boardgames.words.terms``.
"""

from __future__ import annotations

from types import ModuleType

from boardgames.words import terms
from boardgames.words.catalogues import Owner
from games.checking.findings import Findings


def check_terms(table: ModuleType, catalogue: Owner, findings: Findings) -> None:
    """Look for such words in all messages of the package, translations included."""
    for language, words in getattr(table, "TERMS", {}).items():
        texts = terms.list_texts(catalogue, language)
        for term, others in words.items():
            if isinstance(others, str):
                findings.add(f"TERMS has {others!r} for {term!r}: name words in parentheses, (…,)")
                continue
            for word in others:
                _check_word(term, word, texts, findings)


def _check_word(term: str, word: str, texts: list[str], findings: Findings) -> None:
    places = terms.find_texts(word, texts)
    if places:
        findings.add(
            f"TERMS wants {term!r} and not {word!r} ({len(places)}): {places[0]!r:.300}",
            key=("terms", term, word),
        )
