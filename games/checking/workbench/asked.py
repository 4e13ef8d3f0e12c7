"""An open question for its author: choices, refusals, words, and their places in the code."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from games.checking.positions import PEOPLE
from games.pages.choices import encoded
from games.pages.table.view.choosing import Choosing
from games.rules.engine import Decision, Game, Kind, Rules
from games.words import table_package, texts


class Way(NamedTuple):
    """A choice or the beginning of one: its data, its words, and the things that stand for it."""

    choice: str
    label: str
    on: str


class Place(NamedTuple):
    """A place in the code: ``rules.py:12``."""

    what: str
    where: str


class Asked(NamedTuple):
    decision: Decision
    prompt: str
    choices: list[Way]
    refusals: list[tuple[Way, str]]
    places: list[Place]


def asked(rules: Rules[Any], game: Game[Any], seat: int) -> Asked | None:
    """What a seat is asked; RulesError if its choices cannot be listed."""
    decision = game.decision(seat)
    if decision is None:
        return None
    view = game.view(seat)
    choosing = Choosing(rules, decision, view, PEOPLE)
    refused = [(_way(each), each["reason"]) for each in choosing.refused]
    return Asked(
        decision,
        texts.plain(table_package.prompt(rules, decision, view), PEOPLE),
        [_way(each) for each in choosing.listed()],
        refused,
        list(_places(rules, decision)),
    )


def to_come(rules: Rules[Any], game: Game[Any]) -> list[Place]:
    """The steps still to be done, the next one first."""
    return [
        Place(f"{name}({', '.join(map(repr, args))})", place(rules, rules.steps.get(name)))
        for name, args in reversed(game.state.agenda)
    ]


def place(rules: Rules[Any], function: Callable[..., Any] | None) -> str:
    """The file and line where a function begins, relative to its package's folder."""
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    file, folder = Path(code.co_filename), rules.folder
    beside = folder is not None and file.is_relative_to(folder.parent)
    shown = file.relative_to(folder.parent) if folder and beside else file.name
    return f"{shown}:{code.co_firstlineno}"


def _way(each: Any) -> Way:
    return Way(encoded(each["choice"]), each["label"], ", ".join(filter(None, each["on"])))


def _places(rules: Rules[Any], decision: Decision) -> Iterator[Place]:
    kind, table = type(decision.asks), table_package.table(rules)
    for name in ("choices", "chosen", "refusals", "alike", "shows", "instructions", "answer"):
        function = getattr(kind, name)
        if function is not getattr(Kind, name):
            yield Place(f"{kind.__name__}.{name}", place(rules, function))
    for name in ("prompt", "label", "target"):
        function = getattr(table, name, None)
        if function is not None:
            yield Place(f"table.{name}", place(rules, function))
