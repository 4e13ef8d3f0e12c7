"""The lag of a connection at a live table is given back to the clock, within bounds."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

import pytest
import redis
from django.conf import settings

from accounts.models import User
from games.clocks import clock, lag
from games.models import Game, Move, Seat
from games.tasks import look_at_live_games
from tests.games.playing import answer, seat_of, user_of
from tests.games.sockets import Follower, call
from tests.games.test_live_tables import hear, live
from tests.games.times import Times

pytestmark = [pytest.mark.xdist_group("lanterns"), pytest.mark.django_db(transaction=True)]

MS = timedelta(milliseconds=1)
SECOND = timedelta(seconds=1)
THREE = timedelta(minutes=3)


def measured(game_id: int, user_id: int, milliseconds: int) -> None:
    """What a socket has recorded."""
    line = redis.Redis.from_url(settings.REDIS_URL)
    line.set(lag._key(game_id, user_id), milliseconds, ex=lag.KNOWN)


@pytest.fixture
def game_id(anna: User, ben: User) -> int:
    return live(anna, ben)


class TestWhatIsGiven:
    """A seat with three minutes, at noon; the game has waited for it since then."""

    @pytest.fixture
    def noon(self, times: Times) -> datetime:
        return times.now

    def seat(self, anna: User, noon: datetime, given: timedelta | None = None) -> Seat:
        return Seat(
            user=anna, live=True, clock_from=noon, budget=THREE, stretch=timedelta(),
            deadline=noon + THREE, lag_given=given,
        )  # fmt: skip

    @pytest.mark.parametrize(
        ("lag_", "before", "after", "given"),
        [
            (80, None, 5000, 80),
            (500, None, 5000, 500),
            (90_000, None, 5000, 500),  # the bound of each answer
            (400, 29_900, 5000, 100),  # the bound of the game
            (400, 30_000, 5000, 0),
            (400, None, 150, 150),  # never more than has passed
            (400, None, 0, 0),
            (0, None, 5000, 0),
        ],
    )
    def test_the_lag_within_bounds(
        self, anna: User, noon: datetime, lag_: int, before: int | None, after: int, given: int
    ) -> None:
        had = None if before is None else before * MS
        seat = self.seat(anna, noon, had)
        clock.give_lag_back(seat, lag_ * MS, noon, noon + after * MS)
        assert (seat.clock_from, seat.deadline) == (noon + given * MS, noon + THREE + given * MS)
        assert (seat.lag_given or timedelta()) == (had or timedelta()) + given * MS

    def test_only_since_the_last_change(self, anna: User, noon: datetime) -> None:
        seat = self.seat(anna, noon)
        clock.give_lag_back(seat, 400 * MS, noon + 4900 * MS, noon + 5000 * MS)
        assert seat.lag_given == 100 * MS

    def test_nothing_in_a_game_of_days_nor_to_a_clock_that_stands(
        self, anna: User, noon: datetime
    ) -> None:
        days, stands = self.seat(anna, noon), self.seat(anna, noon)
        days.live, stands.clock_from = False, None
        for seat in (days, stands):
            clock.give_lag_back(seat, 400 * MS, noon, noon + SECOND)
            assert seat.lag_given is None

    def test_a_single_slow_answer_changes_nothing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now = 100.0
        monkeypatch.setattr(time, "monotonic", lambda: now)
        assert lag.Meter().lag is None
        meter = lag.Meter()
        for took in (0.05, 4.0, 0.06, 0.05):
            question = meter.ask()
            now += took
            meter.answered(question)
            meter.answered(question)  # only the first answer counts
        meter.answered(99)
        assert meter.lag is not None
        assert abs(meter.lag - 55 * MS) < MS


class TestAtATable:
    def test_the_clock_is_charged_less(self, times: Times, game_id: int) -> None:
        measured(game_id, user_of(game_id, 0), 300)
        times.go(seconds=10)
        answer(game_id, 0)
        seat = seat_of(game_id, 0)
        assert (seat.budget, seat.lag_given) == (THREE - 9.7 * SECOND, 300 * MS)

    def test_without_a_measurement_it_is_charged_in_full(self, times: Times, game_id: int) -> None:
        times.go(seconds=10)
        answer(game_id, 0)
        assert (seat_of(game_id, 0).budget, seat_of(game_id, 0).lag_given) == (
            THREE - 10 * SECOND,
            None,
        )

    def test_an_answer_that_arrives_within_the_bound_after_zero_counts(
        self, times: Times, game_id: int, anna: User, ben: User
    ) -> None:
        measured(game_id, user_of(game_id, 0), 400)
        hear(game_id, anna, ben)
        times.go(seconds=180.4)
        look_at_live_games()  # it comes before the answer
        assert not Move.objects.filter(action="timeout").exists()
        answer(game_id, 0)
        assert seat_of(game_id, 0).budget == timedelta()
        times.go(seconds=0.1)
        hear(game_id, anna, ben)
        look_at_live_games()
        assert list(Move.objects.filter(action="timeout").values_list("seat", flat=True)) == [1]


def answered(follower: Follower, after: float) -> None:
    """The program answers the measuring question after so many seconds, as often as is needed for
    the lag to be recorded."""
    for _time in range(2):
        until = time.monotonic() + 10
        while time.monotonic() < until:
            follower.says(here=1)
            message = follower.hears(type="time")
            if "back" in message:
                time.sleep(after)
                follower.says(back=message["back"])
                break
            time.sleep(0.3)


class TestThroughSocketAndRequest:
    @pytest.fixture
    def site(self, lanterns_process: str) -> str:
        return lanterns_process

    def move(self, site: str, game_id: int, mover: User) -> None:
        choices = call(site, f"games/{game_id}", mover, method="GET")[1]
        sent = {"choice": choices["decision"]["choices"][0]["choice"], "version": 1}
        assert call(site, f"games/{game_id}/moves", mover, sent)[0] == 200

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("late", "least", "most"),
        [
            (0.2, 200, 300),
            (2.0, 500, 500),  # it pretends to be far away: the bound is all that it gains
        ],
    )
    def test_the_lag_is_what_the_service_measures(
        self, site: str, game_id: int, late: float, least: int, most: int
    ) -> None:
        mover = seat_of(game_id, 0).user
        assert isinstance(mover, User)
        with Follower(site, game_id, mover, more="&with=game") as program:
            answered(program, late)
            time.sleep(0.2)
            self.move(site, game_id, mover)
        seat = seat_of(game_id, 0)
        assert seat.lag_given is not None
        assert least * MS <= seat.lag_given <= most * MS
        waited = Move.objects.get(game=game_id, action="choose").at
        started = Game.objects.get(pk=game_id).started_at
        assert started is not None
        assert seat.budget is not None
        charged = THREE - seat.budget
        assert abs(charged - (waited - started - seat.lag_given)) < 100 * MS

    @pytest.mark.slow
    def test_what_a_program_claims_without_a_question_is_nothing(
        self, site: str, game_id: int
    ) -> None:
        mover = seat_of(game_id, 0).user
        assert isinstance(mover, User)
        with Follower(site, game_id, mover, more="&with=game") as program:
            for _time in range(12):
                program.says(here=1, back=7, lag=500)
                time.sleep(0.3)
            self.move(site, game_id, mover)
        assert seat_of(game_id, 0).lag_given is None
