"""Who meets whom in a Swiss, round after round, and that it ends by its date."""

import random
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest
from py4swiss.engines import DutchEngine
from py4swiss.trf import TrfParser

from games.models import Entrant, Table
from games.tournaments import dutch, matching, running, swiss
from games.tournaments.standing import Board, Place, Seated, points, rows
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd, opened, play_out

#: Five people after two rounds: by round the opponent, the seat and the result of each.
REPORT = {
    1: (2.0, "   4 w 1", "   3 b 1"),
    2: (1.0, "   5 b 0", "0000 - U"),
    3: (1.0, "0000 - U", "   1 w 0"),
    4: (0.5, "   1 b 0", "   5 w ="),
    5: (1.5, "   2 w 1", "   4 b ="),
}


def board(number: int, *seated: tuple[int, int], how: str = "played", table: int = 0) -> Board:
    return Board(Place(0, 0, number, table), tuple(Seated(*one) for one in seated), how)


PLAYED = [
    board(1, (1, 1), (4, 2)),
    board(1, (5, 1), (2, 2), table=1),
    board(1, (3, 1), table=2),
    board(2, (3, 2), (1, 1)),
    board(2, (4, 1), (5, 1), table=1),
    board(2, (2, 1), table=2),
]


def test_pairings_are_those_of_the_library_for_the_same_report(tmp_path: Path) -> None:
    lines = [
        f"001 {number:4}      {'Somebody':<66}{points:4} {number:4}  {'  '.join(results)}"
        for number, (points, *results) in REPORT.items()
    ]
    (tmp_path / "report.trf").write_text("\n".join(["XXR 4", *lines, ""]))
    theirs = DutchEngine.generate_pairings(TrfParser.parse(tmp_path / "report.trf", strict=True))
    ours = dutch.pair([1, 2, 3, 4, 5], [], PLAYED, 4)
    assert ours == [tuple(filter(None, (each.white, each.black))) for each in theirs]
    assert ours is not None
    assert (1, 5) in [tuple(sorted(pair)) for pair in ours]


def test_who_has_gone_meets_nobody_and_what_was_not_played_is_no_meeting() -> None:
    given_up = [board(1, (1, 1), (4, 2), how="walkover"), *PLAYED[1:3]]
    ours = dutch.pair([1, 2, 3, 4, 5], [4], given_up, 4)
    assert ours is not None
    assert sorted(each for pair in ours for each in pair) == [1, 2, 3, 5]


def test_where_all_have_met_there_is_no_round_without_meeting_again() -> None:
    met = [board(1, (1, 1), (2, 2)), board(2, (2, 1), (1, 2))]
    assert dutch.pair([1, 2], [], met, 3) is None
    assert matching.next_round([1, 2], {1: 1, 2: 1}, met, 2, (2,)) == [(1, 2)]


def simulated(people: int, players: int, rounds: int, *, leave: float = 0.0) -> list[Board]:
    """Simulated: the stronger, which have the smaller numbers, win more often."""
    chance, boards, gone = random.Random(people), list[Board](), set[int]()
    seeded = list(range(1, people + 1))
    by_place = [1.0, 0.0] if players == 2 else [float(players - n) for n in range(1, players + 1)]
    for number in range(1, rounds + 1):
        there = [each for each in seeded if each not in gone]
        stood = rows(
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
            tables = matching.next_round(ranked, score, boards, players, (2, 3, 4))
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


@pytest.mark.django_db(transaction=True)
def test_a_machine_without_the_library_pairs_tables_of_two_by_matchings(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(swiss, "_dutch", lambda: None)
    users = crowd(5)
    made = opened(users[0], users, kind="swiss", rounds=2)
    running.tick()
    assert sorted(table.chairs.count() for table in Table.objects.all()) == [1, 2, 2]
    play_out(made, times, gone=set())
    assert_whole(made)
