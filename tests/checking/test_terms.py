"""A word that a package does not want is found, in English and in each language it is told in."""

from pathlib import Path
from types import ModuleType

import pytest

from boardgames.words.catalogues import Owner
from games.checking import terms
from games.checking.findings import Findings
from games.checking.table import check_table
from games.rules.imhotep import rules, table

SOURCE = """
_("A region pays {landscape}."), _("Regional pay"), ngettext("{n} tile", "{n} tiles"), _("Into it")
"""
GERMAN = r"""
msgid ""
msgstr "Content-Type: text/plain; charset=utf-8\nPlural-Forms: nplurals=2; plural=(n != 1);\n"

msgid "A region pays {landscape}."
msgstr "Zahlen: eine Region bringt {landscape}."

msgid "{n} tile"
msgid_plural "{n} tiles"
msgstr[0] "{n} Plättchen"
msgstr[1] "{n} Kacheln"

msgid "Into it"
msgstr "Weg damit"
"""


@pytest.fixture
def package(tmp_path: Path) -> Owner:
    folder = tmp_path / "locale" / "de" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "django.po").write_text(GERMAN, encoding="utf-8")
    (tmp_path / "words.py").write_text(SOURCE, encoding="utf-8")
    return Owner(tmp_path / "locale", (tmp_path / "words.py",), tmp_path)


def found(package: Owner, language: str, term: str, *words: str) -> list[str]:
    told = ModuleType("table")
    told.TERMS = {language: {term: words}}  # type: ignore[attr-defined]
    findings = Findings("alps")
    terms.check_terms(told, package, findings)
    return [finding.what for finding in findings.all()]


def test_a_word_that_is_not_to_be_used_is_named_in_english(package: Owner) -> None:
    assert found(package, "en", "area", "region", "zone") == [
        "TERMS wants 'area' and not 'region' (1): 'A region pays {landscape}.'"
    ]


def test_a_word_that_is_not_to_be_used_is_named_in_german(package: Owner) -> None:
    assert found(package, "de", "Gebiet", "Region") == [
        "TERMS wants 'Gebiet' and not 'Region' (1): 'Zahlen: eine Region bringt {landscape}.'"
    ]


def test_words_count_as_wholes_and_by_the_forms_that_are_listed(package: Owner) -> None:
    assert found(package, "en", "area", "reg", "landscape") == []
    assert len(found(package, "en", "piece", "tile", "tiles")) == 2
    assert found(package, "de", "Plättchen", "Kachel") == []
    assert len(found(package, "de", "Plättchen", "Kachel", "Kacheln")) == 1


def test_a_small_word_may_begin_a_sentence_and_a_large_one_is_never_small(package: Owner) -> None:
    assert len(found(package, "de", "bezahlen", "zahlen")) == 1
    assert found(package, "de", "Strecke", "Bringt") == []


def test_words_that_are_not_in_parentheses_are_a_fault(package: Owner) -> None:
    told = ModuleType("table")
    told.TERMS = {"de": {"Gebiet": "Region"}}  # type: ignore[attr-defined]
    findings = Findings("alps")
    terms.check_terms(told, package, findings)
    [finding] = findings.all()
    assert "name words in parentheses" in finding.what


@pytest.mark.slow
def test_the_check_of_a_table_finds_such_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.checking.table.positions", lambda *args: ())
    planted = {"en": {"rock": ("stone",)}, "de": {"Brocken": ("Stein",)}}
    monkeypatch.setattr(table, "TERMS", planted, raising=False)
    said = "\n".join(finding.what for finding in check_table(rules).findings)
    assert "TERMS wants 'rock' and not 'stone'" in said
    assert "TERMS wants 'Brocken' and not 'Stein'" in said
