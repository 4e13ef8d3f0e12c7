"""Which parts of a game type came up in played games, and which never did."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from .chance import Draw
from .decision import Decision
from .game import ENGINE_STEPS
from .rules import Rules
from .state import Choice, Event

#: How many names of each sort are listed.
SOME = 10


class Reach:
    """The kinds that were asked, choices by their first part, events told and steps run; whether
    anything was ``drawn`` after the set-up, and seats were asked ``at_once``."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.listed: set[tuple[str, str]] = set()
        self.chosen: set[tuple[str, str]] = set()
        self.events: set[str] = set()
        self.steps: set[str] = set()
        self.drawn = self.at_once = False

    def note(
        self, decision: Decision, choice: Choice, events: Sequence[Event], draws: Sequence[Draw]
    ) -> None:
        """Note a choice, the events it told and what was drawn for it."""
        kind = decision.kind
        self.drawn |= bool(draws)
        self.at_once |= decision.sealed
        self.kinds.add(kind)
        self.listed.update((kind, each[0]) for each in decision.choices if type(each[0]) is str)
        self.chosen.add((kind, choice[0]))
        self.events.update(event.kind for event in events)

    def note_setup(self, events: Sequence[Event]) -> None:
        """Note the events that were told before anybody was asked."""
        self.events.update(event.kind for event in events)

    def missing(self, rules: Rules[Any]) -> list[str]:
        """What never came up, in a sentence for each sort."""
        unchosen = {f"{kind} {first!r}" for kind, first in self.listed - self.chosen}
        sorts = {
            "never asked": rules.kinds.keys() - self.kinds,
            "never chosen, though on offer": unchosen,
            "events never told": told_by(rules.package) - self.events,
            "steps never run": rules.steps.keys() - self.steps - ENGINE_STEPS.keys(),
        }
        return [f"{sort}: {_some(names)}" for sort, names in sorts.items() if names]


def _some(names: set[str]) -> str:
    return ", ".join(sorted(names)[:SOME]) + (", …" if len(names) > SOME else "")


class _Noted(dict[str, Any]):
    """Steps by name, noting each that is run."""

    run: set[str]

    def __getitem__(self, name: str) -> Any:
        self.run.add(name)
        return super().__getitem__(name)


@contextmanager
def watching(rules: Rules[Any], reach: Reach) -> Iterator[None]:
    """Record each step that games of the type run in the block."""
    steps = rules.steps
    noted = _Noted(steps)
    noted.run = reach.steps
    rules.steps = noted
    try:
        yield
    finally:
        rules.steps = steps


@cache
def told_by(package: str) -> set[str]:
    """The kinds of events that a game type's sources tell by a literal name."""
    module = import_module(package)
    folders = [Path(folder) for folder in getattr(module, "__path__", ())]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    if not folders and module.__file__:
        files = [Path(module.__file__)]
    return {name for file in files for name in _told_in(ast.parse(file.read_bytes()))}


def _told_in(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "tell"
            and node.args
            and isinstance(node.args[0], ast.Constant)
            and isinstance(node.args[0].value, str)
        ):
            yield node.args[0].value
