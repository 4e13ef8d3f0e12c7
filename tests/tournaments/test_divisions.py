"""Promotion and relegation, and how the people of a league are divided: plain functions."""

import random

import pytest

from games.tournaments.kinds import divisions
from games.tournaments.kinds.divisions import DOWN, UP, Stood


def outcome(sizes: list[int], rising: int, gone: set[int]) -> dict[int, Stood]:
    """A season in which people are numbered by division and place; players who are gone are left
    out, having come last."""
    found, first = {}, 0
    for number, size in enumerate(sizes, 1):
        members = range(first, first + size)
        for place, each in enumerate(sorted(members, key=lambda n: n in gone), 1):
            zone = divisions.zone(place, size, number, len(sizes), rising)
            if each not in gone:
                found[each] = Stood(number, place, zone)
        first += size
    return found


def next_season(stood: dict[int, Stood], newcomers: list[int], wanted: int) -> list[list[int]]:
    ordered = divisions.order([*stood, *newcomers], stood)
    sizes = divisions.sizes([stood.get(each) for each in ordered], wanted, 2)
    return divisions.divide(ordered, sizes)


def test_the_first_rise_the_last_fall_and_nobody_from_the_ends() -> None:
    of_eight = [divisions.zone(place, 8, 2, 3, 2) for place in range(1, 9)]
    assert of_eight == [UP, UP, 0, 0, 0, 0, DOWN, DOWN]
    assert divisions.zone(1, 8, 1, 3, 2) == 0
    assert divisions.zone(8, 8, 3, 3, 2) == 0
    assert divisions.zone(1, 8, 1, 1, 2) == divisions.zone(8, 8, 1, 1, 2) == 0


def test_where_nobody_leaves_two_change_places_with_two() -> None:
    found = next_season(outcome([8, 8, 8], 2, set()), [], 8)
    assert found == [
        [*range(6), 8, 9],
        [6, 7, *range(10, 14), 16, 17],
        [14, 15, *range(18, 24)],
    ]


def test_an_absent_player_is_relegated_and_the_next_one_moves_up() -> None:
    found = next_season(outcome([7, 7, 7], 1, {2, 3}), [], 7)
    assert found[0][:5] == [0, 1, 4, 5, 6], "a place that falls is of one who is gone"
    assert found[0][5:] == [7, 8], "one rises, and one more moves up"
    assert [len(each) for each in found] == [7, 6, 6]


def test_newcomers_enter_below() -> None:
    found = next_season(outcome([6, 6], 1, set()), [90, 91, 92, 93, 94, 95], 6)
    assert found == [[0, 1, 2, 3, 4, 6], [5, *range(7, 12)], [90, 91, 92, 93, 94, 95]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_any_number_of_people_can_be_divided(players: int) -> None:
    for people in range(4, 257):
        sizes = divisions.sizes([None] * people, 7, players)
        assert sum(sizes) == people
        assert sizes == sorted(sizes, reverse=True)
        assert all(3 + (players != 3) <= size <= 8 for size in sizes)
        if people >= 18 and players == 2:
            assert min(sizes) >= 6


@pytest.mark.parametrize(("people", "wanted", "rising"), [(37, 6, 1), (37, 8, 2), (256, 8, 2)])
def test_promoted_players_end_higher_over_ten_seasons_with_a_tenth_vanishing(
    people: int, wanted: int, rising: int
) -> None:
    chance = random.Random(people + wanted)
    sizes = divisions.sizes([None] * people, wanted, 2)
    for _season in range(10):
        number = sum(sizes)
        gone = set(chance.sample(range(number), number // 10))
        stood = outcome(sizes, rising, gone)
        newcomers = list(range(1000, 1000 + chance.randrange(number // 6)))
        found = next_season(stood, newcomers, wanted)
        assert sorted(each for members in found for each in members) == sorted(
            [*stood, *newcomers]
        ), "everybody is in one, once"
        now = {each: n for n, members in enumerate(found, 1) for each in members}
        for each, before in stood.items():
            if before.zone == UP:
                assert now[each] < before.division
        lowest_of_old = max(now[each] for each in stood)
        assert all(now[each] >= lowest_of_old for each in newcomers)
        sizes = [len(members) for members in found]
