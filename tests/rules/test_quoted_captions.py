"""What a game's texts quote is written on a button, a card or a heading, in each language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from games.rules import registry

ROOT = Path(__file__).resolve().parents[2]
SITE = [ROOT / f"{app}/locale/de/LC_MESSAGES/django.po" for app in ("boardgames", "games")]
QUOTED = {"en": re.compile("“([^”]+)”"), "de": re.compile("„([^“]+)“")}
#: Printed games are called so on no page.
PRINTED = {"The Temple of Shiva", "A New Dynasty", "Eine neue Dynastie"}


def texts(file: Path, language: str) -> Iterator[str]:
    with file.open("rb") as opened:
        for message in read_po(opened, locale="de"):
            said = message.id if language == "en" else message.string
            yield from [said] if isinstance(said, str) else said or ()


@pytest.mark.parametrize("language", QUOTED)
@pytest.mark.parametrize("slug", registry.OWN)
def test_what_is_quoted_is_written_somewhere(slug: str, language: str) -> None:
    package = ROOT / f"games/rules/{slug}/table/locale/de/LC_MESSAGES/django.po"
    own = [*texts(package, language)]
    written = {text.casefold() for file in [package, *SITE] for text in texts(file, language)}
    quoted = {each for text in own for each in QUOTED[language].findall(text)} - PRINTED
    assert {each for each in quoted if each.casefold() not in written} == set()
