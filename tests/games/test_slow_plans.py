"""Plans that answer a while after the question: once, at the time that was chosen, if at all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.calendar import calendars
from accounts.models import User
from accounts.moderation import sanctions
from games.absence import replacing
from games.game_cache import cache
from games.lobby import open_games, ready_check
from games.models import Game, Move, Plan, Seat, Vote
from games.moves import actions, plans, seat_holders
from games.moves.plans import SLOWLY, Step
from games.storage import position
from games.storage.position import locked
from games.tasks import act_on_deadlines, answer_slowly, look_at_live_games
from games.votes import voting
from notifications import planning
from notifications.models import Notification
from tests.games.api import Caller
from tests.games.playing import answer, asked, seat_of, user_of
from tests.games.times import Times
from tests.people import browser_of, person

DAYS = {"kind": "per_turn", "days": 2}
LIVE = {"kind": "live", "move_minutes": 5}
TURN: list[tuple[str, list[Any]]] = [("light_lantern", ["red"]), ("take_prize", ["points"])]


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)


def begin(anna: User, ben: User, clock: dict[str, Any] | None) -> tuple[int, int]:
    """A game of Lanterns in which a card is laid that nobody beats, and the seat that laid it."""
    game = open_games.create(anna.pk, "lanterns", 2, clock=clock).game
    here = open_games.join_game(game.pk, ben.pk)
    if here.game.status != Game.Status.RUNNING:
        for player in (anna, ben):
            here = ready_check.ready(game.pk, player.pk)
    hands = position.newest(game.pk).running().state.hands  # type: ignore[union-attr]
    best = max(range(2), key=lambda seat: max(hands[seat]))
    answer(game.pk, best, max)
    return game.pk, best


def leave(game_id: int, me: int, answers: int = 2, *, slowly: bool = True) -> Plan:
    """A plan for the turn after the cards, by which the seat lights the lantern."""
    other = 1 - me
    aside = [Step(other, "lay_card"), Step(other, "object")]
    steps = [*aside, *(Step(me, kind, choice) for kind, choice in TURN[:answers])]
    plans.leave_plan(game_id, user_of(game_id, me), steps, anyway=True, slowly=slowly)
    return Plan.objects.latest("pk")


def open_question(game_id: int, me: int) -> None:
    """The other lays a card and accepts the lantern that is lit: the seat's turn begins."""
    answer(game_id, 1 - me, min)
    play(game_id, 1 - me, ["accept"])


def play(game_id: int, seat: int, choice: list[Any]) -> None:
    here = position.load(game_id, user_of(game_id, seat))
    actions.choose(game_id, user_of(game_id, seat), choice, version=here.version)


@pytest.fixture
def waiting(anna: User, ben: User, times: Times, lanterns: None) -> tuple[int, int, Plan]:
    """A game, the seat whose slow plan is to answer its open question, and that plan."""
    game_id, me = begin(anna, ben, DAYS)
    plan = leave(game_id, me)
    open_question(game_id, me)
    plan.refresh_from_db()
    return game_id, me, plan


@contextmanager
def undone() -> Iterator[None]:
    """What is done in the block is forgotten, by the database and by the process."""
    point = transaction.savepoint()
    yield
    transaction.savepoint_rollback(point)
    cache.forget()


def made(game_id: int, me: int) -> list[str]:
    moves = Move.objects.filter(game=game_id, seat=me, action="choose", undone_by=None)
    return list(moves.order_by("version").values_list("kind", flat=True))


WHOLE = ["lay_card", "light_lantern", "take_prize"]


def test_it_answers_at_the_time_that_was_chosen_with_the_question(
    waiting: tuple[int, int, Plan], times: Times
) -> None:
    game_id, me, plan = waiting
    shortest, longest = SLOWLY
    assert plan.answers_at is not None
    assert shortest <= plan.answers_at - times.now <= longest
    assert asked(game_id) == [me]
    answer_slowly()
    assert made(game_id, me) == ["lay_card"]
    times.now = plan.answers_at - timedelta(seconds=1)
    answer_slowly()
    assert made(game_id, me) == ["lay_card"]
    times.go(seconds=1)
    answer_slowly()
    assert made(game_id, me)[:3] == WHOLE
    before = Move.objects.count()
    plan.refresh_from_db()
    assert len(plan.answered) == 2
    assert Plan.objects.get().answers_at is None
    times.go(hours=1)
    answer_slowly()
    assert Move.objects.count() == before


def test_the_time_is_another_each_time(anna: User, ben: User, lanterns: None) -> None:
    game_id, me = begin(anna, ben, DAYS)
    leave(game_id, me)
    found = set()
    for _try in range(8):
        with undone():
            open_question(game_id, me)
            found.add(Plan.objects.get().answers_at)
    assert len(found) > 3


@pytest.mark.parametrize(("minutes", "latest"), [(3, 0), (10, 5), (30, 15), (600, 20)])
def test_it_never_waits_longer_than_half_of_the_time_that_is_left(
    waiting: tuple[int, int, Plan], times: Times, minutes: int, latest: int
) -> None:
    game_id, me, _plan = waiting
    here = position.newest(game_id)
    assert here is not None
    seat = here.seats[me]
    seat.deadline = times.now + timedelta(minutes=minutes)
    for _try in range(20):
        row = Plan(pk=Plan.objects.get().pk, slowly=True)
        put_off = plans._put_off(here, seat, row, times.now)
        assert put_off == bool(latest)
        if row.answers_at is not None:
            assert row.answers_at - times.now <= timedelta(minutes=latest)


def test_in_a_live_game_it_answers_at_once(anna: User, ben: User, lanterns: None) -> None:
    game_id, me = begin(anna, ben, LIVE)
    leave(game_id, me)
    open_question(game_id, me)
    assert made(game_id, me)[:3] == WHOLE


def test_one_that_is_quick_answers_at_once(anna: User, ben: User, lanterns: None) -> None:
    game_id, me = begin(anna, ben, DAYS)
    leave(game_id, me, slowly=False)
    open_question(game_id, me)
    assert made(game_id, me)[:3] == WHOLE


@pytest.mark.parametrize("choice", ["red", "green"])
def test_its_owner_may_answer_before(
    waiting: tuple[int, int, Plan], times: Times, choice: str
) -> None:
    game_id, me, plan = waiting
    play(game_id, me, [choice])
    times.go(hours=1)
    answer_slowly()
    answer_slowly()
    assert made(game_id, me) == ["lay_card", "light_lantern"]
    assert asked(game_id) == [me]
    plan.refresh_from_db()
    here = Game.objects.get(pk=game_id)
    ended = plans.progress(here, seat_of(game_id, me), [plan])[plan.pk].ended
    assert ended == ("" if choice == "red" else Plan.Ended.OWN)
    assert plan.answers_at is None, "the tick looks at it no more"


def test_a_plan_that_was_dropped_answers_no_more(
    waiting: tuple[int, int, Plan], times: Times
) -> None:
    game_id, me, plan = waiting
    plans.forget_plan(game_id, user_of(game_id, me), plan.pk)
    times.go(hours=1)
    answer_slowly()
    assert made(game_id, me) == ["lay_card"]


def test_nor_does_that_of_a_person_who_is_suspended(
    waiting: tuple[int, int, Plan], times: Times
) -> None:
    game_id, me, _plan = waiting
    owner = User.objects.get(pk=user_of(game_id, me))
    sanctions.impose(owner, "suspension", by=None, reason="x", until=times.now + timedelta(days=1))
    times.go(hours=1)
    answer_slowly()
    assert made(game_id, me) == ["lay_card"]


def test_nor_that_of_a_seat_that_was_left(waiting: tuple[int, int, Plan], times: Times) -> None:
    game_id, me, plan = waiting
    with locked(game_id) as here:
        seat_holders.bot_takes_over(here, here.seats[me])
    times.go(hours=1)
    answer_slowly()
    assert made(game_id, me) == ["lay_card"]
    plan.refresh_from_db()
    assert plan.ended == Plan.Ended.LEFT
    assert not seat_of(game_id, me).planned


def test_one_that_comes_too_late_finds_a_bot_on_the_seat(
    waiting: tuple[int, int, Plan], times: Times
) -> None:
    """Nothing has ticked for days: then whoever comes first, clock or plan, is the only one."""
    game_id, me, _plan = waiting
    seat = Seat.objects.get(game=game_id, index=me)
    assert seat.deadline is not None
    times.now = seat.deadline + timedelta(days=3)
    for _tick in range(3):
        act_on_deadlines()
        answer_slowly()
    lit = Move.objects.filter(game=game_id, seat=me, kind="light_lantern")
    assert lit.count() <= 1
    assert (lit.count() == 1) != bool(seat_of(game_id, me).bot)


def test_the_owner_is_not_called_to_a_turn_that_the_plan_will_take(
    waiting: tuple[int, int, Plan], times: Times
) -> None:
    _game_id, _me, _plan = waiting
    times.go(minutes=1, seconds=45)
    planning.plan_due()
    calls = Notification.objects.filter(kind="your_turn", data__version__gt=1)
    assert [call.reason for call in calls] == ["planned"]


def test_its_owner_alone_is_told_that_it_has_answered(
    waiting: tuple[int, int, Plan], times: Times
) -> None:
    game_id, me, _plan = waiting
    times.go(hours=1)
    answer_slowly()
    told = Notification.objects.get(kind="plan_answered")
    assert told.user_id == user_of(game_id, me)
    times.go(minutes=5)
    planning.plan_due()
    told.refresh_from_db()
    assert (told.state, told.reason) != ("skipped", "seen")


def seen_by(game_id: int, reader: User | None) -> list[Any]:
    """What somebody finds of a game: pages, log and API, without the time of day."""
    me = browser_of(reader)
    pages = [
        me.get(f"/games/{game_id}/{more}").content.decode()
        for more in ("", "log/", "moves.txt", "moves.atom", "news/")
    ]
    caller = Caller(reader)
    return [*pages, caller.get(f"games/{game_id}"), caller.get(f"games/{game_id}?since=0")]


@pytest.mark.parametrize("answers", [1, 2])
def test_others_find_the_same_after_a_planned_answer_as_after_one_by_hand(
    anna: User, ben: User, times: Times, lanterns: None, answers: int
) -> None:
    """Also where it is but a part of a turn."""
    game_id, me = begin(anna, ben, DAYS)
    other, cleo = User.objects.get(pk=user_of(game_id, 1 - me)), person("cleo")
    found = []
    for how in ("by hand", "at once", "slowly"):
        with undone():
            if how != "by hand":
                leave(game_id, me, answers, slowly=how == "slowly")
            open_question(game_id, me)
            then = times.now
            if how == "by hand":
                for _kind, choice in TURN[:answers]:
                    play(game_id, me, choice)
            if how == "slowly":
                plan = Plan.objects.get()
                Plan.objects.update(answers_at=times.now)
                answer_slowly()
                plan.refresh_from_db()
                assert len(plan.answered) == answers
            assert then == times.now
            found.append([plain(seen_by(game_id, each)) for each in (other, cleo, None)])
    for by_hand, *planned in zip(*found, strict=True):
        for each in planned:
            assert each.splitlines() == by_hand.splitlines()


def plain(found: list[Any]) -> str:
    """Without what is new each time: tokens, and the time of the server's clock."""
    new = r'nonce="[^"]*"|data-now="[^"]*"|\b\w{64}\b'
    return re.sub(new, "", "\n".join(map(str, found)))


class TestBesideOtherThings:
    def test_a_vote_stays_open_while_a_plan_answers_and_the_pause_that_it_brings_too(
        self, waiting: tuple[int, int, Plan], times: Times
    ) -> None:
        game_id, me, _plan = waiting
        owner, other = user_of(game_id, me), user_of(game_id, 1 - me)
        voting.call(game_id, other, "pause")
        times.go(hours=1)
        answer_slowly()
        assert made(game_id, me)[:3] == WHOLE
        vote = Vote.objects.get()
        assert vote.closed_at is None
        voting.cast_vote(game_id, owner, vote.pk, "yes")
        assert Game.objects.get().paused_at

    def test_in_a_pause_a_plan_answers_as_its_owner_could(
        self, waiting: tuple[int, int, Plan], times: Times
    ) -> None:
        game_id, me, _plan = waiting
        voting.call(game_id, user_of(game_id, 1 - me), "pause")
        voting.cast_vote(game_id, user_of(game_id, me), Vote.objects.get().pk, "yes")
        assert Game.objects.get().paused_at
        times.go(hours=1)
        answer_slowly()
        assert made(game_id, me)[:3] == WHOLE

    def test_a_game_that_all_agree_to_cancel_ends_it(
        self, waiting: tuple[int, int, Plan], times: Times
    ) -> None:
        game_id, me, plan = waiting
        voting.call(game_id, user_of(game_id, 1 - me), "cancel")
        voting.cast_vote(game_id, user_of(game_id, me), Vote.objects.get().pk, "yes")
        assert Game.objects.get().status == Game.Status.CANCELLED
        times.go(hours=1)
        answer_slowly()
        assert made(game_id, me) == ["lay_card"]
        plan.refresh_from_db()
        assert (plan.active, plan.ended) == (False, Plan.Ended.OVER)

    def test_on_vacation_and_on_a_day_off_it_answers_all_the_same(
        self, waiting: tuple[int, int, Plan], times: Times
    ) -> None:
        game_id, me, _plan = waiting
        calendars.begin_emergency_pause(user_of(game_id, me))
        times.go(hours=1)
        answer_slowly()
        assert made(game_id, me)[:3] == WHOLE

    def test_whoever_takes_a_seat_over_is_not_answered_for(
        self, anna: User, ben: User, times: Times, lanterns: None
    ) -> None:
        game_id, me = begin(anna, ben, {**DAYS, "policy": "replacement"})
        plan = leave(game_id, me)
        open_question(game_id, me)
        Plan.objects.update(answers_at=times.now + timedelta(days=9))
        deadline = seat_of(game_id, me).deadline
        assert deadline is not None
        times.now = deadline
        act_on_deadlines()
        replacing.take_seat(game_id, person("cleo").pk)
        assert asked(game_id) == [me]
        times.go(days=1)
        Plan.objects.update(answers_at=times.now)
        answer_slowly()
        assert made(game_id, me) == ["lay_card"]
        plan.refresh_from_db()
        assert plan.ended == Plan.Ended.LEFT

    def test_a_live_game_of_minutes_is_answered_before_the_clock_runs_out(
        self, anna: User, ben: User, times: Times, lanterns: None
    ) -> None:
        game_id, me = begin(anna, ben, {"kind": "live", "move_minutes": 1})
        leave(game_id, me)
        open_question(game_id, me)
        assert made(game_id, me)[:3] == WHOLE
        times.go(seconds=30)
        look_at_live_games()
        assert not seat_of(game_id, me).bot


class TestWhatSaysPlanned:
    def test_my_games_and_the_table_to_the_owner(
        self, anna: User, ben: User, lanterns: None
    ) -> None:
        game_id, me = begin(anna, ben, DAYS)
        leave(game_id, me)
        owner, other = (User.objects.get(pk=user_of(game_id, seat)) for seat in (me, 1 - me))
        for address in ("/my/?show=running", f"/games/{game_id}/"):
            assert ">planned<" in bare(browser_of(owner).get(address).content.decode()), address
            assert "lanned" not in browser_of(other).get(address).content.decode(), address
        answer(game_id, 1 - me, min)
        shown = browser_of(owner).get(f"/games/{game_id}/").content.decode()
        assert "You have planned an answer." in shown
        play(game_id, 1 - me, ["accept"])
        shown = browser_of(owner).get(f"/games/{game_id}/").content.decode()
        assert "unless you answer before" in shown
        assert "lanned" not in browser_of(other).get(f"/games/{game_id}/").content.decode()

    def test_not_when_the_plan_is_over(self, waiting: tuple[int, int, Plan]) -> None:
        game_id, me, _plan = waiting
        play(game_id, me, ["green"])
        owner = User.objects.get(pk=user_of(game_id, me))
        assert (
            "unless you answer before"
            not in browser_of(owner).get(f"/games/{game_id}/").content.decode()
        )


def bare(page: str) -> str:
    """Without icons."""
    return re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL)


class TestWhatItCosts:
    def test_a_seat_whose_plans_have_ended_asks_for_none(
        self, anna: User, ben: User, lanterns: None
    ) -> None:
        game_id, me = begin(anna, ben, DAYS)
        leave(game_id, me)
        Plan.objects.update(slowly=False)
        assert seat_of(game_id, me).planned
        open_question(game_id, me)
        while Plan.objects.get().active:
            answer(game_id, asked(game_id)[0])
        assert not seat_of(game_id, me).planned
        assert Plan.objects.count() == 1, "it is still listed"
        asked_for = []
        for seat in [*asked(game_id), *asked(game_id)]:
            if seat in asked(game_id):
                with CaptureQueriesContext(connection) as found:
                    answer(game_id, seat)
                asked_for += [each["sql"] for each in found if "games_plan" in each["sql"]]
        assert asked_for == []

    def test_dropping_the_last_plan_that_waits_notes_it(
        self, anna: User, ben: User, lanterns: None
    ) -> None:
        game_id, me = begin(anna, ben, DAYS)
        one, two = leave(game_id, me), leave(game_id, me, 1)
        plans.forget_plan(game_id, user_of(game_id, me), one.pk)
        assert seat_of(game_id, me).planned
        plans.forget_plan(game_id, user_of(game_id, me), two.pk)
        assert not seat_of(game_id, me).planned


def test_a_planned_part_of_a_turn_can_be_taken_back(anna: User, ben: User, lanterns: None) -> None:
    """As can one by hand; and the choice that then has its number is not called planned."""
    game_id, me = begin(anna, ben, DAYS)
    plan = leave(game_id, me, 1, slowly=False)
    open_question(game_id, me)
    here = position.load(game_id, user_of(game_id, me))
    actions.undo(game_id, user_of(game_id, me), version=here.version)
    plan.refresh_from_db()
    assert plan.answered == []
    assert made(game_id, me) == ["lay_card"]
    play(game_id, me, ["green"])
    owner = User.objects.get(pk=user_of(game_id, me))
    assert "(planned)" not in browser_of(owner).get(f"/games/{game_id}/").content.decode()


def test_a_plan_says_by_the_api_that_it_is_slow_and_when_it_answers(
    waiting: tuple[int, int, Plan],
) -> None:
    game_id, me, plan = waiting
    _status, left = Caller(User.objects.get(pk=user_of(game_id, me))).get(f"games/{game_id}/plans")
    (shown,) = left["plans"]
    assert plan.answers_at is not None
    assert (shown["slowly"], shown["answers_at"]) == (True, plan.answers_at.isoformat())
    assert timezone.now() < plan.answers_at


def both_asked(anna: User, ben: User) -> int:
    """A game in which both seats are asked for a card, each with a plan to lay its first one."""
    game = open_games.create(anna.pk, "lanterns", 2, clock=DAYS).game
    open_games.join_game(game.pk, ben.pk)
    for seat in range(2):
        card = position.newest(game.pk).running().state.hands[seat][0]  # type: ignore[union-attr]
        plans.leave_plan(game.pk, user_of(game.pk, seat), [Step(seat, "lay_card", [card])])
    return game.pk


def make_due(game_id: int, index: int, at: datetime) -> None:
    """As if the plan had been there when the seat's question opened."""
    seat = seat_of(game_id, index)
    Plan.objects.filter(tenure=seat.tenure_id).update(
        answers_at=at, asked_version=seat.asked_version
    )


def laid(game_id: int) -> set[int | None]:
    rows = Move.objects.filter(game=game_id, kind="lay_card").order_by("version")
    return set(rows.values_list("seat", flat=True))


def test_of_two_that_are_due_at_once_both_answer(
    anna: User, ben: User, times: Times, lanterns: None
) -> None:
    game_id = both_asked(anna, ben)
    for seat in range(2):
        make_due(game_id, seat, times.now)
    answer_slowly()
    assert len(laid(game_id)) == 1
    answer_slowly()
    assert laid(game_id) == {0, 1}


def test_beside_a_late_answer_an_open_question_stays_its_owners(
    anna: User, ben: User, times: Times, lanterns: None
) -> None:
    game_id = both_asked(anna, ben)
    make_due(game_id, 0, times.now)
    answer_slowly()
    assert laid(game_id) == {0}


def test_the_owner_is_called_to_a_turn_that_the_plan_does_not_take_after_all(
    waiting: tuple[int, int, Plan], times: Times
) -> None:
    game_id, me, plan = waiting
    unmet = {"seat": 1 - me, "kind": "take_prize", "choice": ["points"]}
    Plan.objects.filter(pk=plan.pk).update(steps=[*plan.steps[:2], unmet, *plan.steps[2:]])
    times.go(hours=1)
    planning.plan_due()
    answer_slowly()
    planning.plan_due()
    assert made(game_id, me) == ["lay_card"]
    calls = Notification.objects.filter(kind="your_turn", data__version__gt=1).order_by("pk")
    assert [call.reason for call in calls] == ["planned", ""]
    answer_slowly()
    assert Notification.objects.filter(kind="your_turn", data__version__gt=1).count() == 2
