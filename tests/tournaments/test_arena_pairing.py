"""The pairing of arenas as a plain function, and through hundreds of simulated evenings."""

from __future__ import annotations

import pytest

from games.tournaments.arena.pairing import AGAIN, PATIENCE, Free, Pair, pair_free
from tests.tournaments.arena_evening import play, together


def test_all_are_paired_with_their_neighbours_at_the_start() -> None:
    pairs = pair_free([Free(n, n) for n in range(1, 9)], 8)
    assert sorted(sorted(pair) for pair in pairs) == [[1, 2], [3, 4], [5, 6], [7, 8]]


def test_of_an_odd_number_the_newest_person_waits() -> None:
    people = [Free(1, 1, 3.0), Free(2, 2, 1.0), Free(3, 3, 2.0)]
    [pair] = pair_free(people, 3)
    assert set(pair) == {1, 3}


def test_two_who_met_last_meet_again_only_after_waiting_for_somebody_else() -> None:
    def pair(waited: float, *, others: bool = True) -> list[Pair]:
        people = [Free(1, 1, waited, (2,)), Free(2, 2, waited, (1,))]
        return pair_free(people, 2, others=others)

    assert pair(AGAIN - 1) == []
    assert len(pair(AGAIN)) == 1
    assert len(pair(0, others=False)) == 1


def test_two_who_met_last_are_set_to_a_table_that_can_change() -> None:
    """3 and 4 are left over, and would be also if only one of the pairs may change."""
    people = [
        *(Free(1, 1, 9.0, ()), Free(2, 2, 9.0, ())),
        *(Free(3, 3, 1.0, (4,)), Free(4, 4, 1.0, (3,))),
    ]
    pairs = {frozenset(pair) for pair in pair_free(people, 4)}
    assert len(pairs) == 2
    assert frozenset((3, 4)) not in pairs


def test_people_far_away_in_the_standings_meet_once_they_have_waited() -> None:
    def pairs(waited: float) -> int:
        return len(pair_free([Free(1, 1, waited), Free(2, 200, 0)], 200))

    assert pairs(1) == 0
    assert pairs(PATIENCE) == 1


def test_the_first_seat_goes_to_the_person_who_had_it_less_often() -> None:
    assert pair_free([Free(1, 1, firsts=1), Free(2, 2)], 2) == [Pair(2, 1)]
    assert pair_free([Free(1, 1), Free(2, 2, firsts=1)], 2) == [Pair(1, 2)]
    assert pair_free([Free(1, 1, had_first=True), Free(2, 2)], 2) == [Pair(2, 1)]


@pytest.mark.parametrize(("number", "evenings"), [(2, 20), (3, 20), (4, 20), (7, 20), (20, 10)])
def test_small_evenings(number: int, evenings: int) -> None:
    found = together([play(number, seed=seed) for seed in range(evenings)])
    assert found["games"] > 100
    assert found["again with others"] == 0
    assert found["idle most"] <= PATIENCE
    assert found["firsts most"] <= 2


@pytest.mark.slow
@pytest.mark.parametrize(("number", "evenings"), [(50, 5), (200, 2), (500, 1)])
def test_large_evenings(number: int, evenings: int) -> None:
    """Short games, so that many become free in the same second."""
    found = together([play(number, seed=seed) for seed in range(evenings)])
    assert found["again with others"] == 0
    assert found["idle most"] <= PATIENCE
    assert found["firsts most"] <= 4
    if number >= 200:
        assert found["waits p99"] <= PATIENCE + 2
        assert found["again"] == 0
