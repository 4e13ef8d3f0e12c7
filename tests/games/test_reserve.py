"""Clocks with a reserve, pauses, and what calendars do to clocks in real games."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.calendar import calendars
from accounts.calendar.resting import Night
from accounts.models import User
from boardgames.refusal import Refusal
from games.absence import deadlines
from games.clocks import clock, kinds
from games.lobby import open_games
from games.models import Game, Seat
from games.moves import actions, pausing
from games.storage.position import locked
from notifications.models import Notification
from tests.games.playing import answer, asked, seat_of, to_kind, user_of
from tests.games.times import Times

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
FISCHER = {"kind": "reserve", "reserve_hours": 48, "increment_hours": 12, "cap_hours": 72}


def game_of(anna: User, ben: User, **setting: Any) -> int:
    """A running game of two; both are to lay a card."""
    chosen = {"kind": "per_turn", "days": 3} | setting
    game_id = open_games.create(anna.pk, "lanterns", 2, clock=chosen).game.pk
    open_games.join_game(game_id, ben.pk)
    return game_id


def place(game_id: int, user: User) -> int:
    return Seat.objects.get(game_id=game_id, user=user).index


def deadline(game_id: int, index: int) -> datetime:
    found = seat_of(game_id, index).deadline
    assert found is not None
    return found


class TestReserve:
    @pytest.fixture
    def game_id(self, times: Times, anna: User, ben: User) -> int:
        return _fischer(anna, ben)

    def test_everybody_begins_with_the_reserve(self, times: Times, game_id: int) -> None:
        assert [deadline(game_id, index) for index in (0, 1)] == [times.now + 48 * HOUR] * 2

    def test_what_a_turn_leaves_and_the_increment_are_the_next_reserve(
        self, times: Times, game_id: int
    ) -> None:
        times.go(hours=30)
        answer(game_id, 0)  # sealed: the clock rests, nothing is credited yet
        assert seat_of(game_id, 0).reserve == 48 * HOUR
        times.go(hours=10)
        answer(game_id, 1)
        assert [seat_of(game_id, index).reserve for index in (0, 1)] == [30 * HOUR, 20 * HOUR]

    def test_there_is_never_more_than_the_cap(self, times: Times, anna: User, ben: User) -> None:
        game_id = _fischer(anna, ben, cap_hours=50)
        answer(game_id, 0)
        answer(game_id, 1)
        assert {seat_of(game_id, index).reserve for index in (0, 1)} == {50 * HOUR}

    def test_a_question_out_of_turn_leaves_it_alone(self, times: Times, game_id: int) -> None:
        objector = to_kind(game_id, "object")
        seat = seat_of(game_id, objector)
        assert seat.aside
        assert deadline(game_id, objector) == times.now + kinds.ASIDE
        before = seat.reserve
        times.go(hours=7)
        answer(game_id, objector)
        assert seat_of(game_id, objector).reserve == before

    def test_undoing_and_withdrawing_credit_nothing(self, times: Times, game_id: int) -> None:
        for _round in range(4):
            after = answer(game_id, 0)
            actions.withdraw_answer(game_id, user_of(game_id, 0), version=after.version)
        times.go(hours=1)
        assert deadline(game_id, 0) == times.now + 47 * HOUR
        seat = to_kind(game_id, "light_lantern")
        before = (seat_of(game_id, seat).reserve, deadline(game_id, seat))
        times.go(hours=1)
        for _round in range(3):
            after = answer(game_id, seat)
            actions.undo(game_id, user_of(game_id, seat), version=after.version)
        assert (seat_of(game_id, seat).reserve, deadline(game_id, seat)) == before

    def test_whoever_comes_back_from_a_time_out_has_the_increment(
        self, times: Times, game_id: int
    ) -> None:
        answer(game_id, 1)
        times.go(hours=48)
        assert deadlines.act_on_overdue_seats() == 1
        actions.take_seat_back(game_id, user_of(game_id, 0))
        assert deadline(game_id, 0) == times.now + 12 * HOUR

    def test_a_whole_game_adds_up(self, times: Times, game_id: int) -> None:
        """Every hour of every turn is charged once, with all the kinds of questions there are."""
        charged = [timedelta(), timedelta()]
        while seats := asked(game_id):
            for seat in seats:
                charged[seat] += HOUR
            times.go(hours=1)
            before = Game.objects.get().number
            answer(game_id, seats[0])
            assert Game.objects.get().number > before
            for index in (0, 1):
                bank = seat_of(game_id, index).reserve
                assert bank is not None
                assert 12 * HOUR <= bank <= 72 * HOUR
        assert {seat_of(game_id, index).deadline for index in (0, 1)} == {None}


def _fischer(anna: User, ben: User, **changed: int) -> int:
    game_id = open_games.create(anna.pk, "lanterns", 2, clock={**FISCHER, **changed}).game.pk
    open_games.join_game(game_id, ben.pk)
    return game_id


class TestPause:
    def test_nothing_is_used_and_moves_are_possible(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = game_of(anna, ben)
        times.go(days=1)
        with locked(game_id) as position:
            pausing.pause_game(position, times.now, by="vote")
        assert {seat_of(game_id, index).deadline for index in (0, 1)} == {None}
        times.go(days=10)
        assert deadlines.act_on_overdue_seats() == 0
        answer(game_id, 0)
        times.go(days=1)
        with locked(game_id) as position:
            pausing.resume_game(position, times.now, by="vote")
        assert seat_of(game_id, 0).deadline is None
        assert deadline(game_id, 1) == times.now + 2 * DAY

    def test_a_turn_that_begins_in_a_pause_is_whole_after_it(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = game_of(anna, ben)
        with locked(game_id) as position:
            pausing.pause_game(position, times.now, by="vote")
        seat = to_kind(game_id, "light_lantern")
        times.go(days=5)
        with locked(game_id) as position:
            pausing.resume_game(position, times.now, by="vote")
        assert deadline(game_id, seat) == times.now + 3 * DAY


def since_long_ago(user: User, **hours: Any) -> None:
    """Night and weekdays that count already, as the next day makes them."""
    calendars.set_hours(user.pk, **{"night": None, "weekdays": (), "automatic": False, **hours})
    user.refresh_from_db()
    user.calendar.pop("earlier", None)
    user.save(update_fields=["calendar"])


class TestCalendars:
    @pytest.fixture
    def berlin(self, anna: User) -> User:
        """Anna: she sleeps from ten to seven in Berlin."""
        User.objects.filter(pk=anna.pk).update(time_zone="Europe/Berlin")
        since_long_ago(anna, night=_night(22, 7))
        return anna

    @pytest.mark.parametrize(
        ("begin", "days", "end"),
        [
            # 24 waking hours from 21:00: an hour, a night, 15 hours, a night, 8 hours.
            ("2026-06-01T19:00", 1, "2026-06-03T13:00"),
            # The night in which clocks go forward is an hour shorter, and so is the wait.
            ("2026-03-28T20:00", 1, "2026-03-30T13:00"),
            # That in which they go back is longer.
            ("2026-10-24T19:00", 1, "2026-10-26T14:00"),
            ("2028-02-28T20:00", 1, "2028-03-01T14:00"),  # over a leap day
            ("2026-12-31T20:00", 1, "2027-01-02T14:00"),
        ],
    )
    def test_nights_over_changes_of_clocks_and_leap_days(
        self, times: Times, berlin: User, ben: User, begin: str, days: int, end: str
    ) -> None:
        times.now = datetime.fromisoformat(begin).replace(tzinfo=UTC)
        game_id = game_of(berlin, ben, days=days)
        assert deadline(game_id, place(game_id, berlin)) == datetime.fromisoformat(end).replace(
            tzinfo=UTC
        )
        assert deadline(game_id, place(game_id, ben)) == times.now + DAY

    def test_a_calendar_stretches_no_further_than_the_game_says(
        self, times: Times, anna: User, ben: User
    ) -> None:
        since_long_ago(anna, weekdays=(5, 6))
        for stretch, late in ((0, 3), (1, 4), (30, 4.5)):  # Saturday noon: 36 hours are free
            game_id = game_of(anna, ben, stretch=stretch)
            found = deadline(game_id, place(game_id, anna))
            assert found == times.now + timedelta(days=late)

    def test_rest_is_neither_given_nor_taken_by_withdrawing(
        self, times: Times, anna: User, ben: User
    ) -> None:
        since_long_ago(anna, weekdays=(5, 6))
        game_id = game_of(anna, ben, stretch=1)
        mine = place(game_id, anna)
        times.go(hours=6)
        after = answer(game_id, mine)
        actions.withdraw_answer(game_id, anna.pk, version=after.version)
        seat = seat_of(game_id, mine)
        assert (seat.budget, seat.stretch) == (3 * DAY, 18 * HOUR)
        assert deadline(game_id, mine) == times.now + 18 * HOUR + 3 * DAY

    def test_a_change_counts_from_now_on(self, times: Times, anna: User, ben: User) -> None:
        game_id = game_of(anna, ben)
        mine = place(game_id, anna)
        before = deadline(game_id, mine)
        times.go(days=1)
        Notification.objects.all().delete()
        calendars.add_day_off(anna.pk, date(2026, 11, 24))
        assert deadline(game_id, mine) == before + DAY  # it would have ended on it
        reminder = Notification.objects.get(kind="reminder")
        assert reminder.data["deadline"] == deadline(game_id, mine).isoformat()
        assert deadline(game_id, place(game_id, ben)) == before
        calendars.remove_day_off(anna.pk, date(2026, 11, 24))
        assert deadline(game_id, mine) == before

    def test_what_was_spent_stays_spent_by_the_calendar_that_was(
        self, times: Times, anna: User, ben: User
    ) -> None:
        times.now = datetime(2026, 11, 23, 0, tzinfo=UTC)  # a Monday
        since_long_ago(anna, night=_night(20, 8))
        game_id = game_of(anna, ben)
        mine = place(game_id, anna)
        times.go(days=1)  # twelve hours of it counted
        calendars.set_hours(anna.pk, night=None, weekdays=(), automatic=False)
        # Twelve more before this day's end, on which the night still counts.
        assert deadline(game_id, mine) == times.now + DAY + 48 * HOUR

    def test_another_time_zone_moves_the_night(self, times: Times, berlin: User, ben: User) -> None:
        times.now = datetime(2026, 6, 1, 19, tzinfo=UTC)
        game_id = game_of(berlin, ben, days=1)
        before = deadline(game_id, place(game_id, berlin))
        calendars.move_to(berlin.pk, "America/New_York")
        # An hour until ten, and two of the night until midnight in Berlin, when it is six in the
        # afternoon there; four until ten, nine of night, fifteen, nine, and the last four.
        assert before == datetime(2026, 6, 3, 13, tzinfo=UTC)
        assert deadline(game_id, place(game_id, berlin)) == datetime(2026, 6, 3, 15, tzinfo=UTC)

    def test_no_change_of_hours_or_zone_stops_a_clock_in_its_last_minute(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = game_of(anna, ben, days=1)
        mine = place(game_id, anna)
        before = deadline(game_id, mine)
        times.now = before - timedelta(minutes=1)
        now = times.now.hour
        for zone in ("Pacific/Auckland", "America/Lima", "UTC"):
            calendars.set_hours(
                anna.pk, night=_night(now - 6, now + 6), weekdays=(5, 6, 0), automatic=False
            )
            calendars.move_to(anna.pk, zone)
            assert deadline(game_id, mine) == before

    def test_a_day_off_that_has_begun_counts(self, times: Times, anna: User, ben: User) -> None:
        today = times.now.date()
        calendars.add_day_off(anna.pk, today)
        with pytest.raises(Refusal) as refused:
            calendars.remove_day_off(anna.pk, today)
        assert refused.value.code == "begun"
        calendars.set_hours(anna.pk, night=None, weekdays=(), automatic=False, days_off=[])
        anna.refresh_from_db()
        assert anna.calendar["days_off"] == [today.isoformat()]

    def test_all_games_of_a_player_follow_and_no_other(
        self, times: Times, anna: User, ben: User, cleo: User
    ) -> None:
        mine = [game_of(anna, ben) for _game in range(3)]
        others = game_of(ben, cleo)
        before = deadline(others, 0)
        calendars.book(anna.pk, date(2026, 11, 22), date(2026, 11, 23))
        for game_id in mine:
            assert deadline(game_id, place(game_id, anna)) == times.now + 5 * DAY
        assert deadline(others, 0) == before

    def test_emergency_pause_lets_all_clocks_rest_at_once(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = game_of(anna, ben)
        times.go(days=2, hours=23)
        calendars.begin_emergency_pause(anna.pk)
        rests = clock.rests_until(seat_of(game_id, place(game_id, anna)), times.now)
        assert rests == datetime(2026, 11, 28, tzinfo=UTC)
        assert deadline(game_id, place(game_id, anna)) == rests + HOUR

    def test_a_move_asks_no_more_of_the_database(self, times: Times, anna: User, ben: User) -> None:
        game_id = game_of(anna, ben)
        asked_before = _statements(game_id)
        calendars.set_hours(anna.pk, night=_night(22, 7), weekdays=(5, 6), automatic=True)
        calendars.set_hours(ben.pk, night=_night(23, 6), weekdays=(6,), automatic=True)
        assert _statements(game_of(anna, ben)) == asked_before


class TestAutomaticVacation:
    @pytest.fixture(autouse=True)
    def _may_be_taken(self, anna: User) -> None:
        User.objects.filter(pk=anna.pk).update(calendar={})

    def test_comes_before_the_seat_is_lost_and_leaves_a_day(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id, other = game_of(anna, ben), game_of(anna, ben)
        mine = place(game_id, anna)
        answer(game_id, place(game_id, ben))
        Seat.objects.filter(game_id=other).update(budget=4 * DAY, deadline=times.now + 4 * DAY)
        times.go(days=3)
        deadlines.act_on_overdue_seats()
        assert not seat_of(game_id, mine).bot
        monday = datetime(2026, 11, 27, tzinfo=UTC)  # three days: the 24th, 25th and 26th
        assert deadline(game_id, mine) == monday + clock.AFTER_VACATION
        assert Notification.objects.filter(
            kind="reminder", data__deadline=deadline(game_id, mine).isoformat()
        ).exists()
        times.now = deadline(game_id, mine)
        deadlines.act_on_overdue_seats()
        assert seat_of(game_id, mine).bot  # once in two weeks

    def test_is_not_taken_where_the_game_or_the_player_does_not_want_it(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = game_of(anna, ben, vacation=False)
        times.go(days=3)
        deadlines.act_on_overdue_seats()
        assert seat_of(game_id, place(game_id, anna)).bot
        calendars.set_hours(anna.pk, night=None, weekdays=(), automatic=False)
        game_id = game_of(anna, ben)
        times.go(days=3)
        deadlines.act_on_overdue_seats()
        assert seat_of(game_id, place(game_id, anna)).bot

    def test_where_a_calendar_may_not_stretch_it_costs_no_vacation(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = game_of(anna, ben, stretch=0)
        times.go(days=3)
        deadlines.act_on_overdue_seats()
        assert seat_of(game_id, place(game_id, anna)).bot
        anna.refresh_from_db()
        assert calendars.allowance(anna).left == 30


def _night(since: int, until: int) -> Night:
    return Night(time(since), time(until))


def _statements(game_id: int) -> int:
    """How many statements a first answer takes."""
    with CaptureQueriesContext(connection) as queries:
        answer(game_id, 0)
    return len(queries)
