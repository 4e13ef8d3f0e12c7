"""The scan for deadlines: many at once, after a downtime, and with games that fail."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from accounts.models import User
from boardgames.models import Heartbeat
from games.absence import deadlines, downtime, policies
from games.absence.downtime import DAYS
from games.lobby import open_games
from games.models import Game, Incident, Move, Seat
from games.storage.position import Position
from games.tasks import act_on_deadlines
from notifications.models import Notification
from tests.games.playing import answer, seat_of
from tests.games.test_races import at_once
from tests.games.times import Times
from tests.people import person

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)


def table(anna: User, ben: User, **setting: int) -> int:
    game_id = open_games.create(
        anna.pk, "lanterns", 2, clock={"kind": "per_turn", "days": 3, **setting}
    ).game.pk
    open_games.join_game(game_id, ben.pk)
    return game_id


def bots(game_id: int) -> list[bool]:
    return [bool(seat_of(game_id, index).bot) for index in (0, 1)]


class TestAfterADowntime:
    """Two days of it; the last look was at noon on the 21st."""

    @pytest.fixture
    def back(self, times: Times, anna: User, ben: User) -> list[int]:
        """Games whose turns end in the downtime, soon after it, and long after it."""
        games = []
        for days in (1, 2, 6):
            games.append(table(anna, ben, days=days))
            times.go(hours=1)
        Heartbeat.objects.create(name=DAYS.name, at=times.now)
        times.go(days=2)
        return games

    def test_nobody_loses_a_seat_for_it(self, times: Times, back: list[int]) -> None:
        act_on_deadlines()
        assert not Move.objects.filter(action="timeout").exists()
        soon = times.now + DAY
        for game_id in back[:2]:
            assert {seat_of(game_id, index).deadline for index in (0, 1)} == {soon}
        late = seat_of(back[2], 0).deadline
        assert late is not None
        assert late > soon
        told = Incident.objects.filter(kind="grace").values_list("game_id", "seat")
        assert sorted(told) == [(game_id, seat) for game_id in back[:2] for seat in (0, 1)]
        reminders = Notification.objects.filter(
            kind="reminder", game=back[0], data__deadline=soon.isoformat()
        )
        assert reminders.count() == 2

    @pytest.mark.slow
    def test_it_is_given_once(self, times: Times, back: list[int]) -> None:
        for _tick in range(3):
            act_on_deadlines()
            times.go(seconds=30)
        assert Incident.objects.count() == 4
        assert seat_of(back[0], 0).deadline == times.now - timedelta(seconds=90) + DAY
        times.go(hours=23)
        Heartbeat.note(DAYS.name)
        for _tick in range(200):  # time goes by, and somebody looks all the while
            act_on_deadlines()
            times.go(minutes=1)
        assert bots(back[0]) == [True, True]

    def test_somebody_who_cannot_be_given_it_at_once_is_not_forgotten(
        self, times: Times, back: list[int], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The tick has no more time after the first game; until all have it nobody is late."""
        with monkeypatch.context() as patch:
            patch.setattr(downtime, "PATIENCE", -1)
            for _tick in range(3):
                act_on_deadlines()
                times.go(seconds=30)
        assert Incident.objects.count() == 0
        assert bots(back[0]) == [False, False]
        act_on_deadlines()
        assert Incident.objects.count() == 4
        assert seat_of(back[0], 0).deadline == times.now - timedelta(seconds=90) + DAY

    def test_it_lasts_as_long_as_the_downtime_within_bounds(
        self, times: Times, anna: User, ben: User
    ) -> None:
        for down, grace in ((timedelta(minutes=20), HOUR), (9 * HOUR, 9 * HOUR), (9 * DAY, DAY)):
            game_id = table(anna, ben, days=1)
            times.now += DAY - down + timedelta(minutes=1)
            Heartbeat.objects.update_or_create(name=DAYS.name, defaults={"at": times.now})
            times.now += down
            act_on_deadlines()
            assert seat_of(game_id, 0).deadline == times.now + grace

    def test_a_pause_between_two_looks_is_no_downtime(
        self, times: Times, anna: User, ben: User
    ) -> None:
        game_id = table(anna, ben)
        times.go(days=2, hours=23, minutes=55)
        Heartbeat.objects.create(name=DAYS.name, at=times.now)
        times.go(minutes=9)
        act_on_deadlines()
        assert bots(game_id) == [True, True]
        assert set(Incident.objects.values_list("kind", flat=True)) == {"cancelled"}

    def test_a_paused_game_and_one_without_a_limit_are_left_alone(
        self, times: Times, anna: User, ben: User, back: list[int]
    ) -> None:
        Game.objects.filter(pk=back[0]).update(paused_at=times.now)
        act_on_deadlines()
        assert set(Incident.objects.values_list("game_id", flat=True)) == {back[1]}


def test_a_game_that_fails_does_not_keep_the_others_waiting(
    times: Times, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    bad, good = table(anna, ben), table(anna, ben)
    act = policies.apply_policy

    def fail(position: Position, seat: Seat) -> None:
        if position.game.pk == bad:
            raise ZeroDivisionError
        act(position, seat)

    monkeypatch.setattr(policies, "apply_policy", fail)
    times.go(days=4)
    assert deadlines.act_on_overdue_seats() == 1
    assert (bots(bad), bots(good)) == ([False, False], [True, True])


def test_each_tick_notes_that_it_has_looked(times: Times, db: None) -> None:
    act_on_deadlines()
    times.go(seconds=30)
    act_on_deadlines()
    assert Heartbeat.objects.get(name=DAYS.name).at == times.now


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_ten_scanners_at_once_time_out_each_seat_exactly_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each on a connection of its own, all set off at the same moment; sixty seats are past due.

    Without the lock the log's unique numbers would still let one through alone, and the others
    fail: nobody may fail.
    """
    failures: list[object] = []
    monkeypatch.setattr(deadlines.log, "error", lambda *words, **more: failures.append(more))
    people = [person(f"player{number}") for number in range(4)]
    games = [table(people[number % 3], people[3]) for number in range(30)]
    past = datetime.now(UTC) - timedelta(seconds=1)
    Seat.objects.update(deadline=past, budget=timedelta())
    assert sum(at_once(lambda _scanner: deadlines.act_on_overdue_seats(), 10)) == 30
    assert failures == []
    timed_out = Counter(Move.objects.filter(action="timeout").values_list("game_id", "seat"))
    assert timed_out == Counter((game_id, seat) for game_id in games for seat in (0, 1))
    assert all(bots(game_id) == [True, True] for game_id in games)
    assert Notification.objects.filter(kind="timed_out").count() == 60


def test_a_move_that_comes_late_counts_until_somebody_has_looked(
    times: Times, anna: User, ben: User
) -> None:
    game_id = table(anna, ben)
    times.go(days=3, seconds=10)
    answer(game_id, 0)
    assert deadlines.act_on_overdue_seats() == 1
    assert bots(game_id) == [False, True]


def test_nobody_loses_on_time_in_a_game_that_newer_rules_have_moved(
    times: Times, anna: User, ben: User
) -> None:
    """The release that runs cannot go on with it; once a newer one is back, there is some time."""
    game_id = table(anna, ben)
    Game.objects.update(rules_version=99)
    times.go(days=4)
    Heartbeat.note(DAYS.name, times.now)  # no downtime
    assert deadlines.act_on_overdue_seats() == 0
    seats = [seat_of(game_id, index) for index in (0, 1)]
    assert {seat.deadline for seat in seats if seat.to_move} == {times.now + HOUR}
    assert not deadlines.due().exists()
    Game.objects.update(rules_version=1)
    times.go(minutes=59)
    assert deadlines.act_on_overdue_seats() == 0
    times.go(minutes=2)
    assert deadlines.act_on_overdue_seats() == 1
    assert Move.objects.filter(game=game_id, action="timeout").exists()
