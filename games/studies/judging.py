"""The programs' judgement of the choices at a node, found by the bots' processes.

The choices that look best are tried in small steps, as for a hint and by the same two kinds of
players as in an analysis. A step is sent, its result is stored and shown, the next step is sent.
The judgement is stored once for all readers, and goes with its node.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import msgspec
import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import counting
from boardgames.redis import best_effort, rate_counter
from games.bots import hinting, steps
from games.bots.thinking import QUEUE
from games.errors import Illegal, NoBoard, Refused, TooMany
from games.models import Chapter, Judgement, Study
from games.rules import engine
from games.rules.engine.search import hints as trying
from games.rules.engine.search import question
from games.rules.engine.search.judging import Trial
from games.studies.access import check_writes
from games.studies.locks import changed, locked
from games.studies.positions import line_of, showing

log = structlog.get_logger(__name__)

#: Judgements of one person that are not done yet, and those within an hour: one whose branch is
#: removed has still cost its step.
MOST_AT_ONCE, PER_HOUR = 3, 40


def find_judgements(chapter: Chapter, node: int) -> list[Judgement]:
    """What is known of the choices at a node, by seat: several may have to choose there."""
    return list(Judgement.objects.filter(chapter=chapter, node=node).order_by("seat"))


def request_judgement(
    study_id: int, user_id: int, chapter_id: int, node: int, seat: int | None
) -> Judgement:
    """Have a seat's choices at a node judged, or return what is known. One that has failed or was
    imported begins again.

    Refused where the seat has no choice, and for a person whose others are not done.
    """
    with locked(study_id, user_id) as access:
        check_writes(access)
        chapter = access.chapter(chapter_id)
        seat = check_judged(chapter, node, seat)
        known = Judgement.objects.filter(chapter=chapter, node=node, seat=seat).first()
        if known is not None and not begins_again(known):
            return known
        counting.alone(user_id)
        if Judgement.objects.filter(by=user_id, done_at=None).count() >= MOST_AT_ONCE:
            raise Refused(
                _("The programs are still at %(most)d positions for you. Try again soon.")
                % {"most": MOST_AT_ONCE},
                "too_many_at_once",
            )
        if not rate_counter.allow(f"study judging/{user_id}", PER_HOUR, 3600):
            raise TooMany(_("You have had many positions judged. Please wait a while."))
        if known is not None:
            known.delete()
        made = Judgement.objects.create(chapter=chapter, node=node, seat=seat, by_id=user_id)
        changed(access.study)
        transaction.on_commit(send_next_steps)
    return made


def check_judged(chapter: Chapter, node: int, seat: int | None) -> int:
    """The seat, if it has more than one choice at the node; otherwise Refused."""
    game = line_of(chapter).reach(node).game
    decision = None if seat is None else game.decision(seat)
    if decision is None or decision.is_forced():
        raise Refused(_("There is nothing to compare here."), "no_choice")
    return decision.seat


def has_failed(judgement: Judgement) -> bool:
    """Whether the programs could not judge the position."""
    return judgement.done_at is not None and not judgement.found


def begins_again(judgement: Judgement) -> bool:
    """Whether the programs judge the position when somebody asks, in spite of what is known."""
    return judgement.imported or has_failed(judgement)


def set_puzzle(
    study_id: int, user_id: int, chapter_id: int, node: int, seat: int | None, *, puzzle: bool
) -> None:
    """Let readers look for the best of a seat's choices at a node themselves, or end that.

    Refused unless the programs are sure which choice is best. A node has one puzzle.
    """
    with locked(study_id, user_id) as access:
        check_writes(access)
        judged = Judgement.objects.filter(chapter=access.chapter(chapter_id), node=node)
        known = judged.filter(seat=seat or 0, best__isnull=False).first() if puzzle else None
        if puzzle and known is None:
            raise Refused(
                _("A puzzle needs a position where the programs are sure of the best choice."),
                "not_sure",
            )
        judged.filter(puzzle=True).update(puzzle=False)
        if known is not None:
            judged.filter(pk=known.pk).update(puzzle=True)
        changed(access.study)


def check_answer(puzzle: Judgement, decision: engine.Decision, choice: engine.Choice) -> None:
    """Raise Refused unless this is the best choice, Illegal if it is not possible.

    Of choices that are not among those found it may not be known that they are worse.
    """
    try:
        with showing():
            found = engine.as_data(decision.find(choice))
    except engine.IllegalChoice as error:
        raise Illegal(str(error)) from error
    chosen = msgspec.to_builtins(found)
    if chosen not in [each["choice"] for each in puzzle.found]:
        raise Refused(_("The programs do not name this choice. Try another one."), "not_named")
    if chosen != puzzle.best:
        raise Refused(_("Not this one. Try another choice, or have the answer shown."), "not_best")


class Progress(NamedTuple):
    """``steps`` done ``of`` all, and the ``seconds`` that the rest will take at the pace so far;
    None while the pace is unknown."""

    steps: int
    of: int
    seconds: float | None


def progress(judgement: Judgement) -> Progress:
    """How far a judgement is."""
    done, seconds = judgement.steps, None
    if done:
        passed = (timezone.now() - judgement.asked_at).total_seconds()
        seconds = (trying.STEPS - done) * passed / done
    return Progress(done, trying.STEPS, seconds)


def send_next_steps() -> None:
    """Send the next steps of the judgements that wait longest, as many as processes can compute at
    once."""
    for judgement in steps.find_next(Judgement.objects.all()):
        try:
            _send(judgement.pk)
        except Exception as error:  # one that fails must not hold up the others
            log.error("step not sent", judgement=judgement.pk, exc_info=error)


def find_waiting_judgements() -> list[QuerySet[Judgement]]:
    """The judgements that no process is working on."""
    return [steps.find_waiting(Judgement.objects.all())]


def _send(pk: int) -> None:
    """Send the next step of a judgement, unless another process is doing so."""
    with _locked(steps.find_waiting(Judgement.objects.filter(pk=pk))) as found:
        if found is None:
            return
        judgement, study = found
        try:
            if timezone.now() - judgement.asked_at > steps.PATIENCE * (judgement.steps + 1):
                raise Refused("no process has had time", "failed")
            with transaction.atomic():
                asked = _question(judgement)
        except Exception as error:
            log.warning("node not judged", judgement=pk, exc_info=error)
            _fail(judgement)
            changed(study, by_people=False)
            return
        judgement.until = timezone.now() + steps.LASTS
        judgement.save()
        step = judgement.steps, asked, judgement.working
        transaction.on_commit(partial(_hand_over, pk, *step))


def _hand_over(pk: int, place: int, asked: Any, before: Any) -> None:
    best_effort.wake(
        "games.tasks.try_further", QUEUE, pk, place, asked, before,
        expires=steps.LASTS.total_seconds(),
    )  # fmt: skip


@contextmanager
def _locked(rows: QuerySet[Judgement]) -> Iterator[tuple[Judgement, Study] | None]:
    """The judgement among these rows and its study, under the study's lock; None without one."""
    study_id = rows.values_list("chapter__study", flat=True).first()
    with transaction.atomic():
        study = Study.objects.select_for_update(no_key=True).filter(pk=study_id or 0).first()
        judgement = rows.select_related("chapter").first()
        yield (judgement, study) if judgement and study else None


def _question(judgement: Judgement) -> Any:
    """The question at the node as the seat might know it, as plain data. Every step has its own
    world."""
    game = line_of(judgement.chapter).reach(judgement.node).game
    decision = game.decision(judgement.seat)
    if decision is None:
        raise NoBoard
    rng = random.Random(f"{judgement.pk}/{judgement.steps}")  # noqa: S311  the game is over
    with showing():
        return msgspec.to_builtins(question(game, decision, "judge", rng))


def _fail(judgement: Judgement) -> None:
    """Say that it could not be judged, whatever was found before."""
    judgement.found = []
    _finish(judgement)


def _finish(judgement: Judgement) -> None:
    judgement.done_at, judgement.working = timezone.now(), None
    judgement.save()


# In the process that thinks -------------------------------------------------------------------


def try_further(pk: int, place: int, data: dict[str, Any], before: Any) -> None:
    """Try the choices in a few worlds more, and send back the results, or that it failed."""
    found = None
    try:
        found = hinting.try_further(data, before)
    except Exception as error:  # including a time limit
        log.error("choices not tried", judgement=pk, exc_info=error)
    best_effort.wake("games.tasks.take_further", "bots", pk, place, found, expires=300)


# In the receiving process ---------------------------------------------------------------------


def store_trial(pk: int, place: int, data: Any) -> None:
    """Store the results, if they are those that are expected, and send the next step."""
    waited = Judgement.objects.filter(pk=pk, steps=place, done_at=None)
    with _locked(waited) as found:
        if found is not None:
            judgement, study = found
            judgement.until = timezone.now()  # behind those that have waited longer
            if data is not None:
                _take(judgement, msgspec.convert(data, Trial))
                changed(study, by_people=False)
            elif judgement.tries + 1 < steps.TRIES:
                judgement.tries += 1
            else:
                _fail(judgement)
                changed(study, by_people=False)
            judgement.save()
    send_next_steps()


def _take(judgement: Judgement, trial: Trial) -> None:
    judgement.steps, judgement.tries = judgement.steps + 1, 0
    judgement.working = msgspec.to_builtins(trial)
    judgement.found = msgspec.to_builtins(trying.rank_choices(trial))
    if not trying.goes_on(trial):
        if judgement.chapter.game.rules.levels.tells_losses:
            judgement.best = msgspec.to_builtins(trying.find_best(trial))
        _finish(judgement)
