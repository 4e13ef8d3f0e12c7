"""Narrowing a decision down to one choice, part by part or by things on the board.

The page's address may have a `prefix` (the first parts of the choice) and, if a thing on the board
stands for choices that begin differently, `on` (further picked things, none of which need be the
first that a choice names). Without scripts each step is a link to the next such page; with scripts
static/js/table/ does the same narrowing from the same data.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple, NotRequired, TypedDict

import msgspec
from django.utils.functional import cached_property

from games.pages.choices import Step, encoded
from games.pages.table.view.packing import DataChoice, Packed, pack
from games.rules.engine import (
    MAX_CHOICES,
    Amounts,
    Choice,
    Decision,
    Part,
    Rules,
    Text,
    as_data,
)
from games.words import table_package, texts

_encode = msgspec.json.Encoder().encode


#: Up to this many choices are offered one by one; beyond it the bar asks part by part.
FEW = 6
#: If a thing on the board stands for at most this many choices, its name lists them, in at most
#: this many letters.
SAID, LETTERS = 3, 120


class Refused(DataChoice):
    """An impossible choice, given by its beginning, and the reason."""

    reason: str


class Reason(TypedDict):
    """The reason why everything that ``label`` names is impossible now."""

    label: str
    reason: str


class Narrowed(NamedTuple):
    """A choice that is still possible, and the indexes of its settled parts."""

    choice: Choice
    settled: frozenset[int]


class Data(TypedDict):
    """A decision for the script: choices with words and targets, and words for beginnings.

    Also the questions after those beginnings. ``ordered``: parts are picked in their order.
    """

    choices: list[DataChoice] | Packed
    refusals: list[Refused]
    parts: dict[str, str]
    question: str
    further: dict[str, str]
    free: Sequence[object] | None
    ordered: NotRequired[bool]


@dataclass
class Choosing:
    """An open decision, narrowed down by ``prefix`` and ``on``.

    ``people`` are the seats' names. Anything that is not among the choices is ignored, so an old
    link shows the whole decision.
    """

    rules: Rules[Any]
    decision: Decision
    view: Mapping[str, object]
    people: Sequence[str]
    prefix: Choice = ()
    on: tuple[str, ...] = ()
    _remaining: list[Narrowed] = field(init=False)
    _targets: dict[Choice, str | None] = field(init=False, default_factory=dict)
    _labels: dict[Choice, str] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self._remaining = self._narrowed(self.prefix, self.on)
        if not self._remaining:
            self.prefix, self.on = (), ()
            self._remaining = self._narrowed((), ())
        # In an address amounts are plain data; from here on they are the listed objects.
        self.prefix = self._remaining[0].choice[: len(self.prefix)]

    @property
    def choices(self) -> list[Choice]:
        """The choices that are still possible."""
        return [each.choice for each in self._remaining]

    @property
    def picked(self) -> set[str]:
        """The things on the board for what was chosen so far."""
        things = [
            {thing for place, thing in self._things(choice) if place in settled}
            for choice, settled in self._remaining
        ]
        return set.intersection(*things)

    @property
    def chosen(self) -> Choice | None:
        """The only choice left, if something was narrowed or only its amounts are open."""
        if len(self._remaining) > 1:
            return None
        [choice] = self.choices
        narrowed = self.prefix or self.on
        return choice if narrowed or (_amounts(choice) and not self.plain(choice)) else None

    def plain(self, choice: Choice | None) -> Choice | None:
        """The proposed amounts of a choice, if they are the minimum."""
        amounts = _amounts(choice)
        if choice is None or not amounts or any(part.over or part.up_to for part in amounts):
            return None
        return self.decision.example(choice)

    @property
    def free(self) -> Choice | None:
        """Giving nothing, if the game type says that this need not be asked."""
        if not table_package.is_free(self.rules, self.decision):
            return None
        plain = map(self.plain, self.decision.choices)
        return next((choice for choice in plain if choice and not _given(choice)), None)

    def has_others(self, choice: Choice | None) -> bool:
        """Whether more than one answer is legal for a choice with amounts."""
        return any(part.count > 1 for part in _amounts(choice))

    def label(self, parts: Choice) -> str:
        """Words for a choice, or for the last part of the beginning of one."""
        if dict in map(type, parts):  # the amounts given
            return self._said(parts)
        if parts not in self._labels:
            self._labels[parts] = self._said(parts)
        return self._labels[parts]

    def _said(self, parts: Choice) -> str:
        return self._tell(table_package.label(self.rules, self.decision, parts, self.view))

    def then(self, choice: Choice) -> str:
        """The effect of a choice with amounts, in words; empty if there are none."""
        said = table_package.then(self.rules, self.decision, choice, self.view)
        return self._tell(said) if said else ""

    @cached_property
    def _tell(self) -> Callable[[Text], str]:
        return texts.telling(self.people)

    @property
    def begun(self) -> Choice:
        """The settled beginning, by the bar or by things that were picked in any order."""
        if not self.prefix and not self.on:
            return ()
        shared = len(self._shared_by_all)
        (choice, settled), *others = self._remaining
        place = next((i for i in range(shared, len(choice)) if i not in settled), len(choice))
        return choice[: min(place, self._shared) if others else place]

    def asks(self, begin: Choice) -> str:
        """The question after this beginning of a choice."""
        further = table_package.further(self.rules, self.decision, begin, self.view)
        return self._tell(further or table_package.prompt(self.rules, self.decision, self.view))

    def steps(self) -> list[Step]:
        """The next parts, for the decision bar: first those that nothing on the board stands
        for."""
        shared = self._shared
        lit = {each.choice for each in self._remaining if self._open(each, shared)}
        groups: dict[Choice, list[Narrowed]] = {}
        for each, place in zip(self._remaining, self._asked(shared), strict=True):
            groups.setdefault(each.choice[: place + 1], []).append(each)
        found = [
            (self._step(begin, group), all(each.choice in lit for each in group))
            for begin, group in groups.items()
        ]
        return [step for step, _lit in sorted(found, key=lambda each: each[1])]

    def targets(self) -> dict[str, Step]:
        """The things on the board that can be picked now, and where each leads."""
        groups: dict[str, list[Narrowed]] = {}
        for each, things in self._pickable():
            for thing in things:
                groups.setdefault(thing, []).append(each)
        return {thing: self._pick(thing, group) for thing, group in groups.items()}

    def _pickable(self) -> Iterator[tuple[Narrowed, Iterable[str]]]:
        """The choices that are still possible, each with its things that can be picked now."""
        if self.decision.asks.in_order:
            yield from ((each, self._open(each)[:1]) for each in self._remaining)
            return
        glowing = self._glowing()
        for each in self._remaining:
            yield each, [thing for thing in dict.fromkeys(self._open(each)) if thing in glowing]

    def data(self) -> Data:
        """The decision for the script."""
        every = self.decision.choices
        begun = {choice[:length] for choice in every for length in range(1, len(choice))}
        beginnings = sorted(begun, key=str)
        question = self.asks(())
        asked = {encoded(begin): self.asks(begin) for begin in beginnings}
        listed = self.listed()
        data: Data = {
            "choices": pack(listed) if len(every) > MAX_CHOICES else listed,
            "refusals": self.refused,
            "parts": {encoded(begin): self.label(begin) for begin in beginnings},
            "question": question,
            "further": {begin: further for begin, further in asked.items() if further != question},
            "free": self.free and as_data(self.free),
        }
        if self.decision.asks.in_order:
            data["ordered"] = True
        return data

    def listed(self) -> list[DataChoice]:
        """Every choice of the decision, however many there are."""
        return [self._listed(choice) for choice in self.decision.choices]

    def _listed(self, choice: Choice) -> DataChoice:
        label, on = self.label(choice), self._path(choice)
        listed: DataChoice = {"choice": as_data(choice), "label": label, "on": on}
        if self._is_calm(choice):
            listed["calm"] = True
        return listed

    @cached_property
    def refused(self) -> list[Refused]:
        """Everything that is impossible now, and why."""
        return [
            {
                "choice": list(parts),
                "label": self.label(parts),
                "on": self._path(parts),
                "reason": self._tell(reason),
            }
            for parts, reason in table_package.refusals(self.rules, self.decision)
        ]

    def refusals(self) -> list[Refused]:
        """What is refused among the next parts; what comes later appears with its beginning."""
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

    @property
    def _shared(self) -> int:
        """How many first parts all possible choices share, if there is something to choose."""
        return len(_common(self.choices)) if len(self._remaining) > 1 else 0

    @cached_property
    def _shared_by_all(self) -> Choice:
        """The first parts that all choices of the decision share."""
        return _common(self.decision.choices)

    @cached_property
    def _begun(self) -> Counter[Choice]:
        """How many choices of the decision begin so."""
        every = self.decision.choices
        return Counter(choice[:length] for choice in every for length in range(len(choice) + 1))

    def _open(self, narrowed: Narrowed, start: int = 0) -> list[str]:
        """The things of a choice that are still to be picked, from an index on."""
        choice, settled = narrowed
        return [
            thing
            for place, thing in self._things(choice)
            if place >= start and place not in settled
        ]

    def _glowing(self) -> set[str]:
        """The things that glow: the first thing of each choice.

        If all possible choices contain the same several things, each of these glows, so they can be
        picked in any order. What a choice costs of its own is never picked before what it is for.
        """
        shared = self._shared
        due = [(each.choice, self._open(each, shared)) for each in self._remaining]
        several = min((len(things) for _choice, things in due if things), default=0)
        first = [self._open(each)[:1] for each in self._remaining]
        others = (
            things[: 1 if several > 1 and self._is_calm(choice) else several]
            for choice, things in due
        )
        return set(chain(*first, *others))

    def _is_calm(self, choice: Choice) -> bool:
        return table_package.is_calm(self.rules, self.decision, choice)

    def _asked(self, shared: int) -> Iterator[int]:
        """The index of the part of each choice that the bar asks for.

        Of few choices the last part; otherwise the first that not all share, or a later one if a
        picked thing already says that part.
        """
        if len(self._remaining) <= FEW:
            yield from (len(choice) for choice in self.choices)
            return
        said = {choice[shared] for choice, settled in self._remaining if shared in settled}
        for choice, settled in self._remaining:
            if shared not in settled or len(said) > 1:
                yield shared
            else:
                further = (i for i in range(shared, len(choice)) if i not in settled)
                yield next(further, len(choice))

    def _step(self, begin: Choice, group: list[Narrowed]) -> Step:
        """The step for a beginning in the bar."""
        choices = [each.choice for each in group]
        if len(choices) == 1:
            return Step(self.label(choices[0]), choice=choices[0])
        prefix, label = _common(choices), self.label(begin)
        if self._begun[prefix] == len(choices):
            return Step(label, prefix=prefix)
        further = list(self.on)
        for place, thing in self._things(prefix):
            if place >= len(self.prefix) and place in group[0].settled:
                further.remove(thing)
        return Step(label, prefix=prefix, on=tuple(further))

    def _pick(self, target: str, group: list[Narrowed]) -> Step:
        """The step for a thing on the board.

        A thing that is chosen together with others is final only once these are picked, or chosen
        in the bar.
        """
        choices = [each.choice for each in group]
        label = self._several(choices)
        if len(choices) == 1:
            others = self._open(group[0], len(self._shared_by_all))
            if others in ([], [target]):
                return Step(label, choice=choices[0])
        prefix = _common(choices)
        if target in self._path(prefix) and 1 < len(choices) == self._begun[prefix]:
            return Step(label, prefix=prefix)
        return Step(label, prefix=self.prefix, on=(*self.on, target))

    def _several(self, choices: list[Choice]) -> str:
        """The effect of each of a few choices; empty if that needs many words."""
        said = "; ".join(map(self.label, choices)) if len(choices) <= SAID else ""
        return said if len(choices) == 1 or len(said) <= LETTERS else ""

    def _narrowed(self, prefix: Choice, on: tuple[str, ...]) -> list[Narrowed]:
        """The choices that begin so and also contain these things, in any order."""
        found, begin = [], as_data(prefix)
        for choice in self.decision.choices:
            if as_data(choice[: len(prefix)]) != begin:
                continue
            settled = set(range(len(prefix)))
            for target in on:
                place = self._place(choice, target, settled)
                if place is None:
                    break
                settled.add(place)
            else:
                found.append(Narrowed(choice, frozenset(settled)))
        return found

    def _place(self, choice: Choice, target: str, settled: set[int]) -> int | None:
        """The index where a choice first names this thing, without settled parts."""
        places = [(i, thing) for i, thing in self._things(choice) if i not in settled]
        may_be = places[:1] if self.decision.asks.in_order else places
        return next((i for i, thing in may_be if thing == target), None)

    def _things(self, choice: Choice) -> list[tuple[int, str]]:
        """The things on the board that a choice names, each with the index of its part."""
        return [(place, thing) for place, thing in enumerate(self._path(choice)) if thing]

    def _path(self, choice: Choice) -> list[str | None]:
        return [self._target(choice[: length + 1]) for length in range(len(choice))]

    def _target(self, parts: Choice) -> str | None:
        if parts not in self._targets:
            self._targets[parts] = table_package.target(self.rules, self.decision, parts)
        return self._targets[parts]


def by_reason(refusals: Sequence[Refused]) -> list[Reason]:
    """Refusals grouped by reason, so that each is said once."""
    labels: dict[str, list[str]] = {}
    for each in refusals:
        labels.setdefault(each["reason"], []).append(each["label"])
    return [{"label": " · ".join(those), "reason": reason} for reason, those in labels.items()]


def _given(choice: Choice) -> int:
    """The total amount given."""
    return sum(sum(part.values()) for part in choice if isinstance(part, dict))


def _amounts(choice: Choice | None) -> list[Amounts]:
    return [part for part in choice or () if isinstance(part, Amounts)]


def _common(choices: list[Choice]) -> Choice:
    """The first parts that all choices share."""
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
