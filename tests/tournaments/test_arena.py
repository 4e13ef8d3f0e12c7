"""An arena from its opening to its end: tables, points, breaks, and what happens at its end."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.sessions import tokens
from games.errors import Forbidden, GameError, Illegal, NotFound, Refused
from games.lobby import arranged_games
from games.models import ArenaPlayer, Game, Seat, Table, Tournament
from games.moves import actions, ending
from games.storage.position import locked
from games.tournaments import entering, opening
from games.tournaments.arena import breaks
from games.tournaments.arena.next_table import next_table
from games.tournaments.kinds import arena
from games.tournaments.kinds.standing import Board, Place, Seated
from games.tournaments.running import organising, recount, running
from tests.games.times import Times
from tests.tournaments.arenas import (
    CLOCK,
    begun,
    entrant,
    game_of,
    loses,
    opened,
    plan,
    points,
    see_all,
    tables,
)
from tests.tournaments.playing import crowd

pytestmark = pytest.mark.django_db(transaction=True)


def same(here: Tournament) -> None:
    """What is kept is what the log says."""
    assert recount.anew(here) == recount.kept(here)
    call_command("standings", here.pk)


def state(here: Tournament, user: User) -> str:
    here.refresh_from_db()
    return next_table(here, user.pk).state


def test_all_play_at_once_without_being_asked_whether_they_are_ready(times: Times) -> None:
    people = crowd(4)
    here = begun(people, times)
    assert here.status == Tournament.Status.RUNNING
    assert here.ends_at == times.now + timedelta(minutes=30)
    assert len(tables(here)) == 2
    games = Game.objects.filter(tournament_table__tournament=here)
    assert {game.status for game in games} == {Game.Status.RUNNING}
    assert next_table(here, people[0].pk).game == game_of(here, people[0]).pk


def test_who_is_free_meets_somebody_else_within_seconds(times: Times) -> None:
    people = crowd(4)
    here = begun(people, times)
    before = tables(here)
    for user in people[:2] if {"p1", "p2"} not in before else (people[0], people[2]):
        loses(here, user)
    running.tick_arenas()
    assert len(tables(here)) == 2
    assert not any(pair in before for pair in tables(here))
    same(here)


def test_two_alone_meet_again_at_once(times: Times) -> None:
    here = begun(crowd(2), times)
    first = Table.objects.get(tournament=here)
    actions.resign(first.game_id or 0, first.players.all()[1].entrant.user_id)
    running.tick_arenas()
    again = Table.objects.get(tournament=here, state=Table.State.RUNNING)
    seats = [list(table.players.values_list("entrant", flat=True)) for table in (first, again)]
    assert seats[0] == seats[1][::-1], "they change seats"


def board(number: int, winner: int | None, how: str = "played") -> Board:
    seated = (
        Seated(1, 1 if winner in (1, None) else 2),
        Seated(2, 1 if winner in (2, None) else 2),
    )
    return Board(Place(0, 0, number, 0), seated, how)


def test_a_win_counts_two_a_draw_one_and_from_the_third_win_in_a_row_four() -> None:
    given = [board(n, winner) for n, winner in enumerate((1, 1, 1, 1, None, 1, 2), 1)]
    sheets = arena.add_up(given)
    assert sheets[1].points == 2 + 2 + 4 + 4 + 1 + 2
    assert sheets[2].points == 1 + 2
    assert (sheets[1].row, sheets[1].longest, sheets[1].won) == (0, 4, 5)


def test_a_game_that_is_not_over_in_time_ends_no_row() -> None:
    given = [board(n, 1) for n in (1, 2)] + [board(3, None, "unfinished"), board(4, 1)]
    assert arena.add_up(given)[1].points == 2 + 2 + 4


def test_the_performance_is_the_rating_of_the_opponents_and_up_to_400_more() -> None:
    sheet = arena.add_up([board(1, 1), board(2, 1), board(3, None)])
    assert arena.performance(sheet[1], {2: 1500.0}) == 1500 + round(400 * (2 * 2.5 / 3 - 1))
    assert arena.performance(arena.Sheet(), {}) is None


def test_a_break_begins_after_the_game_and_ends_at_any_time(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    breaks.take_break(here.pk, people[0].pk)
    assert next_table(here, people[0].pk).leaves
    loses(here, people[1])
    running.tick_arenas()
    assert state(here, people[0]) == "break"
    assert state(here, people[1]) == "waiting"
    times.go(minutes=3)
    running.tick_arenas()
    assert tables(here) == []
    breaks.come_back(here.pk, people[0].pk)
    running.tick_arenas()
    assert len(tables(here)) == 1
    assert points(here) == {"p1": 2, "p2": 0}


def test_people_join_until_the_end_and_play_at_once(times: Times) -> None:
    *people, late, later = crowd(4)
    here = begun(people, times)
    loses(here, people[0])
    entering.join_tournament(here.pk, late.pk)
    running.tick_arenas()
    assert any("p3" in pair for pair in tables(here))
    same(here)
    times.go(minutes=31)
    with pytest.raises(Refused) as refused:
        entering.join_tournament(here.pk, later.pk)
    assert refused.value.code == "not_open"


def test_a_game_that_ends_soon_after_the_end_counts_and_a_later_one_does_not(
    times: Times,
) -> None:
    people = crowd(4)
    here = begun(people, times)
    one, other = Table.objects.filter(tournament=here).order_by("pk")
    see_all(here)
    Seat.objects.update(deadline=None)
    times.go(minutes=31)
    running.tick_arenas()
    assert state(here, people[0]) == "playing"
    winner, loser = one.players.all()
    actions.resign(one.game_id or 0, loser.entrant.user_id)
    running.tick_arenas()
    assert state(here, winner.entrant.user) == "ended"
    assert len(tables(here)) == 1, "nobody is paired any more"
    times.go(minutes=9)
    running.tick_arenas()
    here.refresh_from_db()
    assert here.status == Tournament.Status.FINISHED
    other.refresh_from_db()
    assert other.how == Table.How.UNFINISHED
    assert other.game is not None
    assert other.game.status == Game.Status.RUNNING, "it goes on"
    assert sorted(points(here).values()) == [0, 0, 0, 2]
    assert winner.entrant.__class__.objects.get(pk=winner.entrant.pk).place == 1
    same(here)


def test_who_does_not_come_loses_and_has_a_break(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    absent, there = people
    Seat.objects.filter(user=there).update(seen_version=1)
    times.go(seconds=44)
    running.tick_arenas()
    assert len(tables(here)) == 1
    times.go(seconds=6)
    running.tick_arenas()
    assert tables(here) == []
    assert next_table(here, absent.pk).was_absent
    assert points(here)[there.username] == 2
    assert state(here, there) == "waiting"
    breaks.come_back(here.pk, absent.pk)
    running.tick_arenas()
    assert len(tables(here)) == 1


def test_who_has_opened_the_table_may_think(times: Times) -> None:
    here = begun(crowd(2), times)
    see_all(here)
    times.go(seconds=100)
    running.tick_arenas()
    assert len(tables(here)) == 1


def test_an_arena_with_too_few_people_is_cancelled(times: Times) -> None:
    here = begun(crowd(1), times)
    assert here.status == Tournament.Status.CANCELLED


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"clock": {"kind": "per_turn", "days": 2}}, "bad_clock"),
        ({"clock": {"kind": "none"}}, "bad_clock"),
        ({"starts_at": None}, "bad_starts_at"),
        ({"players": 3, "least": 3}, "bad_players"),
        ({"arena": {"minutes": 29}}, "bad_arena"),
        ({"arena": {"minutes": 181}}, "bad_arena"),
        ({"arena": {"colour": 3}}, "bad_arena"),
        ({"points": [3, 0]}, "bad_points"),
        ({"by_invitation": True}, "bad_by_invitation"),
        ({"most": 501}, "bad_most"),
    ],
)
def test_an_arena_that_cannot_be_is_refused(
    times: Times, changed: dict[str, Any], code: str
) -> None:
    [organiser] = crowd(1)
    with pytest.raises(Illegal) as refused:
        opening.open_(organiser.pk, plan(**changed))
    assert refused.value.code == code


def test_guests_may_join_where_the_organiser_allows_it(times: Times) -> None:
    [organiser] = crowd(1)
    guest = User.objects.create(username="guest-x", is_guest=True)
    with pytest.raises(Forbidden):
        entering.join_tournament(opened(organiser, []).pk, guest.pk)
    here = opened(organiser, [], arena={"guests": True})
    assert entering.join_tournament(here.pk, guest.pk).state == "in"


def test_only_players_of_a_running_arena_have_breaks(times: Times) -> None:
    people = crowd(3)
    here = opened(people[0], people[:2])
    for act in (breaks.take_break, breaks.come_back):
        with pytest.raises(Refused):
            act(here.pk, people[0].pk)
    times.go(minutes=5)
    running.tick_arenas()
    with pytest.raises(Forbidden):
        breaks.take_break(here.pk, people[2].pk)
    with pytest.raises(NotFound):
        breaks.take_break(2**70, people[0].pk)


def test_an_organiser_who_plays_decides_nothing(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    with pytest.raises(Forbidden):
        organising.disqualify(here.pk, people[0].pk, "p2", "for no reason")
    with pytest.raises(Forbidden):
        organising.call_off(here.pk, people[0].pk, "for no reason")


def test_a_disqualified_player_is_paired_no_more(times: Times) -> None:
    organiser, *people = crowd(4)
    here = opened(organiser, people)
    times.go(minutes=5)
    running.tick_arenas()
    organising.disqualify(here.pk, organiser.pk, "p2", "for a good reason")
    running.tick_arenas()
    running.tick_arenas()
    assert not any("p2" in pair for pair in tables(here))
    assert state(here, people[0]) == "out"
    same(here)


def test_who_withdraws_while_it_runs_has_a_break(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    organising.withdraw_player(here.pk, people[0].pk)
    assert next_table(here, people[0].pk).leaves


def test_nobody_is_seated_who_sits_at_another_live_table(times: Times) -> None:
    people = crowd(4)
    one, other = opened(people[0], people[:3]), opened(people[3], people[1:], name="Other night")
    times.go(minutes=5)
    rng, games = random.Random(1), set()
    for _round in range(12):
        running.tick_arenas()
        seats = Seat.objects.filter(game__status="running", resigned_at=None).order_by("pk")
        at_tables = list(seats.values_list("user", flat=True))
        assert len(at_tables) == len(set(at_tables)), "p2 and p3 are in both arenas"
        games |= {(here.pk, *sorted(each)) for here in (one, other) for each in tables(here)}
        see_all(one)
        see_all(other)
        loser = rng.choice(list(seats))
        actions.resign(loser.game_id, loser.user_id or 0)
        times.go(seconds=12)
    assert {here for here, *_people in games} == {one.pk, other.pk}, "and they play in both"


def test_nobody_is_seated_who_plays_a_live_game_of_the_lobby(times: Times) -> None:
    people = crowd(3)
    game = arranged_games.start_game(
        "lanterns", [people[0].pk, people[2].pk], maker_id=people[0].pk, options={}, clock=CLOCK,
        visibility="public", rated=False, asks_ready=False,
    )  # fmt: skip
    here = begun(people[:2], times)
    assert tables(here) == []
    assert state(here, people[0]) == "waiting"
    actions.resign(game.pk, people[0].pk)
    times.go(seconds=5)
    running.tick_arenas()
    assert tables(here) == [{"p1", "p2"}]


@pytest.mark.parametrize("way", ["page", "api", "choices"])
def test_whoever_opens_the_table_has_come_without_scripts_too(times: Times, way: str) -> None:
    here = begun(crowd(2), times)
    game = Game.objects.get()
    for seat in game.seats.all():
        assert seat.user
        path = {"page": f"/games/{game.pk}/", "api": f"/api/v1/games/{game.pk}"}.get(
            way, f"/api/v1/games/{game.pk}/choices"
        )
        key = tokens.mint(seat.user, "test")
        client = Client()
        if way == "page":
            client.force_login(seat.user)
        client.get(path, headers={} if way == "page" else {"Authorization": f"Bearer {key}"})
    times.go(seconds=100)
    running.tick_arenas()
    assert len(tables(here)) == 1


def test_two_who_do_not_come_both_have_a_break_and_nobody_has_won(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    times.go(seconds=50)
    running.tick_arenas()
    assert [state(here, user) for user in people] == ["break", "break"]
    assert all(next_table(here, user.pk).was_absent for user in people)
    assert points(here) == {"p1": 0, "p2": 0}
    assert Game.objects.get().status == "cancelled"
    same(here)


def test_a_cancelled_game_counts_for_nobody_and_its_players_play_on(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    see_all(here)
    with locked(Game.objects.get().pk) as position:
        ending.cancel_game(position, timezone.now(), by="moderator")
    times.go(seconds=6)
    running.tick_arenas()
    assert Table.objects.get(state=Table.State.OVER).how == Table.How.CANCELLED
    assert points(here) == {"p1": 0, "p2": 0}
    assert list(here.standings.values_list("played", flat=True)) == [0, 0]
    times.go(seconds=25)
    running.tick_arenas()
    assert tables(here) == [{"p1", "p2"}]
    same(here)


def test_a_game_stopped_by_a_fault_frees_its_players(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    see_all(here)
    Game.objects.update(broken_at=timezone.now())
    for _time in range(3):
        times.go(seconds=15)
        running.tick_arenas()
    assert tables(here) == [{"p1", "p2"}]
    assert Table.objects.filter(tournament=here, how=Table.How.UNFINISHED).count() == 1
    assert points(here) == {"p1": 0, "p2": 0}


def test_a_game_that_ends_after_its_time_does_not_count_however_late_one_looks(
    times: Times,
) -> None:
    people = crowd(2)
    here = begun(people, times)
    see_all(here)
    Seat.objects.update(deadline=None)
    times.go(minutes=40, seconds=2)
    loses(here, people[0])
    running.tick_arenas()
    assert Table.objects.get().how == Table.How.UNFINISHED
    assert sorted(points(here).values()) == [0, 0]
    same(here)


def test_a_game_that_ended_in_time_counts_however_late_one_looks(times: Times) -> None:
    people = crowd(2)
    here = begun(people, times)
    see_all(here)
    Seat.objects.update(deadline=None)
    times.go(minutes=39)
    loses(here, people[0])
    times.go(minutes=5)
    running.tick_arenas()
    assert sorted(points(here).values()) == [0, 2]


def test_a_corrected_result_changes_the_performance_too(times: Times) -> None:
    organiser, *people = crowd(3)
    here = opened(organiser, people)
    times.go(minutes=5)
    running.tick_arenas()
    table = Table.objects.get()
    loses(here, people[0])
    running.tick_arenas()
    won = ArenaPlayer.objects.get(entrant__user=people[1]).performance
    ranks = [1 if each.entrant.user == people[0] else 2 for each in table.players.order_by("index")]
    organising.correct(here.pk, organiser.pk, table.pk, ranks, "they had agreed otherwise")
    assert ArenaPlayer.objects.get(entrant__user=people[0]).performance == won
    same(here)


def test_who_waits_for_a_place_gets_it_while_the_arena_runs_and_may_stop_waiting(
    times: Times,
) -> None:
    organiser, *people = crowd(5)
    here = opened(organiser, people, most=2)
    times.go(minutes=5)
    running.tick_arenas()
    organising.withdraw_player(here.pk, people[3].pk)
    assert entrant(here, people[3]).state == "withdrawn"
    organising.disqualify(here.pk, organiser.pk, "p2", "for a good reason")
    for _time in range(3):
        times.go(seconds=15)
        running.tick_arenas()
    assert entrant(here, people[2]).state == "in"
    assert tables(here) == [{"p3", "p4"}]
    same(here)


# Races and deaths -------------------------------------------------------------------------------


def at_once(*acts: Callable[[], object]) -> list[GameError]:
    """All of these at the same moment; their errors."""
    gate, errors = threading.Barrier(len(acts)), []

    def run(act: Callable[[], object]) -> None:
        try:
            gate.wait()
            act()
        except GameError as error:
            errors.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return errors


@pytest.mark.slow
def test_two_pairings_at_once_seat_nobody_twice(times: Times) -> None:
    people = crowd(10)
    here = opened(people[0], people)
    times.go(minutes=5)
    errors = at_once(*[lambda: running.advance(here.pk)] * 4)
    assert {error.code for error in errors} <= {"busy"}
    running.advance(here.pk)
    seats = list(
        Seat.objects.filter(game__tournament_table__tournament=here).values_list("user", flat=True)
    )
    assert len(seats) == len(set(seats)) == 10
    assert Table.objects.filter(tournament=here).count() == 5


@pytest.mark.slow
def test_two_arenas_that_pair_at_once_seat_nobody_in_both(times: Times) -> None:
    people = crowd(9)
    one, other = (opened(people[n], people, name=f"Night {n}") for n in range(2))
    times.go(minutes=5)
    for _round in range(6):
        errors = at_once(*[lambda here=here.pk: running.advance(here) for here in (one, other)] * 2)
        assert {error.code for error in errors} <= {"busy"}
        seats = Seat.objects.filter(game__status="running", resigned_at=None)
        at_tables = list(seats.values_list("user", flat=True))
        assert len(at_tables) == len(set(at_tables)) > 2
        for seat in list(seats.filter(index=0).order_by("pk")[:2]):
            actions.resign(seat.game_id, seat.user_id or 0)
        see_all(one)
        see_all(other)
        times.go(seconds=20)


@pytest.mark.slow
def test_who_leaves_while_being_paired_is_either_seated_or_on_a_break(times: Times) -> None:
    people = crowd(6)
    here = begun(people, times)
    for _round in range(5):
        for game in Game.objects.filter(status="running"):
            seat = game.seats.first()
            assert seat is not None
            actions.resign(game.pk, seat.user_id or 0)
        leaver = people[_round]
        errors = at_once(
            lambda: running.advance(here.pk),
            lambda user=leaver.pk: breaks.take_break(here.pk, user),  # type: ignore[misc]
            lambda: running.advance(here.pk),
        )
        assert {error.code for error in errors} <= {"busy"}
        running.advance(here.pk)
        player = ArenaPlayer.objects.get(entrant__user=leaver)
        assert player.on_break
        assert player.free_from is None
        seated = Seat.objects.filter(game__status="running").values_list("user", flat=True)
        assert len(seated) == len(set(seated))
        assert (player.table is not None) == (leaver.pk in set(seated))
        breaks.come_back(here.pk, leaver.pk)
        times.go(seconds=30)
        running.advance(here.pk)


def test_the_database_refuses_a_player_who_plays_and_waits(times: Times) -> None:
    people = crowd(2)
    begun(people, times)
    for changed in ({"free_from": timezone.now()}, {"on_break": True, "table": None,
                                                    "free_from": timezone.now()}):  # fmt: skip
        with pytest.raises(IntegrityError), transaction.atomic():
            ArenaPlayer.objects.filter(entrant__user=people[0]).update(**changed)


def test_a_process_that_dies_between_pairing_and_the_game_is_replaced_within_seconds(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = crowd(4)
    here = opened(people[0], people)
    times.go(minutes=5)

    def die(*given: Any, **named: Any) -> None:
        raise KeyboardInterrupt  # nothing catches it: as a kill

    with monkeypatch.context() as dying:
        dying.setattr(arranged_games, "start_game", die)
        with pytest.raises(KeyboardInterrupt):
            running.tick_arenas()
    assert Table.objects.filter(tournament=here, state=Table.State.WAITING).count() == 2
    assert state(here, people[0]) == "seated"
    times.go(seconds=5)
    running.tick_arenas()
    assert len(tables(here)) == 2
    assert Table.objects.filter(tournament=here).count() == 2
