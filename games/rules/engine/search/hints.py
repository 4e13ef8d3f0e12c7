"""The best choices of an open question, each with what it may bring, told as far as it is sure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from ..rules import Rules
from ..state import Choice
from .candidates import candidates
from .judging import LEAST, SURE, Tried, mean_and_error, seen_of, trials
from .question import Question

WORLDS, LOOKED, TOLD = 6, 4, 3
"""So many choices are tried in so many worlds, and so many of them are told at most."""
NAMED, LEAST_NAMED = 2, 0.5
"""At most so many sources of a lead are named, none below so many points."""


class Hinted(msgspec.Struct, frozen=True):
    """A choice, how far ahead one is to end after it, and where that comes from. ``equal``: about
    as good as the best as far as one can tell."""

    choice: Choice
    lead: float
    doubt: float
    equal: bool
    sources: list[tuple[str, float]]


def hint(rules: Rules[Any], asked: Question) -> list[Hinted]:
    """The choices that look best, in the order of the leads that are shown. What is not equal is
    compared in one half of the worlds with the best of the other, by two kinds of players."""
    seen = seen_of(rules, asked)
    choices = candidates(seen)[:LOOKED]
    return told(choices, trials(seen, choices, WORLDS, kinds=2))


def told(choices: Sequence[Choice], tried: Sequence[Sequence[Sequence[Tried]]]) -> list[Hinted]:
    """What is said of choices after these trials, by kind of player, choice and world."""
    half = len(tried[0][0]) // 2
    first = [
        sum(each.lead for kind in tried for each in kind[choice][:half])
        for choice in range(len(choices))
    ]
    best = first.index(max(first))
    found = [_hinted(choice, tried, index, best, half) for index, choice in enumerate(choices)]
    return sorted(found, key=lambda each: -each.lead)[:TOLD]


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
    names = sorted({name for each in ends for name in each.by})
    means = {name: sum(each.by.get(name, 0) for each in ends) / len(ends) for name in names}
    named = sorted(means.items(), key=lambda pair: -abs(pair[1]))[:NAMED]
    sources = [(name, mean) for name, mean in named if abs(mean) >= LEAST_NAMED]
    return Hinted(choice, lead, doubt, index == best or not sure, sources)
