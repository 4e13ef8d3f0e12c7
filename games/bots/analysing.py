"""Analyses of finished games: what a player could have done better, found by the bots' processes.

Each of the player's choices is examined in small steps, and further if another choice seems better.
A step is sent, its result is stored, the next step is sent. Bots' questions come in between. Each
person has one analysis at a time; several people's analyses take turns.
"""

from __future__ import annotations

import math
import random
from datetime import datetime
from functools import partial
from typing import Any, NamedTuple

import msgspec
import structlog
from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.redis import best_effort
from games.bots import steps
from games.bots.steps import LASTS, PATIENCE, TRIES
from games.bots.thinking import QUEUE
from games.errors import Forbidden, Refused
from games.models import Analysis, Game, Move, Tenure
from games.rules import registry
from games.rules.engine.search import Question, judging, question
from games.rules.engine.search.judging import Judged, Trial
from games.storage import history
from games.storage.moves import chosen, live_moves
from games.storage.position import load

log = structlog.get_logger(__name__)

#: The assumed steps per choice before any was judged; and how many must be done before the
#: remaining time is shown.
FIRST_GUESS, LEAST_STEPS = 3, 3


def find_analysis(game_id: int, user_id: int) -> Analysis | None:
    """This person's analysis of this game."""
    return Analysis.objects.filter(game=game_id, user=user_id).first()


def running_elsewhere(game_id: int, user_id: int) -> Analysis | None:
    """Another game of this person that is being analysed."""
    others = Analysis.objects.filter(user=user_id, done_at=None).exclude(game=game_id)
    return others.first()


def request_analysis(game_id: int, user_id: int) -> Analysis:
    """Start the analysis of a player's choices in a finished game, or return the existing one.

    NotFound for a game that this person may not see, Forbidden without a seat there, Refused for
    a running game and while another game of theirs is being analysed.
    """
    found = find_analysis(game_id, user_id)
    if found is not None:
        return found
    position = load(game_id, user_id)
    seat = next((seat for seat in position.seats if seat.user_id == user_id), None)
    if seat is None:
        raise Forbidden(_("You did not play this game."), "no_seat")
    if position.game.status != Game.Status.FINISHED:
        raise Refused(_("This game is not over yet."), "not_over")
    tenures = set(Tenure.objects.filter(seat=seat, user=user_id).values_list("pk", flat=True))
    numbers = [
        move.number
        for move in live_moves(game_id)
        if move.action == Move.Action.CHOOSE and move.tenure_id in tenures
    ]
    done = None if numbers else timezone.now()
    try:
        with transaction.atomic():
            made = Analysis.objects.create(
                game_id=game_id, user_id=user_id, seat=seat.index, moves=numbers, done_at=done
            )
    except IntegrityError:
        said = _("Another of your games is being analysed. Try again when it is done.")
        raise Refused(said, "one_at_a_time") from None
    send_next_steps()
    return made


class Progress(NamedTuple):
    """``steps`` done ``of`` an estimated total, and the ``seconds`` that the rest will take at the
    pace so far; None while the pace is unknown."""

    steps: int
    of: int
    seconds: float | None


def progress(analysis: Analysis) -> Progress:
    """How far an analysis is.

    A choice takes one step, and more if it is examined further; the number of those is estimated
    from the choices judged so far.
    """
    every = [judged.get("steps", 1) for judged in analysis.judged.values()]
    here = _place(analysis.working)
    done = sum(every) + here
    usual = (sum(every) + FIRST_GUESS) / (len(every) + 1)
    waiting = len(analysis.moves) - len(every)
    left = max(0, waiting - bool(here)) * usual
    if here:
        left += 1 + judging.STEPS - here
    seconds = None
    if done >= LEAST_STEPS:
        seconds = left * (timezone.now() - analysis.asked_at).total_seconds() / done
    return Progress(done, done + math.ceil(left), seconds)


def _place(working: dict[str, Any]) -> int:
    """How many steps of the current choice are done."""
    return len(working.get("further", ())) + ("looked" in working)


def send_next_steps() -> None:
    """Send the next steps of the analyses that wait longest, as many as processes can compute at
    once."""
    for one in steps.find_next(Analysis.objects.all()):
        _send(one.pk)


def find_waiting_analyses() -> list[QuerySet[Analysis]]:
    """The analyses that no process is working on."""
    return [steps.find_waiting(Analysis.objects.all())]


def _send(pk: int) -> None:
    """Send the next step of an analysis, unless another process is doing so.

    A step that cannot be made is skipped.
    """
    with transaction.atomic():
        one = Analysis.objects.select_for_update(skip_locked=True).filter(pk=pk)
        analysis = steps.find_waiting(one).first()
        while analysis is not None and analysis.done_at is None:
            step = _next_step(analysis)
            if step is not None:
                analysis.until = timezone.now() + LASTS
                analysis.save()
                transaction.on_commit(partial(_hand_over, pk, step))
                return


def _hand_over(pk: int, step: tuple[Any, ...]) -> None:
    best_effort.wake("games.tasks.try_choices", QUEUE, pk, *step, expires=LASTS.total_seconds())


def _next_step(analysis: Analysis) -> tuple[Any, ...] | None:
    """What to try next: number of the choice, index of the step, question and choices.

    None if that choice needs no judging, which is then stored.
    """
    number = next(n for n in analysis.moves if str(n) not in analysis.judged)
    working, now = analysis.working, timezone.now()
    since = datetime.fromisoformat(working.setdefault("since", now.isoformat()))
    try:
        if working.get("tries", 0) >= TRIES or now - since > PATIENCE:
            raise Refused("failed too often, or no process has had time", "failed")
        asked, made = _question(analysis, number)
    except Exception as error:
        log.warning("choice not judged", game=analysis.game_id, number=number, exc_info=error)
        _note(analysis, number, {})
        return None
    if asked is None:
        _note(analysis, number, {})
        return None
    place = _place(working)
    choices = working.get("choices") or [made]
    return number, place, msgspec.to_builtins(asked), choices


def _question(analysis: Analysis, number: int) -> tuple[Question | None, Any]:
    """The question at that time, as the seat might know it; None if there was only one choice."""
    game = Game.objects.get(pk=analysis.game_id)
    move = chosen(game.pk, number)
    before = history.stored(game.pk, number - 1, game.version)
    rules = game.rules.load(before.state, before.rules_version)
    decision = rules.decision(analysis.seat)
    if decision is None or decision.is_forced():
        return None, None
    # Every step samples its own worlds.
    place = len(analysis.working.get("further", ()))
    rng = random.Random(f"{analysis.pk}/{number}/{place}")  # noqa: S311  the game is over
    return question(rules, decision, "judge", rng), move.choice


def _note(analysis: Analysis, number: int, found: dict[str, Any], done: int = 0) -> None:
    """Store the result for a choice and its number of steps; no result if there was nothing to
    judge."""
    analysis.judged[str(number)] = found and {**found, "steps": done}
    analysis.working = {}
    if len(analysis.judged) == len(analysis.moves):
        analysis.done_at = timezone.now()
    analysis.save()


# In the process that thinks -------------------------------------------------------------------


def try_choices(pk: int, number: int, place: int, data: dict[str, Any], choices: list[Any]) -> None:
    """Try choices in a few worlds, and send back the results, or that it failed."""
    found = None
    try:
        asked = msgspec.convert(data, Question)
        rules = registry.get(asked.type)
        if place == 0:
            trial = judging.first_look(rules, asked, choices[0])
        else:
            trial = judging.further_step(rules, asked, choices)
        found = msgspec.to_builtins(trial)
    except Exception as error:  # including a time limit
        log.error("choices not tried", analysis=pk, number=number, exc_info=error)
    best_effort.wake("games.tasks.take_trial", "bots", pk, number, place, found, expires=300)


# In the receiving process
# -----------------------------------------------------------------------------------


def store_trial(pk: int, number: int, place: int, data: Any) -> None:
    """Store the results, if they are those that are expected, and send the next step."""
    with transaction.atomic():
        analysis = Analysis.objects.select_for_update().filter(pk=pk, done_at=None).first()
        if analysis is not None and _is_next(analysis, number, place):
            if data is not None:
                _take(analysis, number, data)
            else:
                analysis.working["tries"] = analysis.working.get("tries", 0) + 1
            analysis.until = timezone.now()  # behind those that have waited longer
            analysis.save()
    send_next_steps()


def _is_next(analysis: Analysis, number: int, place: int) -> bool:
    working = analysis.working
    now = _place(working)
    left = (n for n in analysis.moves if str(n) not in analysis.judged)
    return (next(left, None), now) == (number, place)


def _take(analysis: Analysis, number: int, data: Any) -> None:
    working = {**analysis.working, "tries": 0, "since": timezone.now().isoformat()}
    if "looked" not in working:
        trial = msgspec.convert(data, Trial)
        choices = judging.suspects(trial) if _tells_losses(analysis) else []
        if not choices:
            _note(analysis, number, _as_data(judging.expected(trial)), 1)
            return
        working |= {"looked": data, "choices": choices, "further": []}
    else:
        working["further"] = [*working["further"], data]
    analysis.working = working
    if len(working["further"]) == judging.STEPS:
        further = judging.join_trials([msgspec.convert(each, Trial) for each in working["further"]])
        looked = msgspec.convert(working["looked"], Trial)
        _note(analysis, number, _as_data(judging.verdict(looked, further)), 1 + judging.STEPS)


def _tells_losses(analysis: Analysis) -> bool:
    game: Game = analysis.game
    return game.rules.levels.tells_losses


def _as_data(judged: Judged) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.to_builtins(judged)
    return data
