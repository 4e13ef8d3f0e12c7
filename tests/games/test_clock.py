"""Deadlines: each seat's time, what uses it up, what happens at its end."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.absence import deadlines, policies
from games.bots import playing as bots
from games.clocks import checking, clock, kinds
from games.errors import Forbidden, Illegal, Stale
from games.lobby import open_games
from games.models import Game, Move, Seat, Tenure
from games.moves import actions
from games.showing import snapshot
from games.storage import position
from games.storage.position import Position
from notifications.models import Notification
from tests.games.playing import answer, asked, seat_of, to_kind, user_of
from tests.games.times import Times

DAYS = timedelta(days=3)


ABSENCE = {"policy": "bot", "vacation": True, "stretch": 14}
RESERVE = {"kind": "reserve", "reserve_hours": 48, "increment_hours": 12, "cap_hours": 72}


def checked(given: object) -> dict[str, object]:
    return kinds.as_json(checking.check_clock(given))


def test_settings_are_checked_and_completed() -> None:
    assert checked(None) == {"kind": "per_turn", "days": 3, **ABSENCE}
    assert checked({"kind": "none"}) == {"kind": "none", **ABSENCE}
    assert checked({"kind": "per_turn", "days": 30})["days"] == 30
    assert checked(RESERVE) == {**RESERVE, **ABSENCE}
    given = {"kind": "none", "policy": "vote", "vacation": False, "stretch": 0}
    assert checked(given) == given


def test_what_forms_propose_can_be_chosen_and_is_told_apart() -> None:
    found = [each for kind in kinds.KINDS.values() for each in kind.proposed()]
    assert len({each.value for each in found}) == len({each.words() for each in found}) == 19
    for each in found:
        assert checking.check_clock(kinds.as_json(each.setting)) == each.setting


def test_a_setting_stored_without_absence_is_completed() -> None:
    assert kinds.as_json(kinds.read_clock(RESERVE)) == {**RESERVE, **ABSENCE}


def test_something_is_done_for_each_policy() -> None:
    assert tuple(policies.POLICIES) == kinds.POLICIES


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ({}, "kind must be per_turn"),
        ({"kind": "fischer"}, "kind must be per_turn"),
        ({"kind": ["none"]}, "kind must be per_turn"),
        ({"kind": "per_turn"}, "days must be a whole number from 1 to 30"),
        ({"kind": "per_turn", "days": 0}, "days must be a whole number"),
        ({"kind": "per_turn", "days": 31}, "days must be a whole number"),
        ({"kind": "per_turn", "days": True}, "days must be a whole number"),
        ({"kind": "per_turn", "days": 1.5}, "days must be a whole number"),
        ({"kind": "per_turn", "days": "3"}, "days must be a whole number"),
        ({"kind": "per_turn", "days": 3, "hours": 1}, "has no hours"),
        ({"kind": "none", "days": 3}, "has no days"),
        ({**RESERVE, "cap_hours": 47}, "cap_hours must be at least"),
        ({**RESERVE, "increment_hours": 0}, "increment_hours must be a whole"),
        ({**RESERVE, "reserve_hours": 99999}, "reserve_hours must be a whole"),
        ({"kind": "none", "policy": "shoot"}, "policy must be one of"),
        ({"kind": "none", "policy": []}, "policy must be one of"),
        ({"kind": "none", "vacation": 1}, "vacation must be true or false"),
        ({"kind": "none", "stretch": 61}, "stretch must be a whole number from 0 to 60"),
        ({"kind": "none", "stretch": None}, "stretch must be a whole number"),
        ([], "JSON object"),
        ("none", "JSON object"),
        (3, "JSON object"),
    ],
)
def test_a_nonsense_setting_is_refused(setting: object, said: str) -> None:
    with pytest.raises(Illegal, match=said):
        checking.check_clock(setting)


def test_all_who_are_asked_have_a_whole_allotment(times: Times, duel: Position) -> None:
    assert {seat.deadline for seat in duel.seats} == {times.now + DAYS}


def test_without_a_limit_there_is_no_deadline(times: Times, anna: User, ben: User) -> None:
    game = open_games.create(anna.pk, "lanterns", 2, clock={"kind": "none"}).game
    open_games.join_game(game.pk, ben.pk)
    assert set(Seat.objects.values_list("deadline", flat=True)) == {None}
    times.go(days=1000)
    assert deadlines.act_on_overdue_seats() == 0


def test_all_choices_of_a_turn_share_one_deadline(times: Times, duel: Position) -> None:
    seat = to_kind(duel.game.pk, "light_lantern")
    before = seat_of(duel.game.pk, seat).deadline
    times.go(hours=5)
    answer(duel.game.pk, seat)
    assert seat_of(duel.game.pk, seat).deadline == before


def test_undo_gives_no_time_back(times: Times, duel: Position) -> None:
    seat = to_kind(duel.game.pk, "light_lantern")
    before = seat_of(duel.game.pk, seat).deadline
    times.go(hours=5)
    after = answer(duel.game.pk, seat)
    times.go(hours=5)
    actions.undo(duel.game.pk, user_of(duel.game.pk, seat), version=after.version)
    assert seat_of(duel.game.pk, seat).deadline == before


def test_a_sealed_answer_stops_the_clock_and_withdrawing_goes_on(
    times: Times, duel: Position
) -> None:
    times.go(days=2)
    after = answer(duel.game.pk, 0)
    assert seat_of(duel.game.pk, 0).deadline is None
    times.go(hours=20)
    actions.withdraw_answer(duel.game.pk, user_of(duel.game.pk, 0), version=after.version)
    assert seat_of(duel.game.pk, 0).deadline == times.now + timedelta(days=1)


def test_withdrawing_again_and_again_gains_no_time(times: Times, duel: Position) -> None:
    times.go(days=2, hours=23, minutes=50)
    for _round in range(3):
        after = answer(duel.game.pk, 0)
        actions.withdraw_answer(duel.game.pk, user_of(duel.game.pk, 0), version=after.version)
    assert seat_of(duel.game.pk, 0).deadline == times.now + timedelta(minutes=10)


def test_after_a_sealed_round_everybody_has_a_whole_turn_again(
    times: Times, duel: Position
) -> None:
    times.go(days=2)
    answer(duel.game.pk, 0)
    answer(duel.game.pk, 1)
    objector = to_kind(duel.game.pk, "object")
    assert seat_of(duel.game.pk, objector).deadline == times.now + DAYS
    times.go(hours=1)
    answer(duel.game.pk, objector)
    winner = to_kind(duel.game.pk, "light_lantern")
    assert winner != objector
    assert seat_of(duel.game.pk, winner).deadline == times.now + DAYS
    assert (seat_of(duel.game.pk, objector).deadline, seat_of(duel.game.pk, objector).budget) == (
        None,
        None,
    )


class Interrupted:
    """A seat in the middle of its turn while another is asked, with the parts of the rules that
    the clock looks at."""

    def __init__(self, duel: Position) -> None:
        self.position = position.load(duel.game.pk, None)
        self.rules = self.position.running()
        self.mine, self.other = self.position.seats

    def answered(self, seat: Seat, *, out_of_turn: bool) -> None:
        """``seat`` has answered an unsealed question, which cannot be taken back."""
        decision = self.rules.decision(seat.index)
        assert decision is not None
        decision.sealed = False
        decision.asks = type("Kind", (), {"out_of_turn": out_of_turn})()
        self.rules.answered, self.rules.barrier = decision, True

    def asks(self, seat: Seat, monkeypatch: pytest.MonkeyPatch) -> None:
        """Now ``seat`` is asked, out of turn."""
        question = type("D", (), {"asks": type("K", (), {"out_of_turn": True}), "answer": None})
        monkeypatch.setattr(self.rules, "decisions", lambda: [question])
        monkeypatch.setattr(self.rules, "decision", lambda index: None)
        for each in self.position.seats:
            each.to_move = each is seat


def never_asked(seat: Seat) -> None:
    seat.to_move = False
    seat.deadline = seat.clock_from = seat.budget = None


@pytest.fixture
def interrupted(times: Times, duel: Position) -> Interrupted:
    return Interrupted(duel)


def test_a_turn_rests_while_another_is_asked(
    times: Times, interrupted: Interrupted, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = interrupted.mine, interrupted.other
    never_asked(other)
    times.go(days=2)
    interrupted.answered(mine, out_of_turn=False)
    interrupted.asks(other, monkeypatch)
    assert clock.run(interrupted.position, times.now) == [other]
    assert (mine.deadline, mine.budget) == (None, timedelta(days=1))
    assert other.deadline == times.now + DAYS  # its own allotment
    times.go(days=2, hours=12)
    with monkeypatch.context() as patch:
        patch.setattr(interrupted.rules, "answered", None)
        interrupted.asks(mine, patch)
        clock.run(interrupted.position, times.now)
    assert mine.deadline == times.now + timedelta(days=1)
    assert other.deadline is None


def test_at_least_an_hour_is_left_when_a_turn_goes_on(
    times: Times, interrupted: Interrupted, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = interrupted.mine, interrupted.other
    never_asked(other)
    times.go(days=2, hours=23, minutes=59)
    interrupted.answered(mine, out_of_turn=False)
    interrupted.asks(other, monkeypatch)
    clock.run(interrupted.position, times.now)
    assert mine.budget == timedelta(hours=1)


def test_nothing_rests_of_a_question_out_of_turn(
    times: Times, interrupted: Interrupted, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine, other = interrupted.mine, interrupted.other
    never_asked(other)
    mine.aside = True
    interrupted.answered(mine, out_of_turn=True)
    interrupted.asks(other, monkeypatch)
    clock.run(interrupted.position, times.now)
    assert (mine.deadline, mine.budget) == (None, None)


class TestAtTheDeadline:
    def test_nothing_happens_before_it(self, times: Times, duel: Position) -> None:
        times.go(days=2, hours=23, minutes=59)
        assert deadlines.act_on_overdue_seats() == 0

    def test_a_bot_plays_on(self, times: Times, duel: Position, anna: User) -> None:
        times.go(days=3)
        answer(duel.game.pk, 1)  # late, but before the scan: it counts
        assert deadlines.act_on_overdue_seats() == 1
        seat = seat_of(duel.game.pk, 0)
        assert (seat.bot, seat.deadline) == ("high_cards", None)
        assert not seat_of(duel.game.pk, 1).bot
        tenures = list(seat.tenures.order_by("since").values_list("user", "bot", "ended", "began"))
        assert tenures == [
            (seat.user_id, "", "timeout", "start"),
            (None, "high_cards", "", "timeout"),
        ]
        told = Notification.objects.get(kind="timed_out")
        assert told.user_id == seat.user_id

    def test_only_who_is_past_due_loses_the_seat(self, times: Times, duel: Position) -> None:
        Seat.objects.filter(index=0).update(deadline=times.now)
        assert deadlines.act_on_overdue_seats() == 1
        assert [bool(seat_of(duel.game.pk, index).bot) for index in range(2)] == [True, False]

    def test_the_log_says_so(self, times: Times, duel: Position) -> None:
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        here = position.load(duel.game.pk, None)
        lines = [
            entry.text for entry in snapshot.describe_log(here, None) if entry.kind == "timed_out"
        ]
        assert len(lines) == 2
        assert any("anna ran out of time" in (line or "") for line in lines)

    def test_the_former_holder_sees_what_a_spectator_sees(
        self, times: Times, duel: Position
    ) -> None:
        user_id = user_of(duel.game.pk, 0)
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        assert position.load(duel.game.pk, user_id).seat_of(user_id) is None
        with pytest.raises(Forbidden):
            actions.choose(duel.game.pk, user_id, (1,), version=99)

    def test_the_scan_acts_once(self, times: Times, duel: Position) -> None:
        times.go(days=4)
        assert deadlines.act_on_overdue_seats() == 1
        version = Game.objects.get().version
        assert deadlines.act_on_overdue_seats() == 0
        assert Game.objects.get().version == version

    def test_a_held_turn_is_confirmed(self, times: Times, duel: Position) -> None:
        seat = _hold_a_turn(duel.game.pk)
        times.go(days=4)
        assert deadlines.act_on_overdue_seats() == 1
        assert not seat_of(duel.game.pk, seat).bot
        assert Move.objects.filter(action="confirm", seat=seat).count() == 1
        assert asked(duel.game.pk) == [0, 1]

    def test_a_broken_game_is_left_alone(self, times: Times, duel: Position) -> None:
        Game.objects.update(broken_at=times.now)
        times.go(days=4)
        assert deadlines.act_on_overdue_seats() == 0

    def test_one_look_finds_what_is_due(self, times: Times, duel: Position) -> None:
        with CaptureQueriesContext(connection) as queries:
            deadlines.act_on_overdue_seats()
        assert len(queries) == 1


class TestTakingTheSeatBack:
    @pytest.fixture
    def lost(self, times: Times, duel: Position) -> int:
        """The user who has lost seat 0."""
        answer(duel.game.pk, 1)
        times.go(days=4)
        deadlines.act_on_overdue_seats()
        return user_of(duel.game.pk, 0)

    def test_the_owner_plays_on_with_a_whole_turn(
        self, times: Times, duel: Position, lost: int
    ) -> None:
        times.go(hours=7)
        actions.take_seat_back(duel.game.pk, lost)
        seat = seat_of(duel.game.pk, 0)
        assert (seat.bot, seat.deadline) == ("", times.now + DAYS)
        assert Tenure.objects.filter(seat=seat, until=None).get().user_id == lost
        answer(duel.game.pk, 0)

    def test_nobody_else_may(self, duel: Position, lost: int, cleo: User) -> None:
        for other in (cleo.pk, user_of(duel.game.pk, 1)):
            with pytest.raises(Forbidden):
                actions.take_seat_back(duel.game.pk, other)

    def test_choices_of_the_bot_cannot_be_undone(self, lost: int, duel: Position) -> None:
        bots.play_one(duel.game.pk)
        actions.take_seat_back(duel.game.pk, lost)
        here = position.load(duel.game.pk, lost)
        with pytest.raises((Illegal, Stale)):
            actions.undo(duel.game.pk, lost, version=here.version)


def _hold_a_turn(game_id: int) -> int:
    """Play until a seat's turn is held; the seat."""
    seat = to_kind(game_id, "light_lantern")
    answer(game_id, seat)
    after = answer(game_id, seat, hold=True)
    assert after.running().state.held == seat
    return seat
