"""The next round of a Swiss at tables of any size, by matchings.

People are matched to pairs, and pairs to tables of four, or with one more player to tables of
three. Meeting again costs most, then a difference in points; among equals, the stronger half meets
the weaker half.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations

import rustworkx

from games.models import Table
from games.tournaments.kinds import robin
from games.tournaments.kinds.standing import Board

#: The cost of a repeated meeting, of a second small table or bye, and of a difference of one point
#: (squared): so far apart that none outweighs another.
MEETING, SMALL_AGAIN, POINT = 10**14, 10**12, 10**6
#: More than any pairing costs.
DEAR = 10**18

Team = tuple[int, ...]
#: Which sizes of teams can be joined; 0 is nobody.
Sizes = frozenset[tuple[int, int]]
PEOPLE: Sizes = frozenset({(1, 1), (0, 1)})
PAIRS: dict[int, Sizes] = {3: frozenset({(1, 2), (0, 2)}), 4: frozenset({(2, 2), (1, 2)})}


def next_round(past: Past, sizes: Collection[int]) -> list[Team]:
    """The tables of the next round, the best first, each in the order of its seats.

    A player with a bye is alone. ``sizes`` are the numbers of players that a table can have.
    """
    people, alone = past.at_tables(sizes)
    return past.seated([*past.tables(people), *((each,) for each in alone)])


class Past:
    """The facts before a round, from former ``boards``: the ranking, meetings, and everyone's
    seats."""

    def __init__(
        self,
        ranked: Sequence[int],
        score: Mapping[int, float],
        boards: Iterable[Board],
        players: int,
    ) -> None:
        self.ranked, self.score, self.players = ranked, score, players
        self.rank = {each: rank for rank, each in enumerate(ranked)}
        self.met: Counter[tuple[int, int]] = Counter()
        self.small: Counter[int] = Counter()
        self.sat: Counter[tuple[int, int]] = Counter()
        for board in boards:
            if board.how != Table.How.UNPLAYED:
                self.met.update(combinations(sorted(board.people), 2))
            if len(board.people) < players or (players == 2 and board.how == Table.How.WALKOVER):
                self.small.update(board.people)
            self.sat.update((each, seat) for seat, each in enumerate(board.people))

    def seated(self, tables: Iterable[Team]) -> list[Team]:
        """These tables, the best first, a player with a bye last; each in the order of its
        seats."""
        best = sorted(
            tables, key=lambda table: (len(table) == 1, sorted(self.rank[one] for one in table))
        )
        return [robin.least_used(table, self.sat) for table in best]

    def cost(self, tables: Iterable[Team]) -> int:
        """The cost of a round."""
        if self.players == 2:
            return sum(self._cost(table[:1], table[1:]) for table in tables)
        return sum(map(self._at_one_table, tables))

    def at_tables(self, sizes: Collection[int]) -> tuple[list[int], list[int]]:
        """The players of this round, and those with a bye.

        Byes go to the last players in the ranking among those with the fewest byes. At tables of
        two the matching chooses, because a bye decides which players have to meet again.
        """
        people, rest = list(self.ranked), len(self.ranked) % self.players
        if self.players == 2:
            return people, []
        small, least = -len(people) % self.players, self.players - 1
        if not rest or (least > 1 and least in sizes and small * least <= len(people)):
            return people, []
        alone = sorted(people, key=lambda each: (self.small[each], -self.rank[each]))[:rest]
        return [each for each in people if each not in alone], alone

    def tables(self, people: Sequence[int]) -> list[Team]:
        """Tables of the wanted size, and as many as necessary with one player fewer."""
        small = -len(people) % self.players
        large = (len(people) - small * (self.players - 1)) // self.players
        alone = {2: len(people) % 2, 3: large, 4: small}
        teams = self._matched([(each,) for each in people], PEOPLE, alone)
        if self.players == 2:
            return teams
        return self._mended(self._matched(teams, PAIRS[self.players], {3: small, 4: 0}))

    def _mended(self, tables: list[Team]) -> list[Team]:
        """The tables after swaps of two people, as long as each swap reduces repeated meetings.

        A pair was matched before it was known which pair would join it.
        """
        while swaps := list(self._swaps(tables)):
            _gain, at, one, to, other = min(swaps)
            tables[at], tables[to] = _put(tables[at], one, other), _put(tables[to], other, one)
        return tables

    def _swaps(self, tables: Sequence[Team]) -> Iterator[tuple[int, int, int, int, int]]:
        """All swaps that improve a table with a repeated meeting, with their cost."""
        costs = list(map(self._at_one_table, tables))
        for at, table in enumerate(tables):
            for one in table if costs[at] >= MEETING else ():
                for to, there in enumerate(tables):
                    for other in there if to != at else ():
                        mine = self._at_one_table(_put(table, one, other))
                        theirs = self._at_one_table(_put(there, other, one))
                        cost = mine + theirs - costs[at] - costs[to]
                        if cost < 0:
                            yield cost, at, one, to, other

    def _at_one_table(self, table: Team) -> int:
        small = sum(self.small[each] for each in table) if len(table) < self.players else 0
        return SMALL_AGAIN * small + sum(self._between(*pair) for pair in combinations(table, 2))

    def _matched(self, teams: list[Team], fit: Sizes, alone: Mapping[int, int]) -> list[Team]:
        """Join these in twos at the least cost, except for the number that the table sizes leave
        alone."""
        graph: rustworkx.PyGraph[Team, int] = rustworkx.PyGraph()
        graph.add_nodes_from([*teams, *[()] * alone.get(self.players, 0)])
        nodes = list(enumerate(graph.nodes()))
        graph.add_edges_from(
            (at, to, DEAR - self._cost(one, other))
            for (at, one), (to, other) in combinations(nodes, 2)
            if tuple(sorted((len(one), len(other)))) in fit
        )
        matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return [graph[low] + graph[high] for low, high in sorted(map(sorted, matched))]

    def _cost(self, one: Team, other: Team) -> int:
        """The cost of these at one table; with nobody else, of a small table or of a bye."""
        if self.players == 2 and not (one and other):
            [alone] = one or other
            return self._sitting_out(alone)
        if not other:
            passing = self.players == 3 and len(one) == 1  # an intermediate pair
            return 0 if passing else SMALL_AGAIN * sum(self.small[each] for each in one)
        return sum(self._between(a, b) for a in one for b in other)

    def _between(self, one: int, other: int) -> int:
        apart = round(100 * abs(self.score[one] - self.score[other]))
        near = len(self.ranked) - abs(self.rank[one] - self.rank[other])
        met = self.met[min(one, other), max(one, other)]
        return MEETING * met**2 + POINT * apart**2 // 100**2 + near

    def _sitting_out(self, each: int) -> int:
        """The cost of a bye: it goes to the last player without one; a second one costs more than
        meeting again."""
        apart = round(100 * (self.score[each] - min(self.score[other] for other in self.ranked)))
        before = len(self.ranked) - self.rank[each]
        again = 2 * MEETING * self.small[each] ** 2
        return again + POINT * apart**2 // 100**2 + before


def _put(table: Team, one: int, other: int) -> Team:
    """The table with one person replaced by another."""
    return tuple(other if each == one else each for each in table)
