"""Live games: their clocks, the scan that looks each second, a lost connection, a downtime, and the
agreement to go on in days."""

from __future__ import annotations

import time
from datetime import timedelta
from typing import Any

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from boardgames.models import Heartbeat
from boardgames.redis import best_effort
from games.absence import deadlines, downtime, reconnecting
from games.absence.downtime import LIVE
from games.clocks import checking, clock, kinds
from games.errors import Illegal, Refused
from games.lobby import open_games, ready_check
from games.models import Game, Incident, Move, Seat, Vote
from games.moves import actions
from games.tasks import act_on_deadlines, look_at_live_games
from games.votes import voting
from notifications.models import Notification
from tests.games.playing import answer, asked, seat_of, to_kind, user_of
from tests.games.times import Times

SECOND, MINUTE = timedelta(seconds=1), timedelta(minutes=1)
THREE = {"kind": "live", "move_minutes": 3}
TEN = {"kind": "live", "reserve_minutes": 10, "increment_seconds": 20}


def live(anna: User, ben: User, setting: dict[str, Any] = THREE, **more: Any) -> int:
    """A running live game of two; both are to lay a card."""
    game_id = open_games.create(anna.pk, "lanterns", 2, clock=setting, **more).game.pk
    open_games.join_game(game_id, ben.pk)
    for person in (anna, ben):
        ready_check.ready(game_id, person.pk)
    return game_id


def deadline(game_id: int, index: int = 0) -> Any:
    return seat_of(game_id, index).deadline


def hear(game_id: int, *people: User, ago: float = 0) -> None:
    """Their pages have said that they are there."""
    line = redis.Redis.from_url(settings.REDIS_URL)
    until = time.time() + reconnecting.HEARD - ago
    line.zadd(reconnecting._key(game_id), {str(person.pk): until for person in people})


def incidents(game_id: int) -> list[str]:
    return list(Incident.objects.filter(game=game_id).order_by("pk").values_list("kind", flat=True))


def look_on(times: Times, seconds: int) -> None:
    """Time goes by, and somebody looks all the while."""
    for _look in range(seconds // 5):
        times.go(seconds=5)
        look_at_live_games()


class TestSettings:
    def test_they_are_checked_and_completed(self) -> None:
        known = {"policy": "bot", "vacation": False, "stretch": 0}
        for given in (THREE, TEN):
            none = dict.fromkeys(("move_minutes", "reserve_minutes", "increment_seconds"))
            assert kinds.as_json(checking.check_clock(given)) == {**none, **given, **known}
        assert checking.check_clock({**TEN, "policy": "forfeit"}).policy == "forfeit"
        stored = kinds.as_json(checking.check_clock(TEN))
        assert kinds.as_json(checking.check_clock(stored)) == stored

    @pytest.mark.parametrize(
        ("setting", "said"),
        [
            ({}, "it needs move_minutes, or reserve_minutes and increment_seconds"),
            ({"move_minutes": 0}, "move_minutes must be a whole number from 1 to 10"),
            ({"move_minutes": 11}, "move_minutes must be a whole number from 1 to 10"),
            ({"move_minutes": "3"}, "move_minutes must be a whole number"),
            ({"reserve_minutes": 10}, "it needs move_minutes, or"),
            ({"increment_seconds": 10}, "it needs move_minutes, or"),
            ({"reserve_minutes": 4, "increment_seconds": 10}, "reserve_minutes must be a whole"),
            ({"reserve_minutes": 61, "increment_seconds": 9}, "reserve_minutes must be a whole"),
            ({"reserve_minutes": 9, "increment_seconds": 61}, "increment_seconds must be a whole"),
            ({"reserve_minutes": 9, "increment_seconds": 4}, "increment_seconds must be a whole"),
            ({"move_minutes": 3, "reserve_minutes": 9, "increment_seconds": 9}, "it needs move"),
            ({"move_minutes": 3, "policy": "vote"}, "policy must be one of bot, forfeit"),
            ({"move_minutes": 3, "policy": "replacement"}, "policy must be one of bot, forfeit"),
            ({"move_minutes": 3, "vacation": True}, "nobody can go on vacation"),
            ({"move_minutes": 3, "stretch": 1}, "stretch must be a whole number from 0 to 0"),
            ({"move_minutes": 3, "days": 1}, "has no days"),
        ],
    )
    def test_nonsense_is_refused(self, setting: dict[str, Any], said: str) -> None:
        with pytest.raises(Illegal) as error:
            checking.check_clock({"kind": "live", **setting})
        assert said in str(error.value)


class TestClock:
    def test_a_turn_has_minutes_each_time_anew(self, times: Times, anna: User, ben: User) -> None:
        game_id = live(anna, ben)
        assert deadline(game_id) == times.now + 3 * MINUTE
        times.go(minutes=2)
        answer(game_id, 0)
        answer(game_id, 1)
        assert deadline(game_id, asked(game_id)[0]) == times.now + 3 * MINUTE

    def test_of_a_reserve_each_turn_takes_and_brings_some_seconds(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = live(anna, ben, TEN)
        assert deadline(game_id) == times.now + 10 * MINUTE
        times.go(minutes=4)
        answer(game_id, 0)
        answer(game_id, 1)
        assert seat_of(game_id, 0).reserve == 6 * MINUTE + 20 * SECOND

    def test_no_calendar_stretches_it(self, times: Times, anna: User, ben: User) -> None:
        for person in (anna, ben):  # it is noon: both have their night
            person.calendar = {"night": {"from": "08:00:00", "until": "20:00:00"}}
            person.save()
        assert deadline(live(anna, ben)) == times.now + 3 * MINUTE

    def test_a_question_out_of_turn_has_a_minute_and_leaves_the_reserve(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = live(anna, ben, TEN)
        objector = to_kind(game_id, "object")
        assert seat_of(game_id, objector).aside
        assert deadline(game_id, objector) == times.now + MINUTE

    def test_nobody_is_reminded_and_no_turn_is_told_by_mail(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = live(anna, ben)
        told = Notification.objects.filter(game=game_id)
        while not told.filter(kind="live_turn").exists():
            answer(game_id, asked(game_id)[0])
        assert told.get(kind="live_turn").due_at == times.now + timedelta(seconds=5)
        assert not told.filter(kind__in=("your_turn", "reminder")).exists()


class TestScan:
    def test_a_seat_is_acted_on_as_its_game_has_declared(
        self, times: Times, anna: User, ben: User
    ) -> None:
        bot = live(anna, ben)
        lost = live(anna, ben, {**THREE, "policy": "forfeit"})
        for game_id in (bot, lost):
            hear(game_id, anna, ben)
            answer(game_id, 1)
        times.go(minutes=3, seconds=-1)
        look_at_live_games()
        assert not Move.objects.filter(action__in=("timeout", "forfeit")).exists()
        times.go(seconds=1.5)
        look_at_live_games()
        assert seat_of(bot, 0).bot
        assert Game.objects.get(pk=lost).status == Game.Status.FINISHED
        assert seat_of(lost, 0).resigned_at == times.now

    def test_each_scan_leaves_the_games_of_the_other_alone(
        self, times: Times, anna: User, ben: User
    ) -> None:
        of_days = open_games.create(anna.pk, "lanterns", 2, clock={"kind": "per_turn", "days": 1})
        open_games.join_game(of_days.game.pk, ben.pk)
        quick = live(anna, ben)
        times.go(days=2)
        assert deadlines.act_on_overdue_seats() == 1
        assert not seat_of(quick, 0).bot
        assert deadlines.act_on_overdue_seats(LIVE) == 1

    def test_it_writes_nothing_while_nothing_is_due(
        self, times: Times, anna: User, ben: User
    ) -> None:
        live(anna, ben)
        look_at_live_games()
        times.go(seconds=1)
        with CaptureQueriesContext(
            connection,
        ) as asked_for:
            look_at_live_games()
        statements = [each["sql"].split()[0] for each in asked_for.captured_queries]
        assert statements == ["SELECT"] * 3

    def test_it_notes_each_five_seconds_that_it_looks(self, times: Times, db: None) -> None:
        noted = []
        for _second in range(12):
            look_at_live_games()
            noted.append(Heartbeat.objects.get(name=LIVE.name).at)
            times.go(seconds=1)
        assert len(set(noted)) == 3


class TestLostConnection:
    @pytest.fixture
    def game_id(self, times: Times, anna: User, ben: User) -> int:
        game_id = live(anna, ben)
        answer(game_id, 1)
        return game_id

    def run_out(self, times: Times, anna: User, game_id: int) -> User:
        """Seat 0's time runs out; its owner."""
        times.go(minutes=3, seconds=0.5)
        return User.objects.get(pk=user_of(game_id, 0))

    def test_a_player_who_was_not_heard_has_a_minute_once(
        self, times: Times, anna: User, game_id: int
    ) -> None:
        self.run_out(times, anna, game_id)
        look_at_live_games()
        seat = seat_of(game_id, 0)
        assert (seat.bot, seat.deadline) == ("", times.now + MINUTE)
        assert incidents(game_id)[-1] == "lost"
        answer(game_id, 0)
        assert incidents(game_id).count("lost") == 1
        late = asked(game_id)[0]
        if late == 1:
            answer(game_id, 1)
        look_on(times, 240)
        assert seat_of(game_id, 0).bot
        assert incidents(game_id).count("lost") <= 2  # the other's, perhaps

    def test_the_minute_ends_too(self, times: Times, anna: User, game_id: int) -> None:
        self.run_out(times, anna, game_id)
        look_at_live_games()
        look_on(times, 55)
        assert not seat_of(game_id, 0).bot
        look_on(times, 10)
        assert seat_of(game_id, 0).bot

    def test_a_player_who_is_there_has_none(self, times: Times, anna: User, game_id: int) -> None:
        hear(game_id, self.run_out(times, anna, game_id))
        look_at_live_games()
        assert seat_of(game_id, 0).bot

    def test_a_player_who_was_heard_a_quarter_of_a_minute_ago_is_away(
        self, times: Times, anna: User, game_id: int
    ) -> None:
        hear(game_id, self.run_out(times, anna, game_id), ago=15)
        look_at_live_games()
        assert not seat_of(game_id, 0).bot

    def test_where_nobody_knows_it_is_forgiven(
        self, times: Times, anna: User, game_id: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hear(game_id, self.run_out(times, anna, game_id))
        monkeypatch.setattr(best_effort, "_shut_until", time.monotonic() + 60)
        look_at_live_games()
        assert not seat_of(game_id, 0).bot

    def test_a_turn_that_is_made_goes_on_instead(self, times: Times, anna: User, ben: User) -> None:
        game_id = live(anna, ben)
        seat = to_kind(game_id, "light_lantern")
        answer(game_id, seat)
        after = answer(game_id, seat, hold=True)
        assert after.running().state.held == seat
        times.go(minutes=3, seconds=0.5)
        look_at_live_games()
        assert incidents(game_id) == []
        assert Move.objects.filter(game=game_id, action="confirm").exists()

    def test_in_a_game_of_days_nothing_is_forgiven(
        self, times: Times, anna: User, ben: User
    ) -> None:
        made = open_games.create(anna.pk, "lanterns", 2, clock={"kind": "per_turn", "days": 1})
        open_games.join_game(made.game.pk, ben.pk)
        times.go(days=1)
        act_on_deadlines()
        assert seat_of(made.game.pk, 0).bot


class TestDowntime:
    @pytest.fixture
    def game_id(self, times: Times, anna: User, ben: User) -> int:
        game_id = live(anna, ben)
        look_at_live_games()
        return game_id

    def test_after_a_short_one_all_have_as_much_as_it_lasted(
        self, times: Times, game_id: int
    ) -> None:
        times.go(minutes=5)
        look_at_live_games()
        assert [deadline(game_id, index) for index in (0, 1)] == [times.now + 5 * MINUTE] * 2
        assert incidents(game_id) == ["grace"] * 2
        look_at_live_games()
        times.go(seconds=1)
        look_at_live_games()
        assert incidents(game_id) == ["grace"] * 2

    def test_it_is_a_minute_at_least(self, times: Times, game_id: int) -> None:
        times.go(minutes=2, seconds=30)
        Heartbeat.objects.filter(name=LIVE.name).update(at=times.now)
        times.go(seconds=31)
        look_at_live_games()
        assert deadline(game_id) == times.now + MINUTE

    def test_twenty_seconds_are_none(self, times: Times, game_id: int) -> None:
        times.go(minutes=2, seconds=41)
        Heartbeat.objects.filter(name=LIVE.name).update(at=times.now)
        times.go(seconds=20)
        look_at_live_games()
        assert incidents(game_id) == ["lost", "lost"]

    def test_after_a_long_one_they_go_on_in_days(self, times: Times, game_id: int) -> None:
        times.go(minutes=11)
        look_at_live_games()
        game = Game.objects.get(pk=game_id)
        assert (game.clock["kind"], game.clock["days"]) == ("per_turn", 2)
        assert deadline(game_id) == times.now + timedelta(days=2)
        assert incidents(game_id) == ["reclocked"]
        times.go(seconds=1)
        look_at_live_games()
        assert incidents(game_id) == ["reclocked"]

    def test_nobody_is_late_while_it_is_not_settled(
        self, times: Times, game_id: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        times.go(minutes=5)
        with monkeypatch.context() as patch:
            patch.setattr(downtime, "PATIENCE", -1)
            for _tick in range(3):
                look_at_live_games()
                times.go(seconds=1)
        assert incidents(game_id) == []
        look_at_live_games()
        assert incidents(game_id) == ["grace"] * 2


class TestDaysAndBack:
    def test_all_agree_and_it_goes_on_in_days_and_live_again(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = live(anna, ben, TEN)
        times.go(minutes=4)
        voting.call(game_id, anna.pk, "days")
        vote = Vote.objects.get(game=game_id)
        assert Game.objects.get(pk=game_id).clock["kind"] == "live"
        voting.cast_vote(game_id, ben.pk, vote.pk, "yes")
        game = Game.objects.get(pk=game_id)
        assert (game.clock["kind"], game.clock["days"]) == ("per_turn", 2)
        assert deadline(game_id) == times.now + timedelta(days=2)
        assert not seat_of(game_id, 0).live
        times.go(hours=20)
        voting.call(game_id, ben.pk, "live")
        voting.cast_vote(game_id, anna.pk, Vote.objects.get(game=game_id, kind="live").pk, "yes")
        assert deadline(game_id) == times.now + 10 * MINUTE
        assert seat_of(game_id, 0).live
        shown = [kind for kind in incidents(game_id) if kind == "reclocked"]
        assert len(shown) == 2

    def test_a_player_who_says_no_leaves_it_as_it_is(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = live(anna, ben)
        voting.call(game_id, anna.pk, "days")
        voting.cast_vote(game_id, ben.pk, Vote.objects.get(game=game_id).pk, "no")
        assert Game.objects.get(pk=game_id).clock["kind"] == "live"
        with pytest.raises(Refused):
            voting.call(game_id, anna.pk, "days")
        times.go(minutes=11)
        voting.call(game_id, anna.pk, "days")

    def test_a_game_that_began_in_days_stays_so_and_a_live_one_is_not_paused(
        self, times: Times, anna: User, ben: User
    ) -> None:
        made = open_games.create(anna.pk, "lanterns", 2)
        open_games.join_game(made.game.pk, ben.pk)
        for kind in ("days", "live"):
            with pytest.raises(Refused):
                voting.call(made.game.pk, anna.pk, kind)
        quick = live(anna, ben)
        for kind in ("pause", "live"):
            with pytest.raises(Refused):
                voting.call(quick, anna.pk, kind)

    def test_the_vote_to_go_on_live_is_open_for_two_minutes(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = live(anna, ben)
        for kind in ("days", "live"):
            voting.call(game_id, anna.pk, kind)
            if kind == "days":
                voting.cast_vote(game_id, ben.pk, Vote.objects.get(game=game_id).pk, "yes")
        times.go(minutes=2)
        voting.close_due()
        assert Game.objects.get(pk=game_id).clock["kind"] == "per_turn"
        assert Vote.objects.get(game=game_id, kind="live").outcome == "rejected"


def test_a_bot_has_no_clock_and_its_owner_comes_back_with_a_turn(
    times: Times, anna: User, ben: User
) -> None:
    game_id = live(anna, ben)
    answer(game_id, 1)
    look_on(times, 250)
    late = user_of(game_id, 0)
    assert seat_of(game_id, 0).bot
    assert deadline(game_id) is None
    actions.take_seat_back(game_id, late)
    assert deadline(game_id) == times.now + 3 * MINUTE
    assert clock.is_live(Game.objects.get(pk=game_id))
    assert Seat.objects.get(game=game_id, index=0).forgiven
