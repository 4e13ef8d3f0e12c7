"""Slips of authors, planted in copies of two small games: the checks name each."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from jinja2 import ChoiceLoader, FileSystemLoader

from boardgames.words import catalogues
from games.checking import translated
from games.checking.table import TableReport, check_table
from games.pages.drawing.rendering import jinja
from games.rules import registry
from games.rules.engine import Rules, RulesError, State
from games.rules.engine import examine as examining
from games.rules.engine.examine import Report, examine
from games.rules.engine.reach import forget_sources
from tests.checking.planted import (
    GERMAN,
    IN_ABSTRACT_RULES,
    IN_ABSTRACT_TABLE,
    IN_RULES,
    IN_TABLE,
    RULES,
    UNNOTICED,
    Slip,
)

pytestmark = pytest.mark.slow

MILL = Path(__file__).parent / "mill"
OPENER = Path(settings.BASE_DIR) / "script" / "starters" / "abstract" / "opener"
#: Of these, two processes tell what one does not.
IN_PROCESSES = ("the order of a set", "chance of one's own in the set-up")


@pytest.fixture(scope="module")
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The mill's German, read once for all copies; one that has another reads that first."""
    locale = tmp_path_factory.mktemp("sound") / "table" / "locale"
    shutil.copytree(MILL / "table" / "locale", locale)
    sound = Rules("mill", "The mill", State, players=(3,), package="")
    catalogues.Owner(locale, (), locale, sound).compile("de")
    with override_settings(LOCALE_PATHS=[*settings.LOCALE_PATHS, locale]):
        forget_words()
        yield
    forget_words()


def forget_words() -> None:
    """Which words translations have: a process that checks a package reads that once."""
    translated._known.cache_clear()
    translated._sorted.cache_clear()


class Copy:
    """A copy of a package as one from outside that the service has found."""

    def __init__(self, package: Path, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.patch = folder / package.name, patch
        ignored = shutil.ignore_patterns("__pycache__", "*.mo")
        shutil.copytree(package, self.folder, ignore=ignored)

    def change(self, slip: Slip) -> None:
        file = self.folder / slip.file
        text = file.read_text()
        assert text.count(slip.old) == 1, "the package has changed: plant this slip elsewhere"
        file.write_text(text.replace(slip.old, slip.new))

    def rules(self) -> Rules[Any]:
        environment: Any = jinja()
        loader = FileSystemLoader(self.folder / "table" / "templates")
        self.patch.setattr(environment, "loader", ChoiceLoader([loader, environment.loader]))
        self.patch.syspath_prepend(str(self.folder.parent))
        forget(self.folder.name)
        rules: Rules[Any] = import_module(f"{self.folder.name}.rules").rules
        catalogue = {each.slug: each for each in [*registry.all(), rules]}
        self.patch.setattr(registry, "_catalogue", lambda: catalogue)
        return rules


def forget(package: str) -> None:
    """All that is kept of the last copy."""
    for name in [name for name in sys.modules if name.partition(".")[0] == package]:
        del sys.modules[name]
    kept: Any = jinja().cache
    for key in [key for key in kept if key[1].startswith(f"{package}/")]:
        del kept[key]
    forget_sources()


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, german: None) -> Iterator[Copy]:
    """The mill."""
    yield from copy_of(MILL, tmp_path, monkeypatch)


@pytest.fixture
def abstract(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """The opener, a game without points and chance."""
    yield from copy_of(OPENER, tmp_path, monkeypatch)


def copy_of(package: Path, folder: Path, patch: pytest.MonkeyPatch) -> Iterator[Copy]:
    static = folder / package.name / "table" / "static"
    with override_settings(STATICFILES_DIRS=[*settings.STATICFILES_DIRS, static]):
        yield Copy(package, folder, patch)
    forget(package.name)


def test_the_game_as_it_is_passes(copy: Copy) -> None:
    rules = copy.rules()
    report = examine(rules)
    assert (report.findings, report.warnings) == ([], [])
    drawn = check_table(rules)
    assert (drawn.findings, drawn.warnings, drawn.over) == ([], [], [])


@pytest.mark.parametrize("name", IN_RULES)
def test_a_slip_in_the_rules_is_named(
    copy: Copy, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    copy.change(Slip(RULES, *IN_RULES[name]))
    said = IN_RULES[name][2]
    if name not in IN_PROCESSES:
        monkeypatch.setattr(examining, "check_processes", lambda *given: None)
    try:
        found = told(examine(copy.rules()))
    except RulesError as error:  # the catalogue leaves it out, and says this
        found = [str(error)]
    assert any(re.search(said, each) for each in found), found


@pytest.mark.parametrize("name", IN_ABSTRACT_RULES)
def test_a_slip_in_the_rules_of_a_game_without_points_is_named(
    abstract: Copy, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    old, new, said = IN_ABSTRACT_RULES[name]
    abstract.change(Slip(RULES, old, new, said))
    monkeypatch.setattr(examining, "check_processes", lambda *given: None)
    try:
        found = told(examine(abstract.rules()))
    except RulesError as error:
        found = [str(error)]
    assert any(re.search(said, each) for each in found), found


def test_each_slip_in_the_table_of_a_game_without_points_is_named(abstract: Copy) -> None:
    for slip in IN_ABSTRACT_TABLE.values():
        abstract.change(slip)
    found = said_of_table(abstract, own_words=True)
    for name, slip in IN_ABSTRACT_TABLE.items():
        assert any(re.search(slip.said, each) for each in found), (name, found)


@pytest.mark.parametrize("slips", IN_TABLE, ids=lambda slips: f"{next(iter(slips))} …")
def test_each_slip_in_the_table_is_named(copy: Copy, slips: dict[str, Slip]) -> None:
    for slip in slips.values():
        copy.change(slip)
    found = said_of_table(copy, own_words=any(slip.file == GERMAN for slip in slips.values()))
    for name, slip in slips.items():
        assert any(re.search(slip.said, each) for each in found), (name, found)


@pytest.mark.parametrize("name", UNNOTICED)
def test_what_only_its_author_knows_is_not_noticed(
    copy: Copy, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    slip = UNNOTICED[name]
    copy.change(slip)
    if slip.file == RULES:
        monkeypatch.setattr(examining, "check_processes", lambda *given: None)
        assert told(examine(copy.rules())) == []
    else:
        assert said_of_table(copy, own_words=True) == []


def said_of_table(copy: Copy, *, own_words: bool) -> list[str]:
    """What is told; ``own_words``: the copy has other German, which is read anew."""
    rules = copy.rules()
    if not own_words:
        return told(check_table(rules, every=6))
    catalogues.compile_all()
    own = copy.folder / "table" / "locale"
    with override_settings(LOCALE_PATHS=[own, *settings.LOCALE_PATHS]):
        return told(check_table(rules, every=6))


def told(report: Report | TableReport) -> list[str]:
    """Faults and warnings."""
    return [*(each.what for each in report.findings), *report.warnings, *report.over]
