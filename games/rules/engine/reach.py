"""Which parts of a game type came up in played games, and which never did."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
#: How often a kind must have been answered before it is reported as telling nothing, and the share
#: of its answers that no event follows then.
ENOUGH, MOST = 12, 0.75


class Reach:
    """The kinds that were asked, choices by their first part and how many parts they had, events
    told and steps run; whether anything was ``drawn`` after the set-up, and seats were asked
    ``at_once``."""

    def __init__(self) -> None:
        self.kinds: set[str] = set()
        self.listed: set[tuple[str, str]] = set()
        self.chosen: set[tuple[str, str]] = set()
        self.events: set[str] = set()
        self.steps: set[str] = set()
        self._longest: dict[str, int] = {}
        self._answered: Counter[str] = Counter()
        self._silent: Counter[str] = Counter()
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
        self._longest[kind] = max(self._longest.get(kind, 0), len(choice))
        asks = decision.asks  # to decline what is asked out of turn often changes nothing
        if not (decision.sealed or decision.apart or asks.secret or asks.out_of_turn):
            self._answered[kind] += 1
            self._silent[kind] += not events

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

    def silent(self) -> Iterator[str]:
        """A sentence on each kind whose answers are hardly ever followed by an event."""
        for kind, times in sorted(self._answered.items()):
            silent = self._silent[kind]
            if times >= ENOUGH and silent > MOST * times:
                yield (
                    f"{kind} was answered {times} times, and {silent} times no event told of it: "
                    "the log and the other players do not learn what was chosen. Call "
                    "game.tell(…) in chosen"
                )

    def unordered(self, rules: Rules[Any]) -> Iterator[str]:
        """A sentence on each kind that has its parts pressed in order, and never had two."""
        for kind, parts in sorted(self._longest.items()):
            if parts < 2 and rules.kinds[kind].in_order:
                yield (
                    f"{kind} says in_order = True, and its choices have one part: give them two, "
                    "(start, end), or leave it out"
                )


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


def told_by(package: str) -> set[str]:
    """The kinds of events that a game type's sources tell by a literal name."""
    return _literals(package, {"tell": 0})


def ended_by(package: str) -> set[str]:
    """The reasons by which a game type's sources end a game without points by a literal name."""
    return _literals(package, {"finish_won": 1, "finish_drawn": 0})


@cache
def _calls(package: str) -> list[tuple[str, list[ast.expr]]]:
    """The methods that a package's sources call, with the arguments by place."""
    module = import_module(package)
    folders = [Path(folder) for folder in getattr(module, "__path__", ())]
    files = [file for folder in folders for file in folder.rglob("*.py")]
    if not folders and module.__file__:
        files = [Path(module.__file__)]
    nodes = (node for file in files for node in ast.walk(ast.parse(file.read_bytes())))
    return [
        (node.func.attr, node.args)
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    ]


def forget_sources() -> None:
    """Read the sources anew when they are asked for next."""
    _calls.cache_clear()


def _literals(package: str, places: Mapping[str, int]) -> set[str]:
    """The literal arguments of these methods, each at its place."""
    return {
        literal
        for method, args in _calls(package)
        if method in places
        for arg in args[places[method] :][:1]
        for literal in _values(arg)
    }


def _values(arg: ast.expr) -> Iterator[str]:
    """What a literal, or each branch of ``"capture" if … else "block"``, says."""
    match arg:
        case ast.Constant(value=str(literal)):
            yield literal
        case ast.IfExp():
            yield from _values(arg.body)
            yield from _values(arg.orelse)
