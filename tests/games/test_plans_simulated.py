"""Plans in whole games at random, with everything that can come between a plan and its answer.

After each act all promises of plans are checked. ``PLANNED_GAMES`` in the environment plays more.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from boardgames.refusal import Refusal
from games.lobby import open_games
from games.models import Game, Move, Plan, Seat
from games.moves import actions, plans, seat_holders
from games.moves.plans import Step
from games.moves.rollback import roll_back
from games.storage import position
from games.storage.position import locked
from games.tasks import answer_slowly
from tests.games.playing import answer, asked
from tests.people import person

pytestmark = [pytest.mark.slow, pytest.mark.django_db]

GAMES = int(os.environ.get("PLANNED_GAMES", "4"))
MOST_ACTS = 150


@dataclass
class Table:
    """A game at random, what happens at it, and what its plans have come to."""

    game_id: int
    rng: random.Random
    spare: list[User]
    acts: Counter[str] = field(default_factory=Counter)
    ended: dict[int, str] = field(default_factory=dict)
    was_ended: set[int] = field(default_factory=set)
    answered: dict[int, list[int]] = field(default_factory=dict)
    version: int = 0

    def people(self) -> list[Seat]:
        seats = Seat.objects.select_related("user").filter(game=self.game_id, bot="")
        return list(seats.order_by("index"))

    def somebody(self) -> Seat:
        return self.rng.choice(self.people())

    # What people do ----------------------------------------------------------------------------

    def choose(self) -> None:
        seat = self.rng.choice(asked(self.game_id))
        if Seat.objects.get(game=self.game_id, index=seat).bot:
            here = position.newest(self.game_id)
            assert here is not None
            asks, decision = here.seats[seat].decision_id, here.running().decision(seat)
            assert decision is not None
            assert asks is not None
            choice = decision.example(self.rng.choice(decision.choices))
            actions.by_bot(self.game_id, seat, asks, choice)
        else:
            often = [lambda choices: choices[0]] * 9
            answer(self.game_id, seat, self.rng.choice([*often, self.rng.choice]))

    def plan(self) -> None:
        """The choices that would follow if all made their first one: mostly they do."""
        seat = self.somebody()
        here = position.load(self.game_id, seat.user_id)
        game = here.running().copy()
        steps: list[Step] = []
        for _step in range(self.rng.randint(1, 12)):
            waiting = game.to_move()
            if not waiting:
                break
            decision = game.decision(waiting[0])
            assert decision is not None
            choice = decision.example(decision.choices[0])
            loose = decision.seat != seat.index and self.rng.random() < 0.6
            steps.append(
                Step(decision.seat, decision.kind, None if loose else _as_list(choice), "so")
            )
            game.choose(decision.seat, choice)
        anyway, slowly = self.rng.random() < 0.7, self.rng.random() < 0.6
        plans.leave_plan(self.game_id, seat.user_id or 0, steps, anyway=anyway, slowly=slowly)

    def wait(self) -> None:
        """The time of slow plans comes; the tick runs twice."""
        Plan.objects.filter(answers_at__isnull=False).update(
            answers_at=timezone.now() - timedelta(seconds=1)
        )
        answer_slowly()
        answer_slowly()

    def undo(self) -> None:
        seat = self.somebody()
        here = position.load(self.game_id, seat.user_id)
        actions.undo(self.game_id, seat.user_id or 0, version=here.version)

    def withdraw(self) -> None:
        seat = self.somebody()
        here = position.load(self.game_id, seat.user_id)
        actions.withdraw_answer(self.game_id, seat.user_id or 0, version=here.version)

    def forget(self) -> None:
        seat = self.somebody()
        plan = Plan.objects.filter(tenure=seat.tenure_id).order_by("?").first()
        if plan is not None:
            plans.forget_plan(self.game_id, seat.user_id or 0, plan.pk)

    def leave(self) -> None:
        actions.resign(self.game_id, self.somebody().user_id or 0)

    def time_out(self) -> None:
        with locked(self.game_id) as here:
            seat = self.rng.choice([seat for seat in here.seats if not seat.bot])
            seat_holders.offer(here, seat, timezone.now())

    def come_back(self) -> None:
        away = Seat.objects.filter(game=self.game_id, resigned_at=None).exclude(bot="")
        seat = away.order_by("?").first()
        if seat is not None and seat.user_id is not None:
            actions.take_seat_back(self.game_id, seat.user_id)

    def replace(self) -> None:
        with locked(self.game_id) as here:
            offered = [seat for seat in here.seats if seat.offered_at]
            if offered and self.spare:
                seat_holders.replace(here, offered[0], self.spare.pop(), timezone.now())

    def roll_back(self) -> None:
        with locked(self.game_id) as here:
            number = here.game.number
            roll_back(here, max(0, number - self.rng.randint(1, 4)), user_id=None)

    # What is promised --------------------------------------------------------------------------

    def check(self, act: str) -> None:
        """Each plan answers a question once or lapses once, and never for a seat that has left."""
        game = Game.objects.get(pk=self.game_id)
        seats = {seat.tenure_id: seat for seat in Seat.objects.filter(game=game)}
        moves = Move.objects.filter(game=game, version__gt=self.version, action="choose")
        new = {move.number: move for move in moves.order_by("version")}
        named: Counter[int] = Counter()
        for plan in Plan.objects.filter(tenure__seat__game=game):
            if plan.active:
                assert plan.ended == "", act
                assert plan.pk not in self.ended, f"{act}: a plan that has lapsed waits again"
                assert game.status == Game.Status.RUNNING, f"{act}: a plan in a game that is over"
                assert plan.tenure_id in seats, f"{act}: a plan of somebody that has left"
                seat = seats[plan.tenure_id]
                assert not seat.bot, f"{act}: a plan of somebody whose seat a bot plays"
                assert seat.planned, act
            else:
                assert plan.ended, act
                known = self.ended.setdefault(plan.pk, plan.ended)
                assert known == plan.ended, f"{act}: a plan has lapsed twice"
            before = self.answered.get(plan.pk, [])
            for number in set(plan.answered) - set(before):
                assert new[number].tenure_id == plan.tenure_id, f"{act}: it answers for another"
                named[number] += 1
            if plan.pk in self.ended and plan.pk in self.was_ended:
                assert set(plan.answered) <= set(before), f"{act}: a lapsed plan has answered"
            own = [step for step in plan.steps if step["seat"] == _seat_of(plan)]
            assert len(plan.answered) == len(set(plan.answered)) <= len(own), act
            self.answered[plan.pk] = list(plan.answered)
        assert max(named.values(), default=1) == 1, f"{act}: two plans have answered one question"
        self.acts["answers of plans"] += len(named)
        self.was_ended, self.version = set(self.ended), game.version


def _seat_of(plan: Plan) -> int:
    index: int = plan.tenure.seat.index
    return index


def _as_list(choice: Any) -> list[Any]:
    return [dict(part) if isinstance(part, dict) else part for part in choice]


#: What may happen, and how often.
ACTS: dict[str, int] = {
    "choose": 40, "plan": 25, "wait": 12, "undo": 6, "withdraw": 3, "forget": 2, "leave": 1,
    "time_out": 2, "come_back": 3, "replace": 2, "roll_back": 2,
}  # fmt: skip


def play(slug: str, people: list[User], rng: random.Random) -> Table:
    """A game of these people, and two more that wait for a seat."""
    table = Table(0, rng, people[3:])
    clock = {"kind": "per_turn", "days": 2}
    table.game_id = open_games.create(people[0].pk, slug, 3, clock=clock).game.pk
    for other in people[1:3]:
        open_games.join_game(table.game_id, other.pk)
    for _act in range(MOST_ACTS):
        game = Game.objects.get(pk=table.game_id)
        if game.status != Game.Status.RUNNING or not table.people():
            break
        (act,) = rng.choices(list(ACTS), weights=list(ACTS.values()))
        try:
            getattr(table, act)()
        except Refusal:
            table.acts["refused"] += 1
        else:
            table.acts[act] += 1
        table.check(act)
    return table


def test_a_plan_answers_once_or_lapses_once_whatever_happens(lanterns: None) -> None:
    acts: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    for number in range(GAMES):
        people = [person(f"{name}{number}") for name in ("anna", "ben", "cleo", "don", "eva")]
        table = play("lanterns", people, random.Random(number))
        acts.update(table.acts)
        reasons.update(table.ended.values())
    print(dict(acts), dict(reasons))  # the figures of a long run
    assert acts["answers of plans"]
    assert reasons["done"]
