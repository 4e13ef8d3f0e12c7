"""Seats the people of an event at tables."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

#: Attempts to seat people who block each other apart before somebody is left without a seat.
TRIES = 60


class Seating(NamedTuple):
    """The tables, each a list of people in turn order, and the people without a seat."""

    tables: list[list[int]]
    left: list[int]


def sizes(people: int, allowed: Collection[int], most: int) -> list[int]:
    """The sizes of the tables for this many people, of at most ``most``, biggest first.

    As few people as possible are left over, then there are as few tables as possible, then the
    sizes are as equal as possible.
    """
    fitting = sorted(size for size in allowed if 2 <= size <= most)
    # By the number of seated people: the fewest tables, as equal as possible.
    best: list[list[int] | None] = [[]] + [None] * people
    for seated in range(1, people + 1):
        ways = [
            [*before, size]
            for size in fitting
            if size <= seated and (before := best[seated - size]) is not None
        ]
        best[seated] = min(ways, key=_order, default=None)
    found = next(way for way in reversed(best) if way is not None)
    return sorted(found, reverse=True)


def _order(way: list[int]) -> tuple[int, int]:
    return len(way), sum(size * size for size in way)


def seat(
    people: Sequence[int],
    allowed: Collection[int],
    most: int,
    apart: Callable[[int, int], bool],
    lot: random.Random,
) -> Seating:
    """Seat these people, given in the order of their answers, at random tables.

    People who have blocked each other never sit together; those who answered last are left over
    first.
    """
    out: list[int] = []
    while True:
        coming = [one for one in people if one not in out]
        wanted = sizes(len(coming), allowed, most)
        seated = coming[: sum(wanted)]
        if (tables := _drawn(seated, wanted, apart, lot)) is not None:
            there = set(seated)
            return Seating(tables, [one for one in people if one not in there])
        last = (one for one in reversed(seated) if any(apart(one, other) for other in seated))
        out.append(next(last))


def _drawn(
    people: list[int], wanted: list[int], apart: Callable[[int, int], bool], lot: random.Random
) -> list[list[int]] | None:
    """Tables of these sizes without two people who have blocked each other; None if there are none.
    People with the most blocks are placed first."""
    enemies = {one: sum(apart(one, other) for other in people) for one in people}
    for _time in range(TRIES):
        drawn = people.copy()
        tables: list[list[int]] = [[] for _size in wanted]
        lot.shuffle(drawn)
        for one in sorted(drawn, key=lambda each: -enemies[each]):
            fitting = [
                table
                for table, size in zip(tables, wanted, strict=True)
                if len(table) < size and not any(apart(one, other) for other in table)
            ]
            if not fitting:
                break
            lot.choice(fitting).append(one)
        else:
            for table in tables:
                lot.shuffle(table)
            return tables
    return None
