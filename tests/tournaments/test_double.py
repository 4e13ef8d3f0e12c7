"""An elimination in which players are out after two lost matches."""

import random
from collections import Counter

import pytest

from games.models import Entrant, Game, Table, Tournament
from games.moves import actions
from games.tournaments.kinds import double, kinds
from games.tournaments.kinds.double import Double
from games.tournaments.kinds.kind import Field
from games.tournaments.kinds.standing import Board, Seated
from games.tournaments.running import organising, recount, running
from tests.games.times import Times
from tests.tournaments.playing import assert_whole, crowd, opened, play_out
from tests.tournaments.simulated import to_the_end


def of(people: int, **changed: object) -> Tournament:
    made = Tournament(kind="elimination", players=2, lives=2, days=3, most=people, points=[1, 0])
    for name, value in changed.items():
        setattr(made, name, value)
    return made


def beaten(boards: list[Board]) -> Counter[int]:
    return Counter(one.entrant for board in boards for one in board.seated if one.rank == 2)


@pytest.mark.parametrize("people", [3, 4, 5, 8, 13, 37, 64, 256])
def test_it_comes_to_one_winner_with_at_most_one_loss_and_all_others_with_two(people: int) -> None:
    here, kind = of(people), Double()
    boards = to_the_end(kind, here, people, chance=random.Random(people))
    lost = beaten(boards)
    assert sorted(lost[each] for each in range(1, people + 1))[1:] == [2] * (people - 1)
    rows = kind.standings(Field(here, range(1, people + 1), frozenset(), boards), 0, 0)
    assert [row.place for row in rows] == list(range(1, people + 1))
    assert lost[rows[0].entrant] < 2
    assert max(board.place.round for board in boards) <= double.columns(people)[-1].round
    assert {kind.ends(here, board.place).days for board in boards} <= {
        3 * n for n in range(1, kind.stages(here, people) + 1)
    }


@pytest.mark.parametrize("people", [8, 37, 256])
@pytest.mark.parametrize("lives", [1, 2])
def test_with_a_tenth_who_never_turn_up_it_has_one_winner_by_its_date(
    people: int, lives: int
) -> None:
    """By plain functions, without rows and games."""
    here, chance = of(people, lives=lives), random.Random(people)
    kind = kinds.get_kind(here)
    boards = to_the_end(kind, here, people, chance=chance, leave=0.1)
    gone = frozenset(
        one.entrant for board in boards for one in board.seated if one.left and one.rank != 1
    )
    field = Field(here, range(1, people + 1), gone, boards)
    rows = kind.standings(field, 0, 0)
    assert sorted(row.entrant for row in rows) == list(range(1, people + 1))
    assert rows[0].entrant not in gone
    assert kind.due(field) == []
    assert all(kind.ends(here, board.place) <= kind.lasts(here, people) for board in boards)
    assert all(slot.onward is not None or not slot.people for slot in kind.slots(field).values())


def test_in_a_full_one_nobody_soon_meets_again() -> None:
    for seed in range(20):
        met: set[tuple[int, ...]] = set()
        boards = to_the_end(Double(), of(32), 32, chance=random.Random(seed))
        for board in sorted(boards, key=lambda each: each.place):
            pair = tuple(sorted(board.people))
            assert pair not in met or board.place.round > 8, "with 16 of 32 left, or fewer"
            met.add(pair)


def decide(boards: list[Board], *winners: int) -> list[Board]:
    """The player who comes first in ``winners`` wins what is open."""

    def rank(board: Board) -> Board:
        order = sorted(board.people, key=winners.index)
        seated = tuple(Seated(each, order.index(each) + 1) for each in board.people)
        return Board(board.place, seated, "played")

    return [board if board.over else rank(board) for board in boards]


def set_up(here: Tournament, people: int, boards: list[Board]) -> list[Board]:
    field = Field(here, range(1, people + 1), frozenset(), boards)
    return boards + [
        Board(each.place, tuple(Seated(one) for one in each.entrants))
        for each in Double().due(field)
    ]


def test_a_player_who_comes_from_the_losers_has_to_win_twice() -> None:
    here, boards = of(2), list[Board]()
    boards = decide(set_up(here, 2, boards), 1, 2)
    boards = decide(set_up(here, 2, boards), 2, 1)
    assert len(boards) == 2
    again = set_up(here, 2, boards)
    assert [board.people for board in again] == [[1, 2], [1, 2], [2, 1]]
    last = decide(again, 2, 1)
    assert set_up(here, 2, last) == last
    stood = Double().standings(Field(here, (1, 2), frozenset(), last), 0, 0)
    assert [row.entrant for row in stood] == [2, 1]


def test_a_player_who_has_won_all_is_the_winner_after_the_first_grand_final() -> None:
    here, boards = of(2), list[Board]()
    for _match in range(2):
        boards = decide(set_up(here, 2, boards), 1, 2)
    assert set_up(here, 2, boards) == boards


def draw(boards: list[Board]) -> list[Board]:
    return [
        board
        if board.over
        else Board(board.place, tuple(Seated(each, 1) for each in board.people), "played")
        for board in boards
    ]


@pytest.mark.parametrize("unbeaten", [1, 2])
def test_a_drawn_grand_final_is_no_loss_for_the_unbeaten(unbeaten: int) -> None:
    """Whatever the seeds: without them the other one would have to win it twice."""
    other = 3 - unbeaten
    boards = decide(set_up(of(2), 2, []), unbeaten, other)
    boards = draw(set_up(of(2), 2, boards))
    assert set_up(of(2), 2, boards) == boards
    stood = Double().standings(Field(of(2), (1, 2), frozenset(), boards), 0, 0)
    assert [(row.entrant, row.place) for row in stood] == [(unbeaten, 1), (other, 2)]


@pytest.mark.parametrize("match", [1, 3])
def test_after_a_drawn_second_grand_final_both_have_won(match: int) -> None:
    here = of(3, match=match)
    boards = list[Board]()
    while len(boards) < 60:
        before = boards
        boards = set_up(here, 3, boards)
        if boards == before:
            break
        *_sides, first, second = sorted({each.round for each in double.columns(3)})
        now = max(board.place.round for board in boards)
        winners = {first: (2, 1, 3), second: ()}.get(now, (1, 2, 3))
        boards = decide(boards, *winners) if winners else draw(boards)
    field = Field(here, (1, 2, 3), frozenset(), boards)
    assert [(row.entrant, row.place) for row in Double().standings(field, 0, 0)][-1] == (3, 3)
    assert {row.place for row in Double().standings(field, 0, 0)} == {1, 3}
    assert sorted(Double().slots(field)[second, 0].onward or ()) == [1, 2]


def test_a_tournament_of_before_is_decided_by_the_seed_as_it_was_declared() -> None:
    here = of(2, arithmetic=Tournament.Arithmetic.NUMBERED)
    boards = decide(set_up(here, 2, []), 2, 1)
    boards = draw(set_up(here, 2, boards))
    again = draw(set_up(here, 2, boards))
    assert len(again) == 3, "the stronger one has won the drawn final"
    stood = Double().standings(Field(here, (1, 2), frozenset(), again), 0, 0)
    assert [(row.entrant, row.place) for row in stood] == [(1, 1), (2, 2)]


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("people", "match"), [(8, 1), (5, 3)])
def test_with_somebody_gone_it_ends_by_its_date(times: Times, people: int, match: int) -> None:
    users = crowd(people)
    here = opened(users[0], users, kind="elimination", lives=2, match=match, days=20)
    running.tick()
    play_out(here, times, gone={users[2].pk})
    assert_whole(here)
    gone = Entrant.objects.get(tournament=here, user=users[2])
    assert gone.place != 1
    assert not Table.objects.filter(tournament=here).exclude(group=0, stage=0).exists()


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_thirty_seven_people_of_whom_a_tenth_vanishes_come_to_one_winner(times: Times) -> None:
    users = crowd(37)
    here = opened(users[0], users, kind="elimination", lives=2, days=10)
    running.tick()
    play_out(here, times, {user.pk for user in random.Random(1).sample(users, 4)}, step=24)
    assert_whole(here)


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_winner_who_leaves_has_won_all_the_same_and_loses_what_follows(times: Times) -> None:
    users = crowd(4)
    here = opened(users[0], users, kind="elimination", lives=2, days=20)
    running.tick()
    for table in Table.objects.filter(round=1):
        assert table.game is not None
        actions.resign(table.game.pk, table.players.all()[1].entrant.user_id)
    running.tick()
    final = Table.objects.get(round=2)
    ahead = [player.entrant for player in final.players.all()]
    organising.withdraw_player(here.pk, ahead[0].user_id)
    running.advance(here.pk)
    play_out(here, times, gone=set())
    assert_whole(here)
    first = Table.objects.get(round=1, players__entrant=ahead[0])
    assert first.players.get(entrant=ahead[0]).rank == 1
    assert recount.anew(here) == recount.kept(here)
    assert Entrant.objects.get(pk=ahead[0].pk).place == 4


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_winner_who_leaves_before_the_next_round_delays_nobody(times: Times) -> None:
    people = crowd(4)
    tournament = opened(people[0], people, kind="elimination", lives=2, days=10)
    running.tick()
    won = []
    for game in Game.objects.order_by("pk"):
        first, second = game.seats.all()
        actions.resign(game.pk, first.user_id or 0)
        won.append(second.user_id or 0)
    organising.withdraw_player(tournament.pk, won[0])
    running.advance(tournament.pk)
    walkovers = Table.objects.filter(tournament=tournament, how=Table.How.WALKOVER)
    assert [table.players.get(rank=1).entrant.user_id for table in walkovers] == [won[1]]
