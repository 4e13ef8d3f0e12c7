"""Slow plans under races and kills: a question is answered once, whoever comes first."""

from __future__ import annotations

import random
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from accounts.models import User
from boardgames.redis import best_effort
from games.lobby import limits
from games.models import Game, Move, Plan, Seat
from games.moves import actions
from games.storage import position
from games.tasks import act_on_deadlines, answer_slowly
from tests.games.playing import seat_of, user_of
from tests.games.test_races import at_once
from tests.games.test_slow_plans import DAYS, WHOLE, begin, leave, made, open_question
from tests.workers import BEAT, WORKER, celery, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.xdist_group("lanterns"),
    pytest.mark.django_db(transaction=True),
]


def waiting(anna: User, ben: User) -> tuple[int, int]:
    """A game, and the seat whose slow plan is to answer its open question."""
    game_id, me = begin(anna, ben, DAYS)
    leave(game_id, me)
    open_question(game_id, me)
    return game_id, me


def due(game_id: int) -> None:
    Plan.objects.filter(tenure__seat__game=game_id).update(answers_at=timezone.now())


def test_by_hand_by_plan_and_by_the_clock_at_once_it_is_answered_once(
    anna: User, ben: User, lanterns: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sixty times; each of the three comes first at some time."""
    monkeypatch.setattr(limits, "count_act", lambda *_what, **_by: None)
    rng, first = random.Random(64), set()
    for number in range(60):
        game_id, me = waiting(anna, ben)
        owner, here = user_of(game_id, me), position.load(game_id, user_of(game_id, me))
        late = rng.random() < 0.4
        due(game_id)
        if late:
            past = timezone.now() - timedelta(seconds=1)
            Seat.objects.filter(game=game_id, index=me).update(deadline=past)

        def act(index: int) -> object:
            if index == 0:
                return actions.choose(game_id, owner, ["green"], version=here.version)  # noqa: B023
            return answer_slowly() if index < 3 else act_on_deadlines()

        at_once(act, 4)
        answer_slowly()
        chosen = list(
            Move.objects.filter(game=game_id, kind="light_lantern").values_list("choice", "seat")
        )
        lost = bool(seat_of(game_id, me).bot)
        assert len(chosen) == (0 if lost and not chosen else 1)
        plan = Plan.objects.get(tenure__seat__game=game_id)
        assert bool(plan.answered) == (chosen == [(["red"], me)])
        if plan.answered:
            assert made(game_id, me)[:3] == WHOLE
        first.add(str(chosen[0][0]) if chosen else "clock")
        Game.objects.filter(pk=game_id).update(status=Game.Status.CANCELLED)
        Seat.objects.filter(game=game_id).update(to_move=False)
        if number % 20 == 19:  # each round leaves a thread's connection behind; 100 are the most
            best_effort._client.connection_pool.reset()
    assert first == {"clock", "['red']", "['green']"}


def test_a_worker_that_dies_with_the_answer_half_stored_gives_it_later_once(
    anna: User, ben: User, lanterns: None, tmp_path: Path
) -> None:
    game_id, me = waiting(anna, ben)
    died = tmp_path / "died"
    due(game_id)
    with celery(*WORKER, application="tests.games.dying_celery", DIED=str(died)), celery(*BEAT):
        until(died.exists, 60)
        until(lambda: made(game_id, me)[:3] == WHOLE, 60)
    assert Move.objects.filter(game=game_id, kind="light_lantern").count() == 1
    (plan,) = Plan.objects.all()
    assert (len(plan.answered), plan.answers_at) == (2, None)


def test_a_worker_lets_a_plan_answer_at_its_time_and_not_before(
    anna: User, ben: User, lanterns: None
) -> None:
    game_id, me = waiting(anna, ben)
    at = timezone.now() + timedelta(seconds=12)
    Plan.objects.update(answers_at=at)
    with celery(*WORKER), celery(*BEAT):
        until(lambda: made(game_id, me)[:3] == WHOLE, 60)
    moved = Move.objects.get(game=game_id, kind="light_lantern").at
    assert moved >= at
