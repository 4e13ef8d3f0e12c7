"""One word for one thing: words that the service's pages do not use, and finding them.

An inflected form is listed like any other word. A word in small letters also covers the capitalised
form at the beginning of a sentence. Game packages have ``TERMS`` of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from boardgames.words.catalogues import Owner

#: By language: the word for a thing, and the words that it replaces.
TERMS: dict[str, dict[str, tuple[str, ...]]] = {
    "en": {
        "spectator": ("onlooker", "onlookers", "kibitzer", "kibitzers"),
        "cancel": ("call off", "calls off", "called off", "call it off"),
        "time ran out": ("lapsed", "timed out"),
        "paused": ("rests",),
        "standing instruction": ("answer ahead", "standing answer"),
        "cache": ("keeper",),
        "package error": ("trouble", "troubles", "slip", "slips"),
        "resign": ("give up", "gives up", "gave up", "given up", "let go"),
        "deferred": ("put aside",),
    },
    "de": {
        "Zuschauer": ("Zuschauende", "Zuschauenden"),
        "Konto": ("Account", "Accounts"),
        "Person": ("User", "Usern", "Nutzer", "Nutzern", "Benutzer", "Benutzern"),
        "anmelden": ("einloggen", "Login", "ausloggen"),
        "E-Mail": ("Email", "Emails"),
        "Frist": ("Deadline", "Timeout"),
        "Partie": ("Game", "Match"),
        "absagen": ("annulliert", "storniert", "canceln"),
    },
}
_NAMED = re.compile(r"\{[^{}]*\}|%\(\w+\)s|<[^>]*>")


def list_texts(catalogue: Owner, language: str) -> list[str]:
    """Every message of the catalogue in that language, in all its forms."""
    if language == "en":
        return [text for message in catalogue.extracted(language) for text in _forms(message.id)]
    translated = catalogue.translated(language).values()
    return [text for message in translated for text in _forms(message)]


def find_texts(word: str, texts: Iterable[str]) -> list[str]:
    """The texts that use this word, ignoring placeholders and tags."""
    found = re.compile(rf"(?<!\w){_either_case(word)}(?!\w)")
    return [text for text in texts if found.search(_NAMED.sub(" ", text))]


def _either_case(word: str) -> str:
    first, rest = word[0], re.escape(word[1:])
    return f"[{first}{first.upper()}]{rest}" if first.islower() else re.escape(first) + rest


def _forms(message: object) -> Iterator[str]:
    if message:
        yield from map(str, message if isinstance(message, tuple | list) else (message,))
