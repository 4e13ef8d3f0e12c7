"""The best choices of an open question, each with what it may bring, told as far as it is sure.

They are tried in small steps, which whoever thinks for bots as well can do in between; what is told
after each of them is surer than before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..rules import Rules
from ..state import Choice
from .judging import (
    LEAST,
    SURE,
    Trial,
    Tried,
    join_trials,
    mean_and_error,
    promising,
    seen_of,
    trial,
)
from .question import Question

STEP, STEPS, LOOKED, TOLD = 6, 4, 4, 3
"""Worlds of each step, steps, choices that are tried, and those of them that are told at most."""
LEAST_NAMED = 0.5
"""No source of points is named that makes less of a difference."""


class Hinted(msgspec.Struct, frozen=True):
    """A choice, how far ahead the seat is expected to end after it, and the source of points by
    which that differs most from what the others bring. ``equal``: as far as is known, about as good
    as the best. ``games``: so many were played on after it, 0 where its replies were looked for."""

    choice: Choice
    lead: float
    doubt: float
    equal: bool
    differs: tuple[str, float] | None = None
    games: int = 0


def step(rules: Rules[Any], asked: Question, before: Trial | None = None) -> Trial:
    """Try the choices that look best, or those that were tried before, in a few worlds more."""
    seen = seen_of(rules, asked)
    if before is None:
        return trial(seen, promising(seen)[:LOOKED], STEP, kinds=2)
    choices = [seen.decision.find(choice) for choice in before.choices]
    return join_trials([before, trial(seen, choices, STEP, kinds=2)])


def goes_on(known: Trial) -> bool:
    """Whether further worlds may tell more."""
    further = len(known.tried[0][0]) < STEP * STEPS
    return known.played_on and len(known.choices) > 1 and further


def rank_choices(known: Trial) -> list[Hinted]:
    """The choices in the order of the leads that are shown. What is not equal is compared in one
    half of the worlds with the best of the other, by two kinds of players."""
    return _compare(known)[:TOLD]


def find_best(known: Trial) -> Choice | None:
    """The choice that is surely better than all others that were tried, by both kinds of players;
    None where that is not sure."""
    best, *others = sorted(_compare(known), key=lambda each: not each.equal)
    return best.choice if others and not others[0].equal else None


def _compare(known: Trial) -> list[Hinted]:
    choices, tried = known.choices, known.tried
    half = len(tried[0][0]) // 2
    first = [
        sum(each.lead for kind in tried for each in kind[choice][:half])
        for choice in range(len(choices))
    ]
    best = first.index(max(first))
    found = [_hinted(choice, tried, index, best, half) for index, choice in enumerate(choices)]
    if not known.played_on:
        found = [msgspec.structs.replace(each, games=0) for each in found]
    return sorted(found, key=lambda each: -each.lead)


def _hinted(
    choice: Choice, tried: Sequence[Sequence[Sequence[Tried]]], index: int, best: int, half: int
) -> Hinted:
    ends = [each for kind in tried for each in kind[index]]
    lead, doubt = mean_and_error([each.lead for each in ends])
    worse = [
        mean_and_error(
            [
                one.lead - other.lead
                for one, other in zip(kind[best][half:], kind[index][half:], strict=True)
            ]
        )
        for kind in tried
    ]
    sure = all(mean > max(LEAST, SURE * error) for mean, error in worse)
    equal = index == best or not sure
    return Hinted(choice, lead, doubt, equal, _differs(tried, index), len(ends))


def _differs(tried: Sequence[Sequence[Sequence[Tried]]], index: int) -> tuple[str, float] | None:
    """The source of points of which a choice surely brings most more, or fewer, than the others do
    on average in the same worlds."""
    games = [each for kind in tried for each in zip(*kind, strict=True)]
    names = sorted({name for ends in games for end in ends for name in end.by})
    found = []
    for name in names:
        points = [[end.by.get(name, 0.0) for end in ends] for ends in games]
        others = max(1, len(points[0]) - 1)
        mean, error = mean_and_error(
            [each[index] - (sum(each) - each[index]) / others for each in points]
        )
        if len(points[0]) > 1 and abs(mean) > max(LEAST_NAMED, SURE * error):
            found.append((name, mean))
    return max(found, key=lambda pair: abs(pair[1]), default=None)
