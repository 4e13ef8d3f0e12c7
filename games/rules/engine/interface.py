"""Versions of the interface for authors: the one a package was written for, and later changes.

An old package works unchanged; its author is shown each change, with the line to write.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

#: The release's version; CHANGELOG.md lists all changes.
VERSION = "1.0.0"
#: The version of packages that do not say for which one they were written.
UNDECLARED = "0.1.0"


class Change(NamedTuple):
    """A change in a version, and the line by which a package uses it."""

    version: str
    what: str
    line: str


CHANGES = (
    Change(
        "0.2.0",
        "a kind's `answer` has to take the arguments of its question as well",
        "def answer(self, instruction, view, choices, *args):",
    ),
    Change(
        "0.2.0",
        "a table may tell its log by LINES instead of a function `log`",
        'LINES = {"fished": line(_("{player} fishes: {points} points."), "points")}',
    ),
    Change(
        "0.2.0",
        "`earned` of a table is not asked for any more; ROUND names the event that begins a round",
        'ROUND = ("round", _("round {n}"))',
    ),
    Change(
        "0.2.0",
        "a kind may say why to choose, shown once to players new to the game",
        'first_time = _("A low die closes this card to others.")',
    ),
    Change(
        "0.2.0",
        "a table may say what is asked next once a choice has begun",
        "def further(kind, args, parts, view):",
    ),
    Change(
        "0.2.0",
        "a table may say apart what a choice with amounts leads to",
        "def then(kind, args, choice, view):",
    ),
    Change(
        "0.2.0",
        "programs think ahead in every game, better where a position says what it is worth",
        "@rules.worth",
    ),
    Change("0.2.0", "the form of stored games can be held", "manage.py check_game … --keep-form"),
    Change(
        "0.2.0",
        "a package keeps positions and lines of moves, from which tests and checks play on",
        'game = position(rules, "late, two amber")',
    ),
    Change(
        "0.2.0",
        "lessons may be written in files, without Python",
        'LESSONS = read_lessons(Path(__file__).parent, "first", figures=vars(tables))',
    ),
)


def since(version: str) -> Iterator[Change]:
    """The changes after this version, the oldest first."""
    return (change for change in CHANGES if _number(change.version) > _number(version))


def is_newer(version: str) -> bool:
    """Whether a package requires a newer version."""
    return _number(version) > _number(VERSION)


def _number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))
