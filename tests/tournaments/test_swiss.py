"""The pairings of a Swiss, round after round, and that it ends by its date."""

import json
import random
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from games.models import Entrant, Table, Tournament
from games.moves import actions
from games.tournaments.kinds import dutch, lookahead, matching
from games.tournaments.kinds.standing import Board, Place, Seated, compute_standings, points
from games.tournaments.kinds.swiss import Swiss
from games.tournaments.running import running
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd, opened, play_out
from tests.tournaments.simulated import to_the_end

#: Rounds as bbpPairings 6.0.0, the reference for the rules of 2026, pairs them: with people who
#: resign, do not turn up, leave, and come late.
REFERENCE = Path(__file__).parent / "dutch_rounds.json"


def board(number: int, *seated: Any, how: str = "played", table: int = 0) -> Board:
    return Board(Place(0, 0, number, table), tuple(Seated(*one) for one in seated), how)


PLAYED = [
    board(1, (1, 1), (4, 2)),
    board(1, (5, 1), (2, 2), table=1),
    board(1, (3, 1), table=2),
    board(2, (3, 2), (1, 1)),
    board(2, (4, 1), (5, 1), table=1),
    board(2, (2, 1), table=2),
]


@pytest.mark.parametrize("case", json.loads(REFERENCE.read_text()))
def test_pairings_are_those_of_the_reference_program(case: dict[str, Any]) -> None:
    boards = [
        board(number, *((one, rank, None, bool(left)) for one, rank, left in seated), how=how)
        for number, how, seated in case["boards"]
    ]
    seeded = range(1, case["people"] + 1)
    ours = dutch.pair(seeded, case["absent"], boards, case["rounds"])
    assert ours is not None
    assert sorted(ours) == sorted(map(tuple, case["pairs"]))


def test_a_player_who_has_left_meets_nobody_and_a_walkover_is_no_meeting() -> None:
    given_up = [board(1, (1, 1), (4, 2, None, True), how="walkover"), *PLAYED[1:3]]
    ours = dutch.pair([1, 2, 3, 4, 5], [4], given_up, 4)
    assert ours is not None
    assert sorted(each for pair in ours for each in pair) == [1, 2, 3, 5]


def test_two_whose_game_did_not_begin_have_not_met_and_have_no_point() -> None:
    boards = [
        board(1, (1, 1), (3, 1), how="unplayed"),
        board(1, (2, 1), (4, 2), table=1),
        board(2, (2, 1), (1, 2)),
        board(2, (4, 1), (3, 2), table=1),
    ]
    assert [set(pair) for pair in dutch.pair([1, 2, 3, 4], [], boards, 3) or ()] == [
        {2, 3},
        {1, 4},
    ]
    assert matching.Past([1, 3], {1: 0.0, 3: 0.0}, boards[:1], 2).met == {}


def test_a_player_who_resigned_is_paired_as_the_loser() -> None:
    """Not as the leader, so that the winner would get the bye."""
    resigned = [
        board(1, (1, 1), (4, 2, None, True)),
        board(1, (2, 1), (5, 2, None, True), table=1),
        board(1, (3, 1), table=2),
    ]
    ours = dutch.pair([1, 2, 3, 4, 5], [], resigned, 4)
    assert ours is not None
    [bye] = [pair for pair in ours if len(pair) == 1]
    assert bye in {(4,), (5,)}


def test_two_players_who_both_left_their_game_have_both_lost() -> None:
    both = [
        board(1, (1, 1, None, True), (4, 1, None, True)),
        board(1, (2, 1), (5, 2), table=1),
        board(1, (3, 1), (6, 2), table=2),
    ]
    ours = dutch.pair([1, 2, 3, 4, 5, 6], [], both, 4)
    assert ours is not None
    assert {2, 3} in map(set, ours)


def test_where_all_have_met_there_is_no_round_without_meeting_again() -> None:
    met = [board(1, (1, 1), (2, 2)), board(2, (2, 1), (1, 2))]
    assert dutch.pair([1, 2], [], met, 3) is None
    assert by_matching([1, 2], met) == [(1, 2)]


def by_matching(ranked: list[int], boards: list[Board]) -> list[tuple[int, ...]]:
    past = matching.Past(ranked, dict.fromkeys(ranked, 1.0), boards, 2)
    return matching.next_round(past, (2,))


def test_nobody_gets_the_bye_by_which_two_others_meet_again() -> None:
    """The last one would, but the first two have met."""
    met = [board(1, (1, 1), (2, 2)), board(1, (3, 1), (4, 2, None, True), table=1)]
    assert by_matching([1, 3, 2], met) == [(1, 3), (2,)]
    assert [set(table) for table in by_matching([1, 2, 3], met)] == [{1, 3}, {2}]


def test_two_meet_again_before_somebody_gets_a_second_bye() -> None:
    free = [board(1, (2, 1), how="bye"), board(1, (3, 1), (4, 2), table=1)]
    free += [board(2, (3, 1), how="bye"), board(2, (2, 1), (4, 2), table=1)]
    free += [board(3, (2, 1), (3, 2)), board(3, (4, 1, None, True), (1, 1), table=1)]
    assert [set(table) for table in by_matching([1, 2, 3], free)] == [{2, 3}, {1}]


@pytest.mark.parametrize(
    ("people", "rounds"),
    [(4, 3), (5, 4), (6, 4), (6, 5), (7, 6), (8, 6), (8, 7), (10, 8), (12, 11)],
)
def test_a_few_people_who_play_many_rounds_do_not_meet_again(people: int, rounds: int) -> None:
    here = Tournament(
        kind="swiss", type="lanterns", players=2, rounds=rounds, points=[1, 0], days=5
    )
    here.tie_breaks = list(Swiss.tie_breaks)
    for seed in range(12 if people < 10 else 2):
        boards = to_the_end(Swiss(), here, people, chance=random.Random(seed))
        met = Counter(pair for each in boards for pair in combinations(sorted(each.people), 2))
        byes = Counter(each.people[0] for each in boards if len(each.people) == 1)
        assert max(met.values()) == 1
        assert max(byes.values(), default=0) <= 1
        assert max(each.place.round for each in boards) == rounds


@pytest.mark.parametrize(
    ("people", "players", "rounds"),
    [(20, 4, 3), *((people, 4, 4) for people in range(13, 21)), (8, 3, 3), (12, 3, 4)],
)
def test_at_larger_tables_nobody_meets_twice_where_that_is_possible(
    people: int, players: int, rounds: int
) -> None:
    """Of 14 people at tables of four all had to, in four rounds."""
    points_ = [float(players - place) for place in range(1, players + 1)]
    here = Tournament(
        kind="swiss", type="lanterns", players=players, rounds=rounds, points=points_, days=5
    )
    here.tie_breaks = list(Swiss.tie_breaks)
    for seed in range(10):
        boards = to_the_end(Swiss(), here, people, chance=random.Random(seed))
        met = Counter(pair for each in boards for pair in combinations(sorted(each.people), 2))
        assert max(met.values()) == 1
        assert max(each.place.round for each in boards) == rounds


def simulated(people: int, players: int, rounds: int, *, leave: float = 0.0) -> list[Board]:
    """Simulated: the stronger, which have the smaller numbers, win more often."""
    chance, boards, gone = random.Random(people), list[Board](), set[int]()
    seeded = list(range(1, people + 1))
    by_place = [1.0, 0.0] if players == 2 else [float(players - n) for n in range(1, players + 1)]
    for number in range(1, rounds + 1):
        there = [each for each in seeded if each not in gone]
        stood = compute_standings(
            boards,
            seeds=dict(zip(seeded, seeded, strict=True)),
            by_place=by_place,
            tie_breaks=(),
            gone=gone,
        )
        if players == 2:
            tables = dutch.pair(seeded, gone, boards, rounds)
            assert tables is not None
        else:
            score = {row.entrant: row.score for row in stood}
            ranked = [row.entrant for row in stood if row.entrant not in gone]
            past = matching.Past(ranked, score, boards, players)
            tables = matching.next_round(past, (2, 3, 4))
        assert sorted(each for table in tables for each in table) == there
        for index, table in enumerate(tables):
            order = sorted(table, key=lambda each: each + chance.gauss(0, people / 3))
            seated = [(each, 1 + order.index(each)) for each in table]
            boards.append(board(number, *seated, table=index))
        gone |= {each for each in there if chance.random() < leave}
    return boards


@pytest.mark.parametrize(
    ("people", "players", "rounds"),
    [(8, 2, 5), (37, 2, 5), (37, 3, 6), (37, 4, 5), (64, 4, 6), (64, 3, 7)],
)
def test_nobody_meets_twice_and_everybody_sits_everywhere(
    people: int, players: int, rounds: int
) -> None:
    boards = simulated(people, players, rounds, leave=0.02)
    met = Counter(pair for each in boards for pair in combinations(sorted(each.people), 2))
    assert max(met.values()) == 1
    sat = Counter((each, seat) for at in boards for seat, each in enumerate(at.people))
    for each in range(1, people + 1):
        seats = [sat[each, seat] for seat in range(players)]
        assert max(seats) - min(seats) <= 2
    byes = Counter(at.people[0] for at in boards if len(at.people) == 1)
    assert all(number == 1 for number in byes.values())


def test_those_with_equal_points_meet() -> None:
    boards = simulated(64, 4, 4)
    score: Counter[int] = Counter()
    apart = []
    for each in sorted(boards, key=lambda one: one.place):
        there = [score[person] for person in each.people]
        apart.append(max(there) - min(there))
        for person, won in points(each, [3, 2, 1, 0]).items():
            score[person] += int(won)
    assert sum(apart) / len(apart) < 1


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("people", "players"), [(9, 2), (10, 4)])
def test_with_a_tenth_gone_it_ends_by_its_date(times: Times, people: int, players: int) -> None:
    users = crowd(people)
    made = opened(users[0], users, kind="swiss", players=players, least=players, rounds=3, days=14)
    running.tick()
    play_out(made, times, gone={users[-1].pk})
    assert_whole(made)
    assert set(Table.objects.values_list("round", flat=True)) == {1, 2, 3}
    assert Entrant.objects.get(user=users[-1]).place == people


@pytest.mark.django_db(transaction=True)
def test_a_round_is_over_at_its_end_whatever_runs(times: Times) -> None:
    users = crowd(4)
    made = opened(users[0], users, kind="swiss", rounds=2, days=10)
    running.tick()
    assert set(Table.objects.values_list("round", flat=True)) == {1}
    times.go(days=10, minutes=1)
    running.tick()
    assert set(Table.objects.filter(round=1).values_list("how", flat=True)) == {"late"}
    assert Table.objects.filter(round=2, state="running").count() == 2
    made.refresh_from_db()
    assert made.ends_at is not None
    assert (made.ends_at - times.now).days == 9


def test_looking_ahead_ends_where_more_rounds_are_possible_than_anybody_can_look_at() -> None:
    ranked = list(range(1, 23))
    past = matching.Past(ranked, dict.fromkeys(ranked, 0.0), [], 2)
    tables = lookahead.next_round(past, None, 11)
    assert tables is not None
    assert sorted(each for table in tables for each in table) == ranked


@pytest.mark.django_db(transaction=True)
def test_the_bye_of_the_second_round_is_for_a_player_who_resigned_in_the_first(
    times: Times,
) -> None:
    users = crowd(5)
    here = opened(users[0], users, kind="swiss", rounds=3)
    running.tick()
    resigned = set()
    for table in Table.objects.filter(tournament=here, round=1).exclude(game=None):
        assert table.game is not None
        loser = table.players.all()[0].entrant
        actions.resign(table.game.pk, loser.user_id)
        resigned.add(loser.pk)
    running.advance(here.pk)
    [bye] = Table.objects.filter(tournament=here, round=2, how="bye")
    assert bye.players.get().entrant_id in resigned


@pytest.mark.django_db(transaction=True)
def test_the_rules_say_how_a_bye_counts_and_that_places_are_shared(times: Times) -> None:
    [one] = crowd(1)
    here = opened(one, [], kind="swiss", rounds=3, most=8)
    page = Client().get(f"/tournaments/{here.pk}/").content.decode()
    assert "counts like a win against a player with the same points" in page
    assert "share the place" in page
    Tournament.objects.update(arithmetic=Tournament.Arithmetic.NUMBERED)
    page = Client().get(f"/tournaments/{here.pk}/").content.decode()
    assert "last by the rating" in page
    assert "share the place" not in page
