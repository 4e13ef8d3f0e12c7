"""The pairings of an elimination, and how it gets its winner."""

from typing import Any

import pytest
from django.test import Client

from games.models import Entrant, Table, Tournament
from games.moves import actions
from games.tournaments.kinds import bracket
from games.tournaments.kinds.kind import Field
from games.tournaments.kinds.knockout import Elimination
from games.tournaments.kinds.standing import Board, Place, Seated
from games.tournaments.running import running
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd, opened, play_out
from tests.tournaments.test_telling import told


def test_the_strongest_meet_last() -> None:
    assert bracket.first([1, 2, 3, 4, 5, 6, 7, 8], 2) == [[1, 8], [4, 5], [2, 7], [3, 6]]


def test_byes_of_the_first_round_go_to_the_strongest() -> None:
    assert bracket.first([1, 2, 3, 4, 5], 2) == [[1], [4, 5], [2], [3]]


def test_tables_of_four_can_be_halved_down_to_one() -> None:
    assert [bracket.tables(people, 4) for people in (4, 5, 8, 9, 37, 256)] == [1, 2, 2, 4, 16, 64]
    assert [bracket.rounds(people, 4) for people in (4, 8, 256)] == [1, 2, 7]
    assert [bracket.rounds(people, 2) for people in (2, 5, 8, 256)] == [1, 3, 3, 8]


def game(part: int, *ranked: tuple[int, int | None]) -> Board:
    return Board(Place(0, 0, 1, 0, part), tuple(Seated(*one) for one in ranked))


SEEDS = {1: 1, 2: 2, 3: 3, 4: 4}


def decided(parts: list[Board], games: int, *, gone: frozenset[int] = frozenset()) -> object:
    return bracket.through(parts, SEEDS, gone, games, 1)


def test_a_match_of_three_is_over_when_nobody_can_catch_up() -> None:
    one, two = game(0, (1, 2), (2, 1)), game(1, (2, 1), (1, 2))
    assert decided([one], 1) == [2]
    assert decided([one], 3) is None
    assert decided([one, two], 3) == [2]
    level = game(1, (2, 2), (1, 1))
    assert decided([one, level], 3) is None
    assert decided([one, level, game(2, (1, 1), (2, 1))], 3) == [1]
    assert decided([one], 3, gone=frozenset([2])) == [1]
    assert decided([game(0, (1, None), (2, None))], 1) is None


def test_of_four_the_first_two_go_on() -> None:
    table = game(0, (1, 4), (2, 2), (3, 2), (4, 1))
    assert bracket.through([table], SEEDS, frozenset(), 1, 2) == [4, 2]


def final(players: int, *ranks: int, **changed: Any) -> list[tuple[int, int, float]]:
    """An elimination of one match: entrant, place and matches won of each."""
    here = Tournament(kind="elimination", players=players, points=[1, 0], **changed)
    board = game(0, *enumerate(ranks, 1))
    field = Field(here, range(1, players + 1), frozenset(), [board])
    return [(row.entrant, row.place, row.score) for row in Elimination().standings(field, 0, 0)]


def test_after_a_drawn_final_the_title_is_shared() -> None:
    assert final(2, 1, 1) == [(1, 1, 1), (2, 1, 1)]
    assert final(2, 2, 1) == [(2, 1, 1), (1, 2, 0)]
    assert final(4, 3, 1, 1, 4) == [(2, 1, 2), (3, 1, 2), (1, 3, 0), (4, 4, 0)]
    assert final(4, 3, 1, 2, 4) == [(2, 1, 2), (3, 2, 1), (1, 3, 0), (4, 4, 0)]


def test_in_a_tournament_of_before_the_seed_decides_a_drawn_final() -> None:
    before = Tournament.Arithmetic.NUMBERED
    assert final(2, 1, 1, arithmetic=before) == [(1, 1, 1), (2, 2, 0)]
    drawn = final(4, 3, 1, 1, 4, arithmetic=before)
    assert drawn == [(2, 1, 2), (3, 2, 1), (1, 3, 0), (4, 4, 0)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("lives", [1, 2])
def test_a_cup_whose_last_final_is_drawn_has_two_winners_on_its_page(
    times: Times, lives: int
) -> None:
    users = crowd(2)
    here = opened(
        users[0], users, kind="elimination", lives=lives, late="draw", days=10, name="Autumn Cup"
    )
    running.tick()
    if lives == 2:
        for loser in (1, 0):
            table = Table.objects.get(tournament=here, state=Table.State.RUNNING)
            assert table.game is not None
            actions.resign(table.game.pk, users[loser].pk)
            running.tick()
    here.refresh_from_db()
    assert here.ends_at is not None
    times.now = here.ends_at
    running.tick()
    assert_whole(here)
    assert list(Entrant.objects.values_list("place", flat=True)) == [1, 1]
    for user in users:
        assert "you share first place!" in told("tournament_over", user)[0]
    page = Client().get(f"/tournaments/{here.pk}/").content.decode()
    assert page.count('class="bracket-winner"') == 2


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("people", "players", "match"), [(8, 2, 1), (6, 2, 3), (9, 4, 1)])
def test_with_somebody_gone_it_comes_to_a_winner_by_its_date(
    times: Times, people: int, players: int, match: int
) -> None:
    users = crowd(people)
    here = opened(
        users[0], users, kind="elimination", players=players, match=match, days=20, least=players
    )
    running.tick()
    play_out(here, times, gone={users[2].pk})
    assert_whole(here)
    gone = Entrant.objects.get(tournament=here, user=users[2])
    assert gone.place != 1
    assert Table.objects.filter(tournament=here).count() >= people // players


@pytest.mark.django_db(transaction=True)
def test_a_match_begins_as_soon_as_both_are_known(times: Times) -> None:
    users = crowd(8)
    here = opened(users[0], users, kind="elimination", days=20)
    running.tick()
    first = list(Table.objects.filter(tournament=here, round=1).order_by("number"))
    assert len(first) == 4
    for table in first[:2]:
        assert table.game is not None
        actions.resign(table.game.pk, table.players.all()[1].entrant.user_id)
    running.tick()
    second = Table.objects.get(tournament=here, round=2)
    assert (second.number, second.state) == (0, Table.State.RUNNING)
    assert Table.objects.filter(tournament=here, round=1, state=Table.State.RUNNING).count() == 2
