"""Small Swiss at tables of two: rounds are chosen so that those to come are possible, too.

The Dutch rules look at one round alone. Where nearly everybody is to meet nearly everybody, what is
left after a round may have no pairing without two meeting again, though another round would have
left one. A bye is a meeting with nobody, whom nobody meets twice either.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from games.tournaments.matching import Past, Team

NOBODY = 0
#: So many rounds ahead: none of up to 14 people is stuck with that where there is a way.
AHEAD = 2
#: So many other rounds are looked at, those first in which neighbours meet: of 14 people there are
#: 135,135, of 22 more than anybody can look at.
OTHERS = 5000

Pair = tuple[int, int]


def needed(people: int, rounds: int) -> bool:
    """Whether so many rounds may come to an end too early. Up to half of the people there is always
    a next one: who has met fewer than half can be paired (Dirac)."""
    return rounds > people // 2


def next_round(past: Past, given: list[Team] | None, left: int) -> list[Team] | None:
    """The ``given`` round if the rounds ``left`` after it are possible, else the nearest one to
    equal points of which that is true; the given one if there is none."""
    people = [*past.ranked, *[NOBODY] * (len(past.ranked) % 2)]
    met = frozenset(past.met) | {(NOBODY, each) for each in past.small}
    ahead = min(left, AHEAD)
    if given is not None and _possible(people, met | set(map(_pair, given)), ahead):
        return given
    found = [
        [tuple(filter(None, pair)) for pair in pairs]
        for pairs in islice(_rounds(people, met), OTHERS)
        if _possible(people, met | set(pairs), ahead)
    ]
    return past.seated(min(found, key=past.cost)) if found else given


def _possible(people: Sequence[int], met: frozenset[Pair], rounds: int) -> bool:
    """Whether so many rounds can follow in which nobody meets again."""
    return not rounds or any(
        _possible(people, met | set(pairs), rounds - 1) for pairs in _rounds(people, met)
    )


def _rounds(people: Sequence[int], met: frozenset[Pair]) -> Iterator[list[Pair]]:
    """All rounds of these in which nobody meets again."""
    if not people:
        yield []
        return
    one, *others = people
    for other in others:
        pair = _pair((one, other))
        if pair not in met:
            left = [each for each in others if each != other]
            yield from ([pair, *rest] for rest in _rounds(left, met))


def _pair(table: Team) -> Pair:
    """As ``Past.met`` has it, the lower number first."""
    low, high = sorted([*table, NOBODY][:2])
    return low, high
