"""Small Swiss: chooses rounds so that the following ones stay possible.

The Dutch rules and the matchings consider one round alone. If nearly everybody has to meet nearly
everybody, the players left after a round may have no pairing without a repeated meeting, although
another round would have allowed one. A bye counts as a meeting with nobody, which nobody repeats
either.

People are bits here, by their places in the ranking. A table is the set of its players. A player's
mask has the bits of everybody they have met, including themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice

from games.tournaments.kinds.matching import Past, Team

NOBODY = 0
#: Rounds to look ahead: that has avoided every avoidable dead end.
AHEAD = 3
#: Of this many rounds that leave others possible, the one closest to equal points is chosen.
OTHERS = 20
#: After this many steps a round counts as leaving no others; and this many are made in all, which
#: takes some seconds.
STEPS, STEPS_IN_ALL = 2_000, 40_000

Met = list[int]
#: Chooses which of the remaining players to seat next.
Pick = Callable[[Met, int], int]


def needed(people: int, players: int, rounds: int) -> bool:
    """Whether this many rounds may reach a dead end.

    At tables of two, people who have met fewer than half of the others can always be paired
    (Dirac); at larger ones nearly always.
    """
    return 2 * rounds * (players - 1) >= people


def next_round(past: Past, given: list[Team] | None, left: int) -> list[Team] | None:
    """The ``given`` round if the rounds ``left`` after it are possible, otherwise the closest to
    it.

    That is the round closest to equal points after which the others are possible; the given one if
    none is found.
    """
    people = [*past.ranked, *[NOBODY] * (past.players == 2 and len(past.ranked) % 2)]
    sizes = [2] * (len(people) // 2) if past.players == 2 else [len(table) for table in given or ()]
    if 1 in sizes:  # a different player sits out each time
        return given
    met, search = _met(past, people), _Search(sizes, min(left, AHEAD))
    if given is not None:
        tables = [_bits(people, table) for table in given]
        if _is_new(met, tables) and search.leaves_others(met, tables):
            return given
    found = [
        [_team(people, table) for table in tables]
        for tables in islice(search.leaving_others(met), OTHERS)
    ]
    return past.seated(min(found, key=past.cost)) if found else given


class _Search:
    """Searches rounds without repeated meetings at tables of these sizes, ``ahead`` after the
    next."""

    def __init__(self, sizes: Sequence[int], ahead: int) -> None:
        self._sizes, self._ahead, self._steps = sizes, ahead, STEPS_IN_ALL

    def leaving_others(self, met: Met) -> Iterator[list[int]]:
        """The rounds found after which others are possible."""
        rounds = self._rounds(met, _first)
        return (tables for tables in rounds if self.leaves_others(met, tables))

    def leaves_others(self, met: Met, tables: Sequence[int]) -> bool:
        """Whether enough rounds are found that can follow this one."""
        kept = max(self._steps - STEPS, 0)
        self._steps -= kept
        found = self._possible(_after(met, tables), self._ahead)
        self._steps += kept
        return found

    def _possible(self, met: Met, rounds: int) -> bool:
        return not rounds or any(
            self._possible(_after(met, tables), rounds - 1)
            for tables in self._rounds(met, _scarcest)
        )

    def _rounds(self, met: Met, pick: Pick) -> Iterator[list[int]]:
        return self._seated(met, pick, (1 << len(met)) - 1, self._sizes)

    def _seated(self, met: Met, pick: Pick, left: int, sizes: Sequence[int]) -> Iterator[list[int]]:
        """All ways to seat the remaining players at these tables, as far as the steps allow."""
        if not left:
            yield []
        self._steps -= 1
        if not left or self._steps < 0:
            return
        one = pick(met, left)
        for size in sorted(set(sizes), reverse=True):
            others = list(sizes)
            others.remove(size)
            for strangers in _strangers(met, left & ~met[one], size - 1):
                table = strangers | 1 << one
                for rest in self._seated(met, pick, left & ~table, others):
                    yield [table, *rest]


def _strangers(met: Met, free: int, number: int) -> Iterator[int]:
    """All groups of ``number`` free players none of whom have met."""
    if not number:
        yield 0
        return
    while free:
        one = free & -free
        free ^= one
        for others in _strangers(met, free & ~met[_place(one)], number - 1):
            yield one | others


def _first(met: Met, left: int) -> int:
    return _place(left & -left)


def _scarcest(met: Met, left: int) -> int:
    """The player with the fewest left to meet: with them a dead end is found soonest."""
    return min(_places(left), key=lambda place: (left & ~met[place]).bit_count())


def _met(past: Past, people: Sequence[int]) -> Met:
    met = [1 << place for place in range(len(people))]
    place = {each: at for at, each in enumerate(people)}
    pairs = [*past.met, *((NOBODY, each) for each in past.small if NOBODY in place)]
    for one, other in pairs:
        if one in place and other in place:
            met[place[one]] |= 1 << place[other]
            met[place[other]] |= 1 << place[one]
    return met


def _is_new(met: Met, tables: Sequence[int]) -> bool:
    return all(table & met[place] == 1 << place for table in tables for place in _places(table))


def _after(met: Met, tables: Sequence[int]) -> Met:
    later = list(met)
    for table in tables:
        for place in _places(table):
            later[place] |= table
    return later


def _bits(people: Sequence[int], table: Team) -> int:
    """A table as bits; a player with a bye sits with nobody."""
    there = table if len(table) > 1 else (*table, NOBODY)
    return sum(1 << people.index(each) for each in there)


def _team(people: Sequence[int], table: int) -> Team:
    return tuple(people[place] for place in _places(table) if people[place] != NOBODY)


def _places(bits: int) -> Iterator[int]:
    while bits:
        one = bits & -bits
        yield _place(one)
        bits ^= one


def _place(bit: int) -> int:
    return bit.bit_length() - 1
