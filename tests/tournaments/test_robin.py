"""The meetings of a round robin: everybody equally often, and at every seat."""

from collections import Counter
from itertools import combinations

import pytest

from games.tournaments.kinds import robin

DESIGNS = [(people, players) for players, sizes in robin.SIZES.items() for people in sizes]


@pytest.mark.parametrize(("people", "players"), DESIGNS)
def test_everybody_meets_everybody_equally_often(people: int, players: int) -> None:
    tables = [table for tables in robin.schedule(people, players) for table in tables]
    met = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(met) == people * (people - 1) // 2
    assert len(set(met.values())) == 1
    if players == 2:
        assert set(met.values()) == {1}


@pytest.mark.parametrize(("people", "players"), DESIGNS)
def test_nobody_sits_anywhere_twice_more_often_than_elsewhere(people: int, players: int) -> None:
    tables = [table for tables in robin.schedule(people, players) for table in tables]
    for person in range(people):
        sat = [sum(table[seat] == person for table in tables) for seat in range(players)]
        assert max(sat) - min(sat) <= 1


@pytest.mark.parametrize(("people", "players"), DESIGNS)
def test_nobody_is_at_two_tables_of_a_round(people: int, players: int) -> None:
    for tables in robin.schedule(people, players):
        seated = [person for table in tables for person in table]
        assert len(seated) == len(set(seated))


def test_groups_are_as_wished_as_far_as_the_number_allows() -> None:
    assert robin.groups(8, 8, 2) == [8]
    assert robin.groups(37, 8, 2) == [8, 8, 7, 7, 7]
    assert robin.groups(256, 8, 2) == [8] * 32
    assert robin.groups(37, 7, 4) == [7, 7, 7, 7, 5, 4]
    assert robin.groups(3, 7, 4) == []


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_number_of_people_can_be_put_into_groups(players: int) -> None:
    for people in range(players, 257):
        assert sum(robin.groups(people, 7, players)) == people


def test_groups_are_of_about_the_same_strength() -> None:
    assert robin.deal(range(1, 9), [4, 4]) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert robin.deal(range(1, 8), [4, 3]) == [[1, 4, 5, 7], [2, 3, 6]]
