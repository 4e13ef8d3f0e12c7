"""The divisions of a league: promotion, relegation, and dividing people. Pure functions.

A promoted player moves up by one division, a relegated one down by one. Where people have left, the
next in the standings move up; newcomers enter at the bottom. Sizes are chosen so that as few
players as possible end up lower than they were promised.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from games.tournaments.kinds import robin

UP, DOWN = 1, -1
#: Players per division, as declared. If the numbers do not fit, some divisions have fewer; a
#: division of three is the last resort.
SIZES = (6, 7, 8)
FEWEST = 3
#: How many rise and how many fall, as declared.
MOST_RISING = 2
#: The cost of not rising as promised, of otherwise ending a division lower, and of one player fewer
#: than six.
_NOT_RISEN, _LOWER, _SMALL, _COSTLY = 1000, 10, 20, 50


class Stood(NamedTuple):
    """A player's place at the end of a season; ``zone`` is UP, DOWN or 0."""

    division: int
    place: int
    zone: int

    @property
    def promised(self) -> int:
        """The division promised for the next season."""
        return self.division - self.zone


def zone(number: int, size: int, division: int, divisions: int, rising: int) -> int:
    """Whether the player with this place (from 1) rises or falls in a division of this size.

    Nobody rises from the first division or falls from the last.
    """
    if number <= rising and division > 1:
        return UP
    if number > size - rising and division < divisions:
        return DOWN
    return 0


def order(people: Sequence[int], stood: Mapping[int, Stood]) -> list[int]:
    """The order of the next season, the highest first, newcomers last in the given order.

    In a division the players relegated into it come first: they stay if there is room.
    """
    known = [each for each in people if each in stood]
    known.sort(key=lambda each: (stood[each].promised, stood[each].zone, stood[each].place))
    return known + [each for each in people if each not in stood]


def sizes(stood: Sequence[Stood | None], wanted: int, players: int) -> list[int]:
    """The sizes of the divisions, the highest first.

    ``stood``: each player's last season, in the order of ``order``; None for a newcomer.
    """
    best: dict[int, tuple[int, list[int]]] = {0: (0, [])}
    for number in range(1, len(stood) + 1):
        found = []
        for size in _possible(players):
            if number - size in best:
                cost, before = best[number - size]
                cost += _cost(stood[number - size : number], len(before) + 1, wanted, players)
                found.append((cost, [*before, size]))
        if found:
            best[number] = min(found, key=lambda each: (each[0], len(each[1])))
    return best[len(stood)][1]


def divide(people: Sequence[int], found: Sequence[int]) -> list[list[int]]:
    """These people, in order, in divisions of the sizes found."""
    ends = list(accumulate(found, initial=0))
    return [list(people[start:end]) for start, end in pairwise(ends)]


def _possible(players: int) -> list[int]:
    """Sizes for which everybody can meet everybody equally often."""
    return [size for size in robin.SIZES[players] if FEWEST <= size <= SIZES[-1]]


def _cost(members: Sequence[Stood | None], division: int, wanted: int, players: int) -> int:
    size = len(members)
    lower = sum(
        (division - each.promised) * (_NOT_RISEN if each.zone == UP else _LOWER)
        for each in members
        if each is not None and each.promised < division
    )
    small = _SMALL * max(SIZES[0] - size, 0)
    return lower + small + (size - wanted) ** 2 + _COSTLY * ((players, size) in robin.COSTLY)
