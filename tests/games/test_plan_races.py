"""Plans under races and kills: a question is answered once, by a plan or by hand."""

from __future__ import annotations

import http.client
import signal
import urllib.error
from typing import Any

import pytest

from accounts.models import User
from games.errors import GameError
from games.models import Move, Plan
from games.moves import actions, plans
from games.moves.plans import Step
from games.storage import position
from games.storage.position import Position
from tests.games import playing
from tests.games.playing import answer, asked, seat_of, user_of
from tests.games.sockets import call
from tests.games.test_races import at_once
from tests.sites import running_site

pytestmark = [pytest.mark.xdist_group("lanterns"), pytest.mark.django_db(transaction=True)]


@pytest.fixture
def waiting(duel: Position) -> tuple[int, int, int]:
    """A game of Lanterns in which one has to lay a card, the last one, whose seat is the second;
    the other seat has planned its answers to all questions of the round."""
    game_id = duel.game.pk
    hands = duel.running().state.hands
    best = max(range(2), key=lambda seat: max(hands[seat]))
    answer(game_id, best, max)
    steps = [Step(best, "light_lantern", ["red"]), Step(best, "take_prize", ["points"])]
    aside = [Step(1 - best, "lay_card"), Step(1 - best, "object"), *steps]
    plans.leave_plan(game_id, user_of(game_id, best), aside, anyway=True)
    lays = Step(1 - best, "lay_card", [min(hands[1 - best])])
    accepts = [lays, Step(1 - best, "object", ["accept"])]
    plans.leave_plan(game_id, user_of(game_id, 1 - best), accepts, anyway=True)
    return game_id, best, 1 - best


def choices_of(game_id: int) -> list[tuple[Any, ...]]:
    rows = Move.objects.filter(game=game_id, action="choose", undone_by=None).order_by("version")
    return list(rows.values_list("seat", "kind"))


def test_a_plan_and_its_owner_at_once_answer_once(waiting: tuple[int, int, int]) -> None:
    game_id, best, last = waiting
    owner, other = user_of(game_id, best), user_of(game_id, last)
    here = position.load(game_id, other)

    def act(index: int) -> object:
        if index == 0:
            return actions.choose(game_id, other, [min(hand(here, last))], version=here.version)
        if index < 4:
            return actions.choose(game_id, owner, ["red"], version=here.version + 9)
        drop = Plan.objects.filter(tenure=seat_of(game_id, best).tenure_id)
        plans.forget_plan(game_id, owner, drop.values_list("pk", flat=True)[0])
        return None

    results = at_once(act, 5)
    assert sum(isinstance(result, GameError) for result in results) <= 4
    lit = [move for move in choices_of(game_id) if move == (best, "light_lantern")]
    assert len(lit) <= 1
    assert len(choices_of(game_id)) == len(set(choices_of(game_id)))


def hand(here: Position, seat: int) -> list[int]:
    return list(here.running().state.hands[seat])


def test_two_sealed_answers_at_once_wake_a_plan_once(duel: Position) -> None:
    game_id = duel.game.pk
    hands = duel.running().state.hands
    best = max(range(2), key=lambda seat: max(hands[seat]))
    cards = {best: max(hands[best]), 1 - best: min(hands[1 - best])}
    lays = [Step(seat, "lay_card", [card]) for seat, card in cards.items()]
    aside = Step(1 - best, "object", ["accept"])
    lights = Step(best, "light_lantern", ["red"])
    plans.leave_plan(game_id, user_of(game_id, best), [*lays, aside, lights], anyway=True)
    plans.leave_plan(game_id, user_of(game_id, 1 - best), [*lays, aside], anyway=True)

    def lay(seat: int) -> None:
        actions.choose(game_id, user_of(game_id, seat), [cards[seat]], version=duel.version)

    at_once(lay, 2)
    assert sorted(choices_of(game_id)) == sorted(
        [(0, "lay_card"), (1, "lay_card"), (1 - best, "object"), (best, "light_lantern")]
    )
    assert asked(game_id) == [best]


def lay_last(address: str, game_id: int, last: int) -> None:
    user = User.objects.get(pk=user_of(game_id, last))
    here = position.load(game_id, user.pk)
    move = {"choice": [min(hand(here, last))], "version": here.version}
    with pytest.raises((http.client.HTTPException, OSError, urllib.error.URLError)):
        call(address, f"games/{game_id}/moves", user, move)


@pytest.mark.slow
def test_a_process_that_dies_with_an_answer_half_stored_leaves_none(
    waiting: tuple[int, int, int],
) -> None:
    game_id, best, last = waiting
    before = choices_of(game_id)
    with running_site("tests.games.dying_planner:application") as dying:
        lay_last(dying.address, game_id, last)
        assert dying.process.wait(10) == -signal.SIGKILL
    assert choices_of(game_id) == before
    assert all(plan.answered == [] and plan.active for plan in Plan.objects.all())
    playing.answer(game_id, last, min)
    assert choices_of(game_id)[len(before) :] == [
        (last, "lay_card"), (last, "object"), (best, "light_lantern"), (best, "take_prize"),
    ]  # fmt: skip


@pytest.mark.slow
def test_a_process_that_dies_after_it_has_stored_an_answer_gives_it_no_second_time(
    waiting: tuple[int, int, int],
) -> None:
    game_id, best, last = waiting
    with running_site("tests.games.dying_site:application") as dying:
        lay_last(dying.address, game_id, last)
        assert dying.process.wait(10) == -signal.SIGKILL
    done = choices_of(game_id)
    assert done[-3:] == [(last, "object"), (best, "light_lantern"), (best, "take_prize")]
    for seat in asked(game_id):
        playing.answer(game_id, seat)
    assert choices_of(game_id).count((best, "take_prize")) == 1
