"""The tick by which plans answer that do so a while after their question has opened.

When that is was chosen with the question (``plans.find_planned``). The game's lock lets a question
be answered once, by whoever comes first: the plan, its owner, or the clock.
"""

from __future__ import annotations

import structlog
from django.db.models import QuerySet
from django.utils import timezone

from boardgames.celery import due_rows
from games.errors import Busy
from games.models import Game, Plan
from games.moves import actions

log = structlog.get_logger(__name__)

#: Games of one tick; the next one goes on.
BATCH = 200


def answer_due() -> int:
    """Let each plan answer that is to do so by now; return in how many games one has."""
    (due,) = find_due_plans()
    games = due.order_by("answers_at").values_list("tenure__seat__game_id", flat=True)[:BATCH]
    return due_rows.process_each("slow answers", games, _answer)


def find_due_plans() -> list[QuerySet[Plan]]:
    """The plans that are to answer by now, unless their owners are locked out."""
    due = Plan.objects.filter(
        active=True,
        answers_at__lte=timezone.now(),
        tenure__user__is_active=True,
        tenure__seat__game__status=Game.Status.RUNNING,
        tenure__seat__game__broken_at=None,
    )
    return [due]


def _answer(game_id: int) -> bool:
    try:
        return actions.by_slow_plan(game_id)
    except Busy as error:  # the game is locked: the next tick asks again
        log.info("plan has not answered", game=game_id, reason=error.code)
        return False
