"""Texts as strings in a language, without the service: by the catalogues beside the rules."""

from __future__ import annotations

import gettext
from collections.abc import Sequence
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from ..engine import Player, Rules, Text
from ..engine.words import CONTEXT, bare

#: English is the language of the sources.
ENGLISH = "en"
COMMON = Path(__file__).parents[1] / "locale"


class NoLanguage(ValueError):
    """There is no catalogue for it."""


def languages() -> list[str]:
    """Those that texts can be in."""
    return [ENGLISH, *sorted(folder.name for folder in COMMON.glob("*") if folder.is_dir())]


def nearest(language: str | None) -> str:
    """This language if texts can be in it, otherwise English."""
    return language if language in languages() else ENGLISH


class Words:
    """The words of a game type in a language; ``people`` are the names of the seats."""

    def __init__(self, rules: Rules[Any], language: str, people: Sequence[str] = ()) -> None:
        folder = rules.folder
        folders = [folder / "table" / "locale"] if folder else []
        self._catalogues = [] if language == ENGLISH else _catalogues(language, *folders, COMMON)
        # In the service's catalogues a package's messages stand in a context of their own.
        self._own = f"package {rules.slug}{CONTEXT}"
        self.people = people
        self._rules = rules

    @cached_property
    def table(self) -> ModuleType | None:
        """The package of the type's words, None if it has none."""
        return table(self._rules)

    def say(self, said: Text | str, **values: Any) -> str:
        """A Text, or a message with its values, as a string."""
        text = Text(said, **values) if isinstance(said, str) else said
        filled = {name: self._value(each) for name, each in text.values.items()}
        return self._pattern(text).format(**filled)

    def _value(self, value: Any) -> str:
        if isinstance(value, Text):
            return self.say(value)
        if isinstance(value, Player):
            seat = value.seat
            return self.people[seat] if seat in range(len(self.people)) else str(seat)
        return str(value)

    def _pattern(self, text: Text) -> str:
        one, many, n = text.message, text.plural, text.values.get("n", 1)
        for prefix in (self._own, ""):
            for catalogue in self._catalogues:
                if many is None:
                    found = catalogue.gettext(prefix + one)
                else:
                    found = catalogue.ngettext(prefix + one, prefix + many, n)
                if found not in (prefix + one, prefix + (many or "")):
                    return found
        return bare(one if many is None or n == 1 else many)


@cache
def _catalogues(language: str, *folders: Path) -> list[gettext.NullTranslations]:
    """Those that there are, the first first."""
    found: list[gettext.NullTranslations] = [
        gettext.translation("django", folder, [language])
        for folder in folders
        if gettext.find("django", folder, [language])
    ]
    if not found:
        raise NoLanguage(f"there are no words for the language {language!r}")
    return found


def table(rules: Rules[Any]) -> ModuleType | None:
    """The ``table`` package of a game type, which has its words; None without one."""
    name = f"{rules.package}.table"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            raise
        return None
