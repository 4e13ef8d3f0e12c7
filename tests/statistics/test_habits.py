"""How fast and how reliably people answer, as it is learned from the log."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.calendar import calendars
from accounts.calendar.resting import Night
from accounts.models import User
from games.absence import deadlines
from games.lobby import open_games
from games.models import Game, Habit, Move, Seat
from games.moderation import seats
from games.statistics import habits
from games.statistics.habits import Reliability
from games.statistics.turns import Turn
from games.tasks import count_answers
from tests.games.playing import answer, asked, seat_of
from tests.games.times import Times
from tests.people import person


def _pace(people: list[int]) -> dict[int, timedelta | None]:
    return {person: known.pace for person, known in habits.read_habits(people).items()}


def _reliability(people: list[int]) -> dict[int, Reliability]:
    return {person: known.turns for person, known in habits.read_habits(people).items()}


@pytest.fixture
def game(times: Times, anna: User, ben: User) -> int:
    game_id = open_games.create(
        anna.pk, "lanterns", 2, clock={"kind": "per_turn", "days": 3}
    ).game.pk
    open_games.join_game(game_id, ben.pk)
    return game_id


def learn(times: Times) -> None:
    """All that has happened is old enough to be counted."""
    times.go(minutes=5)
    count_answers()


def answers_of(user: User) -> list[int]:
    habit = Habit.objects.filter(pk=user.pk).first()
    return habit.answers if habit else []


def both_answer(game_id: int, times: Times, hours: float) -> None:
    """Both have been asked at once and answer after so many hours."""
    times.go(hours=hours)
    for index in asked(game_id):
        answer(game_id, index)


def test_a_time_to_answer_is_from_the_question_to_the_end_of_the_turn(
    game: int, times: Times, anna: User, ben: User
) -> None:
    slow = next(index for index in (0, 1) if seat_of(game, index).user == anna)
    times.go(hours=2)
    answer(game, 1 - slow)
    times.go(hours=3)
    answer(game, slow)
    learn(times)
    assert (answers_of(anna), answers_of(ben)) == ([5 * 3600], [2 * 3600])


def test_the_pace_is_the_median_once_enough_is_known(times: Times, anna: User, ben: User) -> None:
    start = times.now
    turns = [
        Turn(anna.pk, start, start + timedelta(hours=hours), False) for hours in (1, 50, 2, 4, 3)
    ]
    habits._learn(turns[:4])
    assert _pace([anna.pk]) == {anna.pk: None}
    habits._learn(turns[4:])
    assert _pace([anna.pk, ben.pk]) == {anna.pk: timedelta(hours=3), ben.pk: None}


def test_hours_at_which_somebody_rests_do_not_count(
    game: int, times: Times, anna: User, ben: User
) -> None:
    night = Night(times.now.time().replace(hour=13), times.now.time().replace(hour=23))
    calendars.set_hours(anna.pk, night=night, weekdays=[], automatic=False)
    times.go(days=1)  # it counts from tomorrow
    both_answer(game, times, 12)
    learn(times)
    assert (answers_of(anna), answers_of(ben)) == ([26 * 3600], [36 * 3600])


def test_nothing_is_counted_twice_and_the_newest_moves_wait(
    game: int, times: Times, anna: User
) -> None:
    both_answer(game, times, 1)
    count_answers()
    assert answers_of(anna) == []  # another move with a lower number may still be on its way
    learn(times)
    learn(times)
    assert answers_of(anna) == [3600]


def test_a_turn_that_ran_out_of_time_is_a_timeout(
    game: int, times: Times, anna: User, ben: User
) -> None:
    answer(game, next(index for index in (0, 1) if seat_of(game, index).user == anna))
    times.go(days=4)
    deadlines.act_on_overdue_seats()
    learn(times)
    assert _reliability([anna.pk, ben.pk]) == {
        anna.pk: Reliability(1, 0),
        ben.pk: Reliability(1, 1),
    }
    assert answers_of(ben) == []


def test_nothing_is_known_of_a_stranger(anna: User) -> None:
    assert _reliability([anna.pk]) == {anna.pk: Reliability(0, 0)}
    assert _pace([anna.pk]) == {anna.pk: None}


def test_only_the_last_hundred_turns_count(anna: User, times: Times) -> None:
    start = times.now
    turns = [Turn(anna.pk, start, start + timedelta(hours=1), n < 3) for n in range(102)]
    habits._learn(turns[:50])
    habits._learn(turns[50:])
    assert _reliability([anna.pk])[anna.pk] == Reliability(100, 1)


def test_a_seat_that_a_moderator_hands_to_a_bot_is_no_timeout(
    game: int, times: Times, ben: User, cleo: User
) -> None:
    index = next(index for index in (0, 1) if seat_of(game, index).user == ben)
    seats.hand_to_bot(game, cleo.pk, index, "He has asked for it.")
    learn(times)
    assert _reliability([ben.pk]) == {ben.pk: Reliability(0, 0)}


def test_counting_asks_as_much_for_many_people_as_for_few(
    game: int, times: Times, django_assert_max_num_queries
) -> None:
    for number in range(4):
        more = open_games.create(person(f"p{number}").pk, "lanterns", 2).game.pk
        open_games.join_game(more, person(f"q{number}").pk)
        both_answer(more, times, 1)
    times.go(minutes=5)
    with django_assert_max_num_queries(20):
        count_answers()
    assert Habit.objects.count() == 8


def test_a_failing_count_leaves_every_move_as_it_is(
    game: int, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(habits, "_learn", lambda turns: 1 / 0)
    both_answer(game, times, 1)
    times.go(minutes=5)
    with pytest.raises(ZeroDivisionError):
        count_answers()
    assert Game.objects.get(pk=game).status == Game.Status.RUNNING
    assert Move.objects.filter(game=game, action="choose").count() == 2
    monkeypatch.undo()
    assert Seat.objects.filter(game=game).exists()
