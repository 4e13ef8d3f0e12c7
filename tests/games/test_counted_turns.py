"""A clock that counts turns: a reserve that grows only after a number of them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from accounts.preferences import reading_as
from games.absence import deadlines
from games.clocks import kinds
from games.clocks.kinds import Reserve, Setting
from games.lobby import open_games
from games.models import Game, Seat, Vote
from games.moves import actions, pausing, rollback
from games.storage.position import locked
from games.votes import voting
from notifications.kinds import kind_of
from notifications.models import Notification
from tests.games.api import Caller
from tests.games.playing import answer, asked, seat_of, to_kind, user_of
from tests.games.times import Times

HOUR = timedelta(hours=1)
#: Two turns in two days.
TWO = {"kind": "reserve", "reserve_hours": 48, "increment_hours": 48, "cap_hours": 96, "turns": 2}


def game_of(anna: User, ben: User, slug: str = "imhotep", **changed: int) -> int:
    game_id = open_games.create(anna.pk, slug, 2, clock={**TWO, **changed}).game.pk
    open_games.join_game(game_id, ben.pk)
    return game_id


@pytest.fixture
def game_id(times: Times, anna: User, ben: User) -> int:
    """Imhotep, where a turn is a choice."""
    return game_of(anna, ben)


def first_seat(game_id: int) -> int:
    return asked(game_id)[0]


def move(times: Times, game_id: int, *hours: int) -> None:
    """Seats in turn take so many hours for theirs."""
    for spent in hours:
        times.go(hours=spent)
        answer(game_id, first_seat(game_id))


def state(game_id: int, index: int) -> tuple[timedelta | None, int | None]:
    seat = seat_of(game_id, index)
    return seat.reserve, seat.turns_left


def deadline(game_id: int, index: int) -> datetime:
    found = seat_of(game_id, index).deadline
    assert found is not None
    return found


def test_the_time_is_for_all_turns_together_and_comes_anew_after_the_last(
    times: Times, game_id: int
) -> None:
    mine = first_seat(game_id)
    assert deadline(game_id, mine) == times.now + 48 * HOUR
    move(times, game_id, 10)
    assert state(game_id, mine) == (38 * HOUR, 1)
    move(times, game_id, 30)
    assert first_seat(game_id) == mine
    assert deadline(game_id, mine) == times.now + 38 * HOUR, "the other's time is theirs"
    move(times, game_id, 20)
    assert state(game_id, mine) == ((18 + 48) * HOUR, None)
    assert state(game_id, 1 - mine) == (18 * HOUR, 1)


def test_there_is_never_more_than_the_cap(times: Times, anna: User, ben: User) -> None:
    game_id = game_of(anna, ben, cap_hours=60)
    move(times, game_id, 0, 0, 0, 0)
    assert {state(game_id, index) for index in (0, 1)} == {(60 * HOUR, None)}


def test_undone_and_withdrawn_choices_are_not_counted(
    times: Times, lanterns: None, anna: User, ben: User
) -> None:
    game_id = game_of(anna, ben, "lanterns")
    for _round in range(4):
        after = answer(game_id, 0)
        actions.withdraw_answer(game_id, user_of(game_id, 0), version=after.version)
    assert state(game_id, 0) == (48 * HOUR, None)
    seat = to_kind(game_id, "light_lantern")
    before = state(game_id, seat)
    for _round in range(3):
        after = answer(game_id, seat)
        actions.undo(game_id, user_of(game_id, seat), version=after.version)
    assert state(game_id, seat) == before


def test_a_question_out_of_turn_is_not_counted(
    times: Times, lanterns: None, anna: User, ben: User
) -> None:
    game_id = game_of(anna, ben, "lanterns")
    objector = to_kind(game_id, "object")
    before = state(game_id, objector)
    assert deadline(game_id, objector) == times.now + 24 * HOUR, "the share of a turn"
    answer(game_id, objector)
    assert state(game_id, objector) == before


def test_whoever_has_used_up_the_time_before_the_last_turn_is_out_of_time(
    times: Times, anna: User, ben: User
) -> None:
    game_id = game_of(anna, ben, turns=3)
    mine = first_seat(game_id)
    move(times, game_id, 36, 1)
    times.go(hours=11)
    assert deadlines.act_on_overdue_seats() == 0
    times.go(hours=1)
    assert deadlines.act_on_overdue_seats() == 1
    assert seat_of(game_id, mine).bot


@pytest.mark.parametrize(("turns", "hours"), [(3, 16), (40, 12)])
def test_an_owner_who_comes_back_gains_a_turn_at_most_and_keeps_the_count(
    times: Times, anna: User, ben: User, turns: int, hours: int
) -> None:
    game_id = game_of(anna, ben, turns=turns)
    mine = first_seat(game_id)
    move(times, game_id, 30, 1)
    for _time in range(2):
        times.now = deadline(game_id, mine)
        assert deadlines.act_on_overdue_seats() == 1
        actions.take_seat_back(game_id, user_of(game_id, mine))
        assert state(game_id, mine) == (hours * HOUR, turns - 1)
        assert deadline(game_id, mine) == times.now + hours * HOUR


@pytest.mark.parametrize(("increment", "least"), [(48, 12), (5, 5)])
def test_a_turn_begins_with_half_a_day_or_the_increment_if_that_is_less(
    times: Times, anna: User, ben: User, increment: int, least: int
) -> None:
    game_id = game_of(anna, ben, increment_hours=increment)
    mine = first_seat(game_id)
    move(times, game_id, 47, 10)
    assert deadline(game_id, mine) == times.now + least * HOUR
    move(times, game_id, 2)
    assert state(game_id, mine) == ((least - 2 + increment) * HOUR, None)


def test_a_rollback_ends_no_turn_and_brings_no_time(times: Times, game_id: int, anna: User) -> None:
    other = first_seat(game_id)
    mine = 1 - other
    for _time in range(3):
        move(times, game_id, 1)
        times.go(hours=2)
        with locked(game_id) as position:
            rollback.roll_back(position, 0, user_id=anna.pk)
    assert first_seat(game_id) == other
    assert state(game_id, mine) == (42 * HOUR, None), "two hours of each turn, and none ended"
    move(times, game_id, 0)
    assert deadline(game_id, mine) == times.now + 42 * HOUR


def test_going_back_alone_ends_no_turn(times: Times, game_id: int) -> None:
    mine = 1 - first_seat(game_id)
    for _time in range(3):
        move(times, game_id, 0)
        with locked(game_id) as position:
            rollback.rewind(position, 0)
    assert state(game_id, mine) == (48 * HOUR, None)


@pytest.mark.parametrize(("turns", "hours"), [(2, 24), (60, 12)])
def test_one_more_turn_by_a_vote_is_a_turns_share_and_at_least_half_a_day(
    times: Times, anna: User, ben: User, turns: int, hours: int
) -> None:
    clock = {**TWO, "turns": turns, "policy": "vote"}
    game_id = open_games.create(anna.pk, "imhotep", 2, clock=clock).game.pk
    open_games.join_game(game_id, ben.pk)
    mine = first_seat(game_id)
    times.now = deadline(game_id, mine)
    assert deadlines.act_on_overdue_seats() == 1
    vote = Vote.objects.get()
    times.now = vote.closes_at - HOUR
    voting.cast_vote(game_id, user_of(game_id, 1 - mine), vote.pk, "wait")
    assert deadline(game_id, mine) == times.now + hours * HOUR


def test_a_pause_keeps_time_and_count(times: Times, game_id: int) -> None:
    mine = first_seat(game_id)
    move(times, game_id, 10, 0)
    times.go(hours=3)
    with locked(game_id) as position:
        pausing.pause_game(position, times.now, by="vote")
    times.go(days=10)
    with locked(game_id) as position:
        pausing.resume_game(position, times.now, by="vote")
    assert deadline(game_id, mine) == times.now + 35 * HOUR
    assert seat_of(game_id, mine).turns_left == 1


def test_a_game_is_told_by_its_turns_and_days(anna: User, ben: User) -> None:
    said = {
        "10 turns in 30 days": Reserve.counting(10, 30),
        "3 days in reserve, +2 days per 5 turns, at most 4 days": Reserve(
            reserve_hours=72, increment_hours=48, cap_hours=96, turns=5
        ),
    }
    assert {setting.words(): setting for setting in said.values()} == said


def test_the_table_the_lists_and_the_letter_tell_for_how_many_turns_the_time_is(
    game_id: int, as_: Any
) -> None:
    mine = first_seat(game_id)
    user = User.objects.get(pk=user_of(game_id, mine))
    for path in (f"/games/{game_id}/", "/my/?look=list", "/my/?look=cards"):
        assert "for 2 turns" in as_(user).get(path).content.decode(), path
    page = as_(user).get(f"/games/{game_id}/").content.decode()
    assert "2 turns in 2 days" in page
    assert "Time left for 2 turns, until" in page
    told = Notification.objects.filter(user=user, game_id=game_id).latest("pk")
    with reading_as(user):
        lines = kind_of(told).words(told).lines
    assert any(line.endswith(", for 2 turns.") for line in lines), lines
    german = as_(user).get(f"/games/{game_id}/", headers={"Accept-Language": "de"})
    assert "2 Züge in 2 Tagen" in german.content.decode()
    assert "für 2 Züge" in german.content.decode()


def test_a_program_chooses_it_and_sees_the_count(times: Times, anna: User, ben: User) -> None:
    me = Caller(anna)
    wanted = {"type": "imhotep", "players": 2, "clock": TWO}
    status, made = me.post("games", wanted)
    assert status == 201
    assert made["clock"] == {**TWO, "policy": "bot", "vacation": True, "stretch": 14}
    open_games.join_game(made["id"], ben.pk)
    mine = first_seat(made["id"])
    answer(made["id"], mine)
    seats = me.get(f"games/{made['id']}")[1]["seats"]
    assert [seats[mine]["turns_left"], seats[1 - mine]["turns_left"]] == [1, 2]
    for turns in (1, 61):
        status, _refused = me.post("games", {**wanted, "clock": {**TWO, "turns": turns}})
        assert status == 422, turns


def test_other_clocks_count_none(times: Times, anna: User, ben: User) -> None:
    plain = {name: value for name, value in TWO.items() if name != "turns"}
    game_id = open_games.create(anna.pk, "imhotep", 2, clock=plain).game.pk
    open_games.join_game(game_id, ben.pk)
    assert "turns" not in Game.objects.get().clock, "stored as it always was"
    move(times, game_id, 10)
    assert set(Seat.objects.values_list("turns_left", flat=True)) == {None}
    seats = Caller(anna).get(f"games/{game_id}")[1]["seats"]
    assert {seat["turns_left"] for seat in seats} == {None}
    assert "for 0 turns" not in Client().get(f"/games/{game_id}/").content.decode()


class Before(Setting, frozen=True, kw_only=True, tag="reserve"):
    """A reserve as releases before this clock knew it."""

    reserve_hours: int
    increment_hours: int
    cap_hours: int


def test_a_release_before_it_reads_a_reserve_that_is_no_shorter() -> None:
    stored = kinds.as_json(Reserve.counting(10, 30))
    read = msgspec.convert(stored, Before)
    assert (read.reserve_hours, read.increment_hours, read.cap_hours) == (720, 720, 1440)
