"""Narrowing a decision down to one choice, part by part or by things on the board.

The page can be asked for a position `prefix` (the first parts of the choice) and, where a thing on
the board stands for choices that begin differently, `on` (the things picked, in order). Without
scripts each step is a link to the next such page; with scripts static/js/table/ does the same
narrowing from the same data.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

import msgspec
from django.utils.functional import cached_property

from games import words
from games.pages.choices import Step, encoded
from games.rules.engine import Amounts, Choice, Decision, Part, Rules, Text, as_data

_encode = msgspec.json.Encoder().encode


class DataChoice(TypedDict):
    """A choice, as JSON has it, and the things on the board that its parts stand for; among many
    that glow these do so calmly where it is ``calm``."""

    choice: Sequence[object]
    label: str
    on: list[str | None]
    calm: NotRequired[bool]


class Refused(DataChoice):
    """What is impossible now, as the beginning of choices, and why."""

    reason: str


class Reason(TypedDict):
    """Why all that ``label`` names is impossible now."""

    label: str
    reason: str


class Data(TypedDict):
    """A decision for the script: choices with words and targets, words of beginnings."""

    choices: list[DataChoice]
    refusals: list[Refused]
    parts: dict[str, str]
    free: Sequence[object] | None


@dataclass
class Choosing:
    """An open decision at the point to which ``prefix`` and ``on`` have narrowed it.

    ``people`` are the seats' names. What is not among the choices is ignored, so an old link shows
    the whole decision.
    """

    rules: Rules[Any]
    decision: Decision
    view: Mapping[str, object]
    people: Sequence[str]
    prefix: Choice = ()
    on: tuple[str, ...] = ()
    _remaining: list[tuple[Choice, int]] = field(init=False)
    _targets: dict[Choice, str | None] = field(init=False, default_factory=dict)
    _labels: dict[Choice, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._remaining = self._narrowed(self.prefix, self.on)
        if not self._remaining:
            self.prefix, self.on = (), ()
            self._remaining = self._narrowed((), ())
        # In an address amounts are plain data; from here on they are what is listed.
        self.prefix = self._remaining[0][0][: len(self.prefix)]

    @property
    def choices(self) -> list[Choice]:
        """The choices that are still possible."""
        return [choice for choice, _depth in self._remaining]

    @property
    def picked(self) -> set[str]:
        """The things on the board that what was chosen so far stands for."""
        paths = [set(filter(None, self._path(choice)[:depth])) for choice, depth in self._remaining]
        return set.intersection(*paths) if paths else set()

    @property
    def chosen(self) -> Choice | None:
        """The one choice that is left, if something was narrowed or only its amounts are asked."""
        if len(self._remaining) > 1:
            return None
        [choice] = self.choices
        narrowed = self.prefix or self.on
        return choice if narrowed or (_amounts(choice) and not self.plain(choice)) else None

    def plain(self, choice: Choice | None) -> Choice | None:
        """Of a choice with amounts what is proposed, where it asks for no more than it must."""
        amounts = _amounts(choice)
        if choice is None or not amounts or any(part.over or part.up_to for part in amounts):
            return None
        return self.decision.example(choice)

    @property
    def free(self) -> Choice | None:
        """Giving nothing, where the game type says that this need not be asked."""
        if not words.is_free(self.rules, self.decision):
            return None
        plain = map(self.plain, self.decision.choices)
        return next((choice for choice in plain if choice and not _given(choice)), None)

    def has_others(self, choice: Choice | None) -> bool:
        """Whether of a choice with amounts more than one answer is legal."""
        return any(part.count > 1 for part in _amounts(choice))

    def label(self, parts: Choice) -> str:
        """Words for a choice, or for the last part of the beginning of one."""
        if dict in map(type, parts):  # what is given of amounts
            return self._said(parts)
        if parts not in self._labels:
            self._labels[parts] = self._said(parts)
        return self._labels[parts]

    def _said(self, parts: Choice) -> str:
        return self._tell(words.label(self.rules, self.decision, parts, self.view))

    @cached_property
    def _tell(self) -> Callable[[Text], str]:
        return words.telling(self.people)

    def steps(self) -> list[Step]:
        """The next parts, for the decision bar: first what nothing on the board stands for."""
        choices = self.choices
        lit = {choice for choice, depth in self._remaining if any(self._path(choice)[depth:])}
        shared = len(_common(choices))
        groups: dict[Choice, list[Choice]] = {}
        for choice in choices:
            groups.setdefault(choice[: shared + 1], []).append(choice)
        return [
            self._step(self.label(group[0] if len(group) == 1 else begin), group)
            for begin, group in sorted(groups.items(), key=lambda each: lit.issuperset(each[1]))
        ]

    def targets(self) -> dict[str, Step]:
        """The things on the board that can be picked now, and where each leads."""
        groups: dict[str, list[Choice]] = {}
        for choice, depth in self._remaining:
            target = next(filter(None, self._path(choice)[depth:]), None)
            if target:
                groups.setdefault(target, []).append(choice)
        return {
            target: self._step(self.label(group[0]) if len(group) == 1 else "", group, target)
            for target, group in groups.items()
        }

    def data(self) -> Data:
        """The decision for the script: choices with words and targets, words of beginnings."""
        beginnings = {
            choice[:length] for choice in self.decision.choices for length in range(1, len(choice))
        }
        return {
            "choices": [self._listed(choice) for choice in self.decision.choices],
            "refusals": self.refused,
            "parts": {encoded(begin): self.label(begin) for begin in sorted(beginnings, key=str)},
            "free": self.free and as_data(self.free),
        }

    def _listed(self, choice: Choice) -> DataChoice:
        label, on = self.label(choice), self._path(choice)
        listed: DataChoice = {"choice": as_data(choice), "label": label, "on": on}
        if words.is_calm(self.rules, self.decision, choice):
            listed["calm"] = True
        return listed

    @cached_property
    def refused(self) -> list[Refused]:
        """All that is impossible now, and why."""
        return [
            {
                "choice": list(parts),
                "label": self.label(parts),
                "on": self._path(parts),
                "reason": self._tell(reason),
            }
            for parts, reason in words.refusals(self.rules, self.decision)
        ]

    def refusals(self) -> list[Refused]:
        """What is refused beside the next parts: what lies further on comes with its beginning."""
        shared = as_data(_common(self.choices))
        offered = {
            encoded(choice[:length])
            for choice in self.choices
            for length in range(len(shared) + 1, len(choice) + 1)
        }
        said = offered | {encoded(each["choice"]) for each in self.refused}
        begin = as_data(self.prefix)
        return [
            each
            for each in self.refused
            if each["choice"][: len(begin)] == begin
            and set(self.on) <= set(each["on"])
            and not any(
                encoded(each["choice"][:length]) in said
                for length in range(len(begin) + 1, len(each["choice"]))
            )
        ]

    def _step(self, label: str, group: list[Choice], target: str | None = None) -> Step:
        if len(group) == 1:
            return Step(label, choice=group[0])
        prefix = _common(group)
        if len(self._narrowed(prefix, ())) == len(group):
            return Step(label, prefix=prefix)
        if target:
            return Step(label, prefix=self.prefix, on=(*self.on, target))
        return Step(label, prefix=prefix, on=self.on)

    def _narrowed(self, prefix: Choice, on: tuple[str, ...]) -> list[tuple[Choice, int]]:
        """The choices that begin so and lead over these things in this order, each with the
        number of its parts that are settled by that."""
        found, begin = [], as_data(prefix)
        for choice in self.decision.choices:
            if as_data(choice[: len(prefix)]) != begin:
                continue
            path, picked = self._path(choice), 0
            for target in on:
                if target not in path[picked:]:
                    break
                picked = path.index(target, picked) + 1
            else:
                found.append((choice, max(picked, len(prefix))))
        return found

    def _path(self, choice: Choice) -> list[str | None]:
        return [self._target(choice[: length + 1]) for length in range(len(choice))]

    def _target(self, parts: Choice) -> str | None:
        if parts not in self._targets:
            self._targets[parts] = words.target(self.rules, self.decision, parts)
        return self._targets[parts]


def by_reason(refusals: Sequence[Refused]) -> list[Reason]:
    """A reason is said once, whatever it forbids."""
    labels: dict[str, list[str]] = {}
    for each in refusals:
        labels.setdefault(each["reason"], []).append(each["label"])
    return [{"label": " · ".join(those), "reason": reason} for reason, those in labels.items()]


def _given(choice: Choice) -> int:
    """How much is given in all."""
    return sum(sum(part.values()) for part in choice if isinstance(part, dict))


def _amounts(choice: Choice | None) -> list[Amounts]:
    return [part for part in choice or () if isinstance(part, Amounts)]


def _common(choices: list[Choice]) -> Choice:
    """The parts that all choices begin with."""
    first, last = min(choices, key=_order), max(choices, key=_order)
    length = 0
    for one, other in zip(first, last, strict=False):
        if one != other or type(one) is not type(other):
            break
        length += 1
    return first[:length]


def _order(choice: Choice) -> list[tuple[str, Part]]:
    return [
        (type(part).__name__, encoded([part]) if isinstance(part, Amounts) else part)
        for part in choice
    ]
