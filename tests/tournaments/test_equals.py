"""Every order of every tie-break in tables where nobody is better than anybody."""

from __future__ import annotations

from itertools import combinations, permutations

import pytest

from games.tournaments.kinds.standing import ALL_MEET_ALL, TIE_BREAKS, compute_standings
from tests.tournaments.test_standing import FOUR, ONE, THREE, TWO, board

ORDERS = [
    order for length in range(len(TIE_BREAKS) + 1) for order in permutations(TIE_BREAKS, length)
]
PAIRS = list(combinations((ONE, TWO, THREE, FOUR), 2))
EQUALS = {
    "nobody has played": [],
    "all games are drawn": [board(1, (one, 1), (other, 1)) for one, other in PAIRS],
    "a table of four is drawn": [board(1, (ONE, 1), (TWO, 1), (THREE, 1), (FOUR, 1))],
    "each beats the next": [
        board(n, (one, 1), (other, 2))
        for n, (one, other) in enumerate([(ONE, TWO), (TWO, THREE), (THREE, FOUR), (FOUR, ONE)])
    ],
}


@pytest.mark.parametrize("world", EQUALS)
@pytest.mark.parametrize("kind", ["swiss", *ALL_MEET_ALL])
def test_equals_share_the_first_place_and_are_listed_by_seed(world: str, kind: str) -> None:
    seeds = {FOUR: 1, TWO: 2, ONE: 3, THREE: 4}
    by_place = [4.0, 3, 2, 1] if world == "a table of four is drawn" else [1.0, 0]
    for order in ORDERS:
        found = compute_standings(
            EQUALS[world], seeds=seeds, by_place=by_place, tie_breaks=order, kind=kind
        )
        assert [row.place for row in found] == [1, 1, 1, 1], order
        assert [row.entrant for row in found] == [FOUR, TWO, ONE, THREE], order


@pytest.mark.parametrize("kind", ["swiss", *ALL_MEET_ALL])
def test_who_loses_to_equals_is_last_by_every_order(kind: str) -> None:
    boards = [board(1, (one, 1), (other, 1)) for one, other in combinations((ONE, TWO, THREE), 2)]
    boards += [board(2, (one, 1), (FOUR, 2)) for one in (ONE, TWO, THREE)]
    seeds = {FOUR: 1, THREE: 2, TWO: 3, ONE: 4}
    for order in ORDERS:
        found = compute_standings(
            boards, seeds=seeds, by_place=[1.0, 0], tie_breaks=order, kind=kind
        )
        assert [row.place for row in found] == [1, 1, 1, 4], order
