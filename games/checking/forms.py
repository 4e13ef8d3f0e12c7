"""Check that the data of a table have the form that pages read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from games.rules.engine import Rules
from games.rules.engine.errors import nearest
from games.rules.engine.reach import told_by
from games.words import table_package


def _number(value: Any) -> bool:
    return type(value) is int and value > 0


def _words(value: Any) -> bool:
    return type(value) is str and bool(value)


def _span(value: Any) -> bool:
    if not isinstance(value, tuple | list) or len(value) != 2:
        return False
    return _number(value[0]) and _number(value[1]) and value[0] <= value[1]


#: The entries of ``FACTS``, and the optional ones.
_FACTS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "author": (_words, "a name"),
    "publisher": (_words, "a name"),
    "link": (lambda value: _words(value) and value.startswith("https://"), "an https address"),
    "year": (_number, "a number"),
    "weight": (lambda value: value in (1, 2, 3, 4), "1, 2, 3 or 4"),
    "moves": (_span, "a pair, from … to …"),
    "days": (_span, "a pair, from … to …"),
    "bgg": (_number, "a number"),
}
_MAY_LACK = {"bgg"}


def wrong_forms(table: ModuleType, version: int) -> Iterator[str]:
    """Return what is wrong with ``FACTS``, ``PICTURE`` and ``CHANGES`` of a table for rules of this
    version."""
    yield from _wrong_changes(getattr(table, "CHANGES", {}), version)
    if hasattr(table, "CONTENTS") != hasattr(table, "put"):
        yield (
            "CONTENTS says what the workbench can put on the board, and put(state, target, "
            "content) puts it there: write both or neither"
        )
    facts = getattr(table, "FACTS", {})
    if not isinstance(facts, dict):
        yield f"FACTS is {facts!r}, not a dict"
        facts = {}
    for name, value in facts.items():
        if name not in _FACTS:
            yield f"FACTS has {name!r}; it may have {', '.join(_FACTS)}"
        elif not _FACTS[name][0](value):
            yield f"FACTS[{name!r}] is {value!r}, not {_FACTS[name][1]}"
    missing = _FACTS.keys() - facts.keys() - _MAY_LACK
    if facts and missing:
        yield f"FACTS has no {', '.join(sorted(missing))}: without it the page shows none of it"
    picture = getattr(table, "PICTURE", ())
    columns = picture if isinstance(picture, tuple | list) else (picture,)
    if not all(isinstance(column, tuple | list) for column in columns):
        yield f'PICTURE is {picture!r}: give columns of regions, (("board",), ("yard",))'
        return
    for name in sorted({name for column in columns for name in column} - set(table.REGIONS)):
        yield f"PICTURE names {name!r}, which is no region"


def unknown_events(rules: Rules[Any], table: ModuleType, told: Collection[str]) -> Iterator[str]:
    """Return which events ``ROUND`` and ``FIRST_STEPS`` name that no game ever tells: not those of
    the games that were played, nor by its name in the sources."""
    known = {*told, *told_by(rules.package)}
    began = table_package.rounds(rules)
    steps = getattr(table, "FIRST_STEPS", ())
    named = [("ROUND", began[0])] if began else []
    named += [("FIRST_STEPS", step[0]) for step in steps if isinstance(step, tuple) and step]
    for where, event in named:
        if event not in known:
            yield f"{where} names the event {event!r}, which is never told{nearest(event, known)}"


def left_lessons(table: ModuleType) -> Iterator[str]:
    """Return that there are lessons which the table does not offer."""
    folder = Path(table.__path__[0])
    if not hasattr(table, "LESSONS") and [*folder.glob("lessons*")]:
        yield (
            "there are lessons in the folder of the table, and it does not offer them: write "
            "from .lessons import LESSONS as LESSONS"
        )


def _wrong_changes(changes: object, version: int) -> Iterator[str]:
    if not isinstance(changes, dict):
        yield f"CHANGES is {changes!r}, not a dict"
        return
    for number, lines in changes.items():
        if type(number) is not int or not 2 <= number <= version:
            yield f"CHANGES tells of version {number!r}; the rules have 2 to {version} to tell of"
        if not (isinstance(lines, tuple | list) and lines and all(map(_words, lines))):
            yield f"CHANGES[{number!r}] is {lines!r}: give a tuple of sentences"
