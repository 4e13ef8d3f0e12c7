"""Schedules in which everybody meets everybody equally often and has every seat.

Tables have two, three or four players. For three and four these are block designs, for each number
of people with a small one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

Seats = tuple[int, ...]
Round = list[Seats]

#: By players per table: the sizes of groups for which there is a design.
SIZES = {2: (2, 3, 4, 5, 6, 7, 8), 3: (3, 4, 5, 6, 7, 9), 4: (4, 5, 6, 7, 13, 16)}
#: Five people at tables of three and six at tables of four need many games: only as a last resort.
COSTLY = {(3, 5): 50, (4, 6): 50}


def groups(people: int, wanted: int, players: int) -> list[int]:
    """The number and sizes of groups, each as close to the wanted size as possible, larger ones
    first.

    Empty if there are fewer people than seats at a table.
    """
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for number in range(1, people + 1):
        found = [
            (
                best[number - size][0] + (size - wanted) ** 2 + COSTLY.get((players, size), 0),
                [*best[number - size][1], size],
            )
            for size in SIZES[players]
            if number - size in best
        ]
        if found:
            best[number] = min(found, key=lambda each: (each[0], len(each[1])))
    return sorted(best[people][1], reverse=True) if people in best else []


def deal(seeded: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Distribute these people, the strongest first, to groups of about the same strength, to and
    fro."""
    dealt: list[list[int]] = [[] for _size in sizes]
    left = list(seeded)
    forth = True
    while left:
        for index in range(len(sizes)) if forth else reversed(range(len(sizes))):
            if left and len(dealt[index]) < sizes[index]:
                dealt[index].append(left.pop(0))
        forth = not forth
    return dealt


def schedule(people: int, players: int) -> tuple[tuple[Seats, ...], ...]:
    """The rounds of a group: each table lists the numbers of its people in the order of their
    seats.

    Nobody sits at two tables of a round.
    """
    rounds = _duels(people) if players == 2 else _in_rounds(_design(people, players))
    return tuple(tuple(tables) for tables in rounds)


def _duels(people: int) -> list[Round]:
    """The circle method: one player stays, the others move on by a place.

    The numbers decide the first seat, so that nobody has it more than once more often than the
    others.
    """
    circle = list(range(people + people % 2))
    rounds = []
    for _round in range(len(circle) - 1):
        pairs = zip(circle, reversed(circle), strict=True)
        half = list(pairs)[: len(circle) // 2]
        rounds.append([_ordered(*pair) for pair in half if max(pair) < people])
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds


def _ordered(one: int, other: int) -> Seats:
    low, high = min(one, other), max(one, other)
    return (low, high) if (low + high) % 2 else (high, low)


def _design(people: int, players: int) -> list[Seats]:
    """Tables at which each two of these people meet equally often."""
    match players, people:
        case 3, 6:
            return [*_turned((0, 1), 5, fixed=5), *_turned((0, 1, 3), 5)]
        case 3, 7:
            return _turned((0, 1, 3), 7)
        case 4, 7:
            return _turned((2, 4, 5, 6), 7)
        case 4, 13:
            return _turned((0, 1, 3, 9), 13)
        case (3, 9) | (4, 16):
            return _plane(players)
    return list(combinations(range(people), players))


def _turned(base: Seats, modulus: int, fixed: int | None = None) -> list[Seats]:
    more = () if fixed is None else (fixed,)
    return [(*((number + step) % modulus for number in base), *more) for step in range(modulus)]


def _plane(order: int) -> list[Seats]:
    """The lines of the plane over the field of this order: each two points are on one line."""
    numbers = range(order)
    lines = [tuple(order * x + y for y in numbers) for x in numbers]
    for slope in numbers:
        lines += [
            tuple(order * x + _plus(_times(slope, x, order), shift, order) for x in numbers)
            for shift in numbers
        ]
    return lines


def _plus(one: int, other: int, order: int) -> int:
    return one ^ other if order == 4 else (one + other) % order


def _times(one: int, other: int, order: int) -> int:
    if order == 3:
        return one * other % 3
    return 0 if 0 in (one, other) else 1 + (one + other - 2) % 3


def _in_rounds(tables: Iterable[Seats]) -> list[Round]:
    """The tables in rounds, always taking the next table whose people are free.

    Unless everyone already has each seat equally often, a seat goes to the player who had it least.
    """
    rounds: list[Round] = []
    tables = list(tables)
    for table in tables:
        free = (each for each in rounds if not any(set(table) & set(other) for other in each))
        chosen = next(free, None)
        if chosen is None:
            rounds.append([table])
        else:
            chosen.append(table)
    sat = Counter(place for table in tables for place in enumerate(table))
    return rounds if len(set(sat.values())) == 1 else _balanced(rounds)


def _balanced(rounds: list[Round]) -> list[Round]:
    sat: Counter[tuple[int, int]] = Counter()
    seated = []
    for tables in rounds:
        seated.append([least_used(table, sat) for table in tables])
    for _again in range(3):  # the first tables were seated without regard to the last
        for tables in seated:
            for index, table in enumerate(tables):
                sat.subtract(zip(table, range(len(table)), strict=True))
                tables[index] = least_used(table, sat)
    return seated


def least_used(table: Seats, sat: Counter[tuple[int, int]]) -> Seats:
    """These people in the seats that they have had least, counted in ``sat``."""

    def used(order: Seats) -> int:
        return sum(
            sat[person, seat] ** 2 * 2 + sat[person, seat] for seat, person in enumerate(order)
        )

    best = min(permutations(table), key=used)
    sat.update(zip(best, range(len(best)), strict=True))
    return best
