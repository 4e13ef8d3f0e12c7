"""``check_table``: checks that a game type's table has words and drawings for all that occurs."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
from django.conf import settings
from django.utils import translation

from boardgames.words import catalogues
from games.checking import terms, translated
from games.checking.arguments import wrong_arguments
from games.checking.drawn import HEAVY, Drawn, alike, plain_files, strict_names
from games.checking.findings import FAILED, Findings
from games.checking.first_steps import wrong_steps
from games.checking.first_times import check_first_times
from games.checking.forms import left_lessons, unknown_events, wrong_forms
from games.checking.lessons import Pointed, check_lessons
from games.checking.misspelt import misspelt
from games.checking.positions import Position, positions
from games.checking.said import Said
from games.checking.settings import untranslated_settings
from games.checking.styles import lost_styles
from games.checking.tips import check_tips
from games.pages.drawing.rendering import jinja
from games.rules import registry
from games.rules.engine import POINTS, Game, Rules, RulesError
from games.rules.engine.examine import Finding
from games.rules.engine.reach import ended_by, told_by
from games.words import table_package

#: Between new kinds of questions, only every n-th position is drawn for everybody.
EVERY = 25
#: How many untranslated words are listed.
SOME = 10


class TableReport(msgspec.Struct):
    """The report.

    * ``over``: the warnings of budgets.
    * ``bytes``: the largest size of each region.
    * ``drawn``: how often a board was drawn.
    * ``slowest``: the most milliseconds of processor time for it.
    * ``samples``: positions with a question of each kind, and the seat that it asks.
    * ``lessons``: their names.
    * ``pointed``: what their steps point at.
    """

    positions: int = 0
    drawn: int = 0
    slowest: float = 0.0
    findings: list[Finding] = []
    warnings: list[str] = []
    over: list[str] = []
    bytes: dict[str, int] = {}
    samples: list[tuple[Game[Any], int, str]] = []
    lessons: list[str] = []
    pointed: list[Pointed] = []


def check_table(rules: Rules[Any], *, games: int = 1, seed: int = 0, every: int = 1) -> TableReport:
    """Play ``games`` random games of each kind and call everything that a table has.

    With ``every`` above 1 only every n-th position is drawn, and also the end, those with a new
    kind of question, and those with events about things never drawn before.
    """
    report = TableReport()
    findings = Findings(rules.slug)
    table = _brought(rules, findings, report)
    if table is None:
        return report
    catalogues.compile_all()
    said, drawn = Said(rules, table, findings), Drawn(rules, table, findings)
    with plain_files(), strict_names():
        _check_package(rules, table, drawn, findings, report)
        for name in sorted(ended_by(rules.package)):
            said.check_reason(name)
        check_first_times(rules, findings)
        lessons = check_lessons(rules, table, drawn, findings)
        report.lessons, report.pointed = lessons.names, lessons.pointed
        check_tips(rules, table, findings)
        try:
            for number, position in enumerate(positions(rules, games, seed)):
                findings.where = position.where
                drawn_anyway = position.first or number % every == 0
                over = position.game.result() is not None
                if not (drawn_anyway or over or _names_new(position, said, drawn)):
                    continue
                report.positions += 1
                _check_position(position, number, said, drawn, report)
        except RulesError as error:
            findings.add(f"a game cannot be played to its end: {error}")
    said.lines.check_fields()
    said.lines.check_named(told_by(rules.package))
    for fault in chain(unknown_events(rules, table, said.told), drawn.unpictured()):
        findings.add(fault)
    if table.REGIONS:
        _check_named(said, drawn, findings)
    report.findings = findings.all()
    report.bytes, report.slowest = dict(drawn.bytes), drawn.slowest
    report.over = [
        f"{name} has {size} bytes; more than {HEAVY} are too much"
        for name, size in drawn.bytes.items()
        if size > HEAVY
    ]
    return report


def _brought(rules: Rules[Any], findings: Findings, report: TableReport) -> Any | None:
    """The game's table; None if there is none, or if a missing part is reported."""
    findings.where = "the package"
    table = findings.tried(f"{rules.package}.table", _table, rules)
    if table is None:
        report.warnings.append("there is no table: the page shows the view in plain words")
        return None
    if table is FAILED:
        report.findings = findings.all()
        return None
    if rules not in registry.all():
        what = "its templates and words are not found: install it by script/server --game PATH"
        what = f"{rules.slug} is not in the catalogue; {what}"
        report.findings.append(Finding(what, "the package"))
        return None
    for name in _missing(rules, table):
        report.findings.append(Finding(f"table/__init__.py has no {name}", "the package"))
    if report.findings:
        return None
    for name in _templates(table):
        findings.tried(name, jinja().get_template, name)
    report.findings = findings.all()
    return None if report.findings else table


def _check_named(said: Said, drawn: Drawn, findings: Findings) -> None:
    """Check that the things named by events were drawn at some time."""
    for mark, where in said.marks.items():
        if mark not in drawn.targets:
            findings.add(f"{where} names {mark!r}, which was never drawn", key=("mark", where[:20]))
    for piece, where in said.pieces.items():
        if not drawn.has_drawn(piece):
            what = f"{where} names {piece!r}, and no data-piece like it was ever drawn"
            findings.add(what, key=("piece", alike(piece)))


def _names_new(position: Position, said: Said, drawn: Drawn) -> bool:
    """Check the words alone; whether events name something that was never named or drawn.

    Then the position must be drawn, too.
    """
    marks, pieces = set(said.marks), set(said.pieces)
    with translation.override("en"):
        said.check(position)
    return not (
        said.marks.keys() - marks <= drawn.targets
        and all(map(drawn.has_drawn, said.pieces.keys() - pieces))
    )


def _check_position(
    position: Position, number: int, said: Said, drawn: Drawn, report: TableReport
) -> None:
    """Check all words in each language, and the board for the seat that must choose.

    Now and then the board is drawn for everybody.
    """
    game = position.game
    asked = [decision.seat for decision in game.decisions()]
    everybody: list[int | None] = [*range(game.players), None]
    whole = position.first or number % EVERY == 0 or not asked
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            said.check(position)
            for seat in everybody if whole else asked if language == "en" else ():
                report.drawn += 1
                drawn.check(game, seat)
    if position.first:
        report.samples += [(game.copy(), seat, position.where) for seat in asked[:1]]


def _check_package(
    rules: Rules[Any], table: ModuleType, drawn: Drawn, findings: Findings, report: TableReport
) -> None:
    """Check the parts without a position: words, translations, files, the style sheet for
    pictures."""
    for catalogue in catalogues.owners():
        if catalogue.locale.parent == _folder(table):
            for language in translated.LANGUAGES:
                _check_catalogue(rules, catalogue, language, findings)
            terms.check_terms(table, catalogue, findings)
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            there = {name: drawn.fixed(name) for name in ("help.html", "cover.svg")}
    drawn.check_rules()
    report.warnings += [f"there is no {name}" for name, is_there in there.items() if not is_there]
    panes = getattr(table, "PANES", ())
    fault = table_package.fault_of_panes(panes, table.REGIONS)
    if fault:
        findings.add(fault)
    for title in () if fault else (title for title, _names in panes):
        if not title or title in findings.untranslated:
            continue
        for language in translated.lacking(rules.slug, title):
            findings.add(f"the pane {title!r} has no {language}: mark it by _(…)")
    wrong = (
        wrong_forms(table, rules.version),
        wrong_steps(rules, table),
        left_lessons(table),
        untranslated_settings(rules, findings.untranslated),
        misspelt(rules, table),
        wrong_arguments(rules),
    )
    for fault in chain.from_iterable(wrong):
        findings.add(fault)
    report.warnings += lost_styles(rules, table)


def _check_catalogue(
    rules: Rules[Any], catalogue: catalogues.Owner, language: str, findings: Findings
) -> None:
    called = translated.called(language)
    missing = catalogue.missing(language)
    findings.untranslated.update(missing)
    if catalogue.name_clashes(language):
        findings.add(
            f"the name {rules.name!r} has other {called} elsewhere, and only one of them is shown: "
            "call the game otherwise in English"
        )
    if missing:
        findings.add(_untranslated(sorted(missing), called))


def _untranslated(words: list[str], language: str) -> str:
    """Report all untranslated words in one finding."""
    some = ", ".join(map(repr, words[:SOME])) + (", …" if len(words) > SOME else "")
    return f"no {language} yet ({len(words)}): {some}; run `manage.py messages` and translate them"


def _table(rules: Rules[Any]) -> ModuleType | None:
    """The ``table`` package of a game type, None if it has none."""
    name = f"{rules.package}.table"
    return import_module(name) if find_spec(name) else None


def _templates(table: ModuleType) -> Iterator[str]:
    """All templates of a package, by their names."""
    folder = _folder(table) / "templates"
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.suffix in (".html", ".svg", ".txt"):
            yield file.relative_to(folder).as_posix()


def _missing(rules: Rules[Any], table: ModuleType) -> Iterator[str]:
    needed = ["REGIONS", "prompt", "label", "target", "LINES", "marks", "board"]
    if rules.outcome == POINTS:
        needed.append("source")
    # Packages older than LINES have a function instead.
    there = {*dir(table), *(["LINES"] if hasattr(table, "log") else [])}
    return (name for name in needed if name not in there)


def _folder(table: ModuleType) -> Path:
    return Path(table.__path__[0])
