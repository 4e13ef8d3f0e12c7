"""The bracket of an elimination: paired by seed, so that the highest seeds meet last.

At tables of two one player advances, at tables of four two do. If the players do not fill the first
round, the highest seeds have a bye in it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments.kinds import robin
from games.tournaments.kinds.standing import Board

Match = list[int]


class Level(NamedTuple):
    """A sort key, the best first.

    Players who are not gone come first, then by most games won (``behind`` is minus that number),
    then by rank at a larger table.
    """

    gone: bool
    behind: int
    rank: int


def tables(people: int, players: int) -> int:
    """The number of tables in the first round: one that can be halved down to one."""
    number = 1
    while number * players < people:
        number *= 2
    return number


def rounds(people: int, players: int) -> int:
    return tables(people, players).bit_length()


def first(seeded: Sequence[int], players: int) -> list[Match]:
    """The matches of the first round, in the order in which their winners meet."""
    number = tables(len(seeded), players)
    if players == 2:
        order = _order(2 * number)
        pairs = [(order[at], order[at + 1]) for at in range(0, len(order), 2)]
        return [[seeded[seed] for seed in pair if seed < len(seeded)] for pair in pairs]
    dealt = robin.deal(seeded, [players] * number)
    return [dealt[seed] for seed in _order(number)]


def _order(size: int) -> list[int]:
    """The seeds from 0 in the order of the bracket: the first two meet in the last round, and so
    on."""
    order = [0]
    while len(order) < size:
        last = 2 * len(order) - 1
        order = [seed for each in order for seed in (each, last - each)]
    return order


def through(
    parts: Sequence[Board], seeds: dict[int, int], gone: frozenset[int], games: int, going_on: int
) -> list[int] | None:
    """The entrants who advance from a match, the winner first; None while it is undecided.

    A match of several ``games`` is over as soon as nobody can catch up. If it is tied, the higher
    seed advances. Entrants who are gone come last.
    """
    if not all(board.over for board in parts):
        return None
    stood, people = levels(parts, gone), parts[0].people
    open_games = games - len(parts)
    there = [each for each in people if each not in gone]
    lead = abs(stood[people[0]].behind - stood[people[-1]].behind)
    if len(people) == 2 and open_games and lead <= open_games and len(there) == 2:
        return None
    return sorted(people, key=lambda each: (stood[each], seeds[each]))[:going_on]


def levels(parts: Sequence[Board], gone: frozenset[int]) -> dict[int, Level]:
    """The sort key of each entrant of a match, by its games alone."""
    people, last = parts[0].people, parts[-1]
    won: Counter[int] = Counter()
    for board in parts:
        firsts = [one.entrant for one in board.seated if one.rank == 1 and not one.left]
        if len(firsts) == 1:
            won[firsts[0]] += 1
    ranks = {one.entrant: one.rank or 0 for one in last.seated if len(people) > 2}
    return {each: Level(each in gone, -won[each], ranks.get(each, 0)) for each in people}
