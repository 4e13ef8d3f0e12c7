"""Plans: chains of answers to questions that may come up, with what has to be chosen before them.

How far a plan has got follows from the log alone (``follow``), so nothing can be answered twice and
an undo needs no care. A plan is looked for when a question to its holder opens, and answers it in
the same transaction. It compares only what its holder may know: others' choices that are not public
yet, those of secret kinds, sealed answers, and answers that were withdrawn are never looked at.

A plan that answers slowly is given a time when its question opens, and a tick lets it answer then
(``games.moves.slow_answers``). Such a plan waits for that one question and no other.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import msgspec
import structlog
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from games.clocks import clock
from games.errors import Illegal, Refused
from games.models import Game, Move, Plan, Seat, Tenure
from games.notification_events import writing
from games.rules import engine
from games.rules.engine.state import Kept
from games.storage import history
from games.storage.history import Stored
from games.storage.position import Position, locked, own_seat, visible_version

log = structlog.get_logger(__name__)
Ended = Plan.Ended

#: A seat's plans at a time, and the steps of one.
MOST, MOST_STEPS = 10, 60
#: The moves since the position at which a plan may begin that are played again.
MOST_AGO = 60
#: Bytes of a choice as JSON, and characters of its words.
_LONGEST_CHOICE, _LONGEST_WORDS = 500, 200
#: After how long plans answer that do so slowly.
SLOWLY = timedelta(minutes=2), timedelta(minutes=20)


class Step(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer of the holder's seat, or a choice of another seat; ``choice`` None is anything.

    ``words``: the choice in the language in which it was planned.
    """

    seat: int
    kind: str
    choice: list[Kept] | None = None
    words: str = ""


class Wanted(NamedTuple):
    """A plan to be left.

    ``anyway``: it goes on when its owner has learned something new. ``slowly``: it answers a while
    after the question has opened.
    """

    steps: Sequence[Step]
    anyway: bool = False
    slowly: bool = False


class Planned(NamedTuple):
    """What a plan does about a question: it answers with a choice, in these words; without one it
    will do so later."""

    choice: engine.Choice | None
    words: str = ""


class Progress(NamedTuple):
    """``at``: the next own step by its index, the number of steps after the last one; ``ready``:
    its conditions are met; ``ended``: why it answers nothing any more, empty while it may."""

    at: int
    ready: bool
    ended: str = ""


class _Row(NamedTuple):
    """What a plan reads of a move."""

    version: int
    action: str
    seat: int | None
    kind: str
    choice: list[Kept] | None
    undone_by: int | None


def leave_plans(game_id: int, user_id: int, wanted: Sequence[Wanted]) -> None:
    """Leave exactly these plans at a game; those that wait already and are the same stay.

    Illegal says what is wrong with a plan, Refused that there are too many of them.
    """
    with locked(game_id, user_id=user_id) as position:
        seat = _holder(position, user_id)
        kept = _active(seat)
        for each in wanted:
            checked = each._replace(steps=_checked(position, seat, each.steps))
            same = next((row for row in kept if _is_same(row, checked)), None)
            if same is not None:
                kept.remove(same)
            else:
                _create(position, seat, checked)
        Plan.objects.filter(pk__in=[row.pk for row in kept]).delete()
        _check_number(seat)
        _note_planned(seat)


def leave_plan(
    game_id: int,
    user_id: int,
    steps: Sequence[Step],
    *,
    anyway: bool = False,
    slowly: bool = False,
    begins: int | None = None,
) -> None:
    """Leave one plan more, unless the same one waits already.

    ``begins``: the number of the move after which its steps begin, unless that is the newest one.
    Refused if the game has taken another way since.
    """
    with locked(game_id, user_id=user_id) as position:
        seat = _holder(position, user_id)
        wanted = Wanted(_checked(position, seat, steps), anyway, slowly)
        if any(_is_same(row, wanted) for row in _active(seat)):
            return
        plan = _create(position, seat, wanted)
        if begins is not None:
            _begin_earlier(position, seat, plan, begins)
        _check_number(seat)
        _note_planned(seat)


def forget_plan(game_id: int, user_id: int, plan_id: int) -> None:
    """Drop a plan of the caller's seat, or one that has ended, if there is one."""
    with locked(game_id, user_id=user_id) as position:
        seat = own_seat(position, user_id)
        Plan.objects.filter(pk=plan_id, tenure=seat.tenure_id).delete()
        _note_planned(seat)


def plans_of(seat: Seat) -> list[Plan]:
    """The plans of the seat's present holder, also those that have ended, oldest first."""
    return list(Plan.objects.filter(tenure=seat.tenure_id).order_by("pk"))


def progress(game: Game, seat: Seat, plans: Iterable[Plan]) -> dict[int, Progress]:
    """How far the plans of a seat have got, as its holder may know, by the plan's number."""
    waiting = [plan for plan in plans if plan.active]
    if not waiting:
        return {}
    rows = _rows(game, min(plan.since for plan in waiting))
    return {plan.pk: follow(game, seat, plan, rows) for plan in waiting}


def find_planned(
    position: Position, seat: Seat, decision: engine.Decision, *, goes_on: bool = False
) -> Planned | None:
    """What a plan does about a question that has just opened; None: none answers it.

    Plans that cannot go on end, and their owner is notified if none answers. In the caller's
    transaction, which makes the choice next. ``goes_on``: the seat has just answered ahead, and
    goes on at once.
    """
    if seat.user is None or not seat.user.is_active:
        return None
    plans = _active(seat)
    now = timezone.now()
    found = _find(position, seat, decision, plans, None if goes_on else now)
    if found is None:
        _notify(position, seat, plans)
    _note_planned(seat, plans)
    return found


def find_slow(
    position: Position, seat: Seat, decision: engine.Decision, now: datetime
) -> Planned | None:
    """The answer of a plan that was to give it by ``now`` to a question that is still open.

    If it cannot, its owner, who was not called to the question, is called now.
    """
    if seat.user is None or not seat.user.is_active:
        return None
    plans = _active(seat)
    due = [row for row in plans if _answers(row, seat) and row.answers_at and row.answers_at <= now]
    if not due:
        return None
    found = _find(position, seat, decision, due, None)
    if found is None:
        Plan.objects.filter(pk__in=[row.pk for row in due]).update(answers_at=None)
        _notify(position, seat, due)
        writing.asked_after_all(position, seat, now)
    _note_planned(seat, plans)
    return found


def put_off_again(position: Position, now: datetime) -> None:
    """Let the plans at this game that are due answer later: a turn waits to be confirmed."""
    _due(position, now).update(answers_at=now + timedelta(minutes=1))


def forget_times(position: Position, now: datetime) -> None:
    """Forget the times that have come of questions that are not open any more."""
    seats = {seat.tenure_id: seat for seat in position.seats}
    over = [row.pk for row in _due(position, now) if not _answers(row, seats[row.tenure_id])]
    if over:
        Plan.objects.filter(pk__in=over).update(answers_at=None)


def _due(position: Position, now: datetime) -> QuerySet[Plan]:
    tenures = [seat.tenure_id for seat in position.seats if seat.planned]
    return Plan.objects.filter(tenure__in=tenures, active=True, answers_at__lte=now)


def answers_at(seat: Seat, plans: Iterable[Plan]) -> datetime | None:
    """When one of the seat's plans answers its open question; None if none waits to do so."""
    return next((plan.answers_at for plan in plans if _answers(plan, seat)), None)


def answers_soon(seat: Seat) -> bool:
    """Whether a plan is about to answer the seat's open question."""
    return seat.planned and answers_at(seat, _active(seat)) is not None


def _answers(row: Plan, seat: Seat) -> bool:
    """Whether a plan waits to answer the question that is open for the seat."""
    asked = seat.to_move and row.asked_version == seat.asked_version
    return row.active and row.answers_at is not None and asked


def _find(
    position: Position,
    seat: Seat,
    decision: engine.Decision,
    plans: list[Plan],
    now: datetime | None,
) -> Planned | None:
    """What the first of these plans that can answer does; ``now``: slow ones do so later."""
    reached = progress(position.game, seat, plans)
    found: Planned | None = None
    for row in plans:
        at, ready, ended = reached[row.pk]
        if ended:
            _end(row, ended)
            continue
        step = msgspec.convert(row.steps[at], Step)
        if found is not None or not ready or step.kind != decision.kind or step.choice is None:
            continue
        choice, ended = _try(position, decision, step.choice)
        if ended:
            _end(row, ended)
        elif now is not None and row.slowly and _put_off(position, seat, row, now):
            found = Planned(None)
        else:
            row.answered.append(position.game.number + 1)
            row.answers_at = None
            row.save(update_fields=["answered", "answers_at"])
            found = Planned(choice, step.words)
    return found


def _put_off(position: Position, seat: Seat, row: Plan, now: datetime) -> bool:
    """Choose once when a slow plan answers this question; False: the clock leaves no time."""
    if _answers(row, seat):
        return True
    shortest, longest = SLOWLY
    left = seat.budget if seat.deadline is None else seat.deadline - now
    latest = longest if left is None else min(longest, left / 2)
    if clock.is_live(position.game) or latest < shortest:
        return False
    more = secrets.randbelow(int((latest - shortest).total_seconds()) + 1)
    row.answers_at = now + shortest + timedelta(seconds=more)
    row.asked_version = seat.asked_version
    row.save(update_fields=["answers_at", "asked_version"])
    return True


def note_move(position: Position) -> None:
    """Note on the plans at a game what the last action means for them: that it has told their
    owners something new, and that it was a sealed answer.

    In the caller's transaction, with the action's row stored.
    """
    planned = [seat for seat in position.seats if seat.planned]
    if not planned:
        return
    rules, version = position.running(), position.game.version
    told = [seat.tenure_id for seat in planned if rules.learnt >> seat.index & 1]
    if told:
        plans = Plan.objects.filter(tenure__in=told, active=True, learnt=None)
        plans.update(learnt=version)
    if _is_sealed(rules):
        tenures = [seat.tenure_id for seat in planned]
        for plan in Plan.objects.filter(tenure__in=tenures, active=True):
            plan.sealed.append(version)
            plan.save(update_fields=["sealed"])


def note_undo(move: Move) -> None:
    """Forget that a plan has made a move that is taken back: the next one has the same number."""
    for plan in Plan.objects.filter(tenure=move.tenure_id, answered__contains=move.number):
        plan.answered.remove(move.number)
        plan.save(update_fields=["answered"])


def end_of_tenure(position: Position, seat: Seat, *, told: bool) -> None:
    """End the plans of a seat whose holder is about to change; ``told``: notify their owner."""
    if not seat.planned:
        return
    seat.planned = False
    if _active(seat):
        Plan.objects.filter(tenure=seat.tenure_id, active=True).update(
            active=False, ended=Ended.LEFT
        )
        if told:
            writing.plan_ended(position, seat, Ended.LEFT, timezone.now())


def end_of_game(position: Position) -> None:
    """End all plans at a game that is over."""
    planned = [seat for seat in position.seats if seat.planned]
    if planned:
        tenures = [seat.tenure_id for seat in planned]
        Plan.objects.filter(tenure__in=tenures, active=True).update(active=False, ended=Ended.OVER)
    for seat in planned:
        _note_planned(seat, [])


def _try(
    position: Position, decision: engine.Decision, choice: list[Kept]
) -> tuple[engine.Choice | None, str]:
    """The choice, or why it cannot be made; a copy of the game has shown that the rules carry it
    out, because it must not make another player's move fail."""
    try:
        found = decision.find(choice)
        position.running().copy().choose(decision.seat, found)
    except engine.IllegalChoice:
        return None, Ended.ILLEGAL
    except engine.RulesError as error:
        log.error("plan failed", game=position.game.pk, kind=decision.kind, exc_info=error)
        return None, Ended.FAILED
    return found, ""


def _notify(position: Position, seat: Seat, plans: list[Plan]) -> None:
    """Notify the owner, who must answer, that some of these plans have ended; once.

    Not of what they have done themselves, nor that others went another way than one of several
    plans expected.
    """
    left = any(plan.active for plan in plans)
    silent = {"", Ended.DONE, Ended.OWN, *([Ended.OTHER] if left else [])}
    why = next((plan.ended for plan in plans if plan.ended not in silent), None)
    if why is not None:
        writing.plan_ended(position, seat, why, timezone.now())


def _is_sealed(rules: engine.Game[Any]) -> bool:
    answered = rules.answered
    return answered is not None and (answered.sealed or answered.apart)


def follow(game: Game, seat: Seat, plan: Plan, rows: Iterable[_Row]) -> Progress:
    """How far a plan has got by the moves since it was made, of which ``rows`` may have more."""
    steps = msgspec.convert(plan.steps, list[Step])
    at = _next_own(steps, seat.index, 0)
    met: set[int] = set()
    acted: set[int] = set()
    rows = list(rows)
    withdrawn = _withdrawn(rows)
    for row in rows:
        own = row.seat == seat.index
        if row.undone_by is not None:  # nobody else has known of it
            if own and row.version <= plan.since < row.undone_by:
                return Progress(at, False, Ended.UNDONE)
            continue
        if row.version <= plan.since:
            continue
        if row.action == Move.Action.ROLLBACK or (own and row.action == Move.Action.WITHDRAW):
            return Progress(at, False, Ended.UNDONE)
        if row.action != Move.Action.CHOOSE or not (own or row.version <= game.public_version):
            continue
        if not own:
            if row.version in withdrawn:
                continue
            if row.version in plan.sealed:
                _meet_sealed(steps, seat.index, at, met, row)
            elif not _meets(game, steps, seat.index, at, met, row):
                return Progress(at, False, Ended.OTHER)
            if row.seat is not None:
                acted.add(row.seat)
        elif _is(steps[at], row):
            acted.clear()
            at = _next_own(steps, seat.index, at + 1)
            if at == len(steps):
                return Progress(at, False, Ended.DONE)
        elif not _is_aside(game, row, steps[at]):
            return Progress(at, False, Ended.OWN)
    if plan.learnt is not None and not plan.anyway:
        return Progress(at, False, Ended.LEARNT)
    return Progress(at, _ready(steps, seat.index, at, met, acted))


def count_done(steps: Sequence[Step], index: int, at: int) -> int:
    """How many steps are over when the own step at ``at`` is next: where its conditions begin."""
    before = [place for place in range(at) if steps[place].seat == index]
    return before[-1] + 1 if before else 0


def _meets(game: Game, steps: list[Step], own: int, at: int, met: set[int], row: _Row) -> bool:
    """Whether another seat's choice is one that the plan expects about now.

    Questions to several seats are answered in any order, so steps before earlier own ones may still
    be met, and those just after the next own one already.
    """
    soon = _next_own(steps, own, at + 1)
    waited = [n for n in range(soon) if steps[n].seat == row.seat and n not in met]
    anything = None
    for place in waited:
        step = steps[place]
        if step.choice is None:
            if anything is None and (place < at or step.kind == row.kind):
                anything = place
        elif _is(step, row):
            met.add(place)
            return True
        else:
            break
    if anything is not None:
        met.add(anything)
        return True
    before = [n for n in range(count_done(steps, own, at), at) if steps[n].seat == row.seat]
    loose = [n for n in before if steps[n].choice is None]
    if loose and all(n in met or n in loose for n in before):
        return True
    return _is_aside(game, row, steps[waited[0]] if waited else None)


def _meet_sealed(steps: list[Step], own: int, at: int, met: set[int], row: _Row) -> None:
    """Count another seat's sealed answer as what the plan expects, whatever it was: it may never
    be told, so it decides nothing."""
    soon = _next_own(steps, own, at + 1)
    for place in range(soon):
        if steps[place].seat == row.seat and steps[place].kind == row.kind and place not in met:
            met.add(place)
            return


def _withdrawn(rows: Iterable[_Row]) -> set[int]:
    """The versions of the answers that their seats have withdrawn: always the last ones."""
    given: dict[int | None, list[int]] = {}
    withdrawn = set()
    for row in rows:
        if row.undone_by is not None:
            continue
        if row.action == Move.Action.CHOOSE:
            given.setdefault(row.seat, []).append(row.version)
        elif row.action == Move.Action.WITHDRAW and given.get(row.seat):
            withdrawn.add(given[row.seat].pop())
    return withdrawn


def _ready(steps: list[Step], own: int, at: int, met: set[int], acted: set[int]) -> bool:
    """Whether all choices of others were made that the steps before the next own one name.

    ``acted``: the seats that have chosen since the last own answer, which is enough for anything.
    """
    begin = count_done(steps, own, at)
    return all(
        n in met
        or steps[n].seat == own
        or (steps[n].choice is None and (n < begin or steps[n].seat in acted))
        for n in range(at)
    )


def _is(step: Step, row: _Row) -> bool:
    return step.kind == row.kind and _plain(step.choice) == _plain(row.choice)


def _is_aside(game: Game, row: _Row, step: Step | None) -> bool:
    """Whether a choice answers a question out of turn that the plan does not name."""
    kind = game.rules.kinds.get(row.kind)
    return kind is not None and kind.out_of_turn and (step is None or step.kind != row.kind)


def _plain(choice: list[Kept] | None) -> list[object]:
    """A choice without zero amounts."""
    return [
        {good: n for good, n in part.items() if n} if isinstance(part, dict) else part
        for part in choice or ()
    ]


def _next_own(steps: list[Step], index: int, begin: int) -> int:
    own = (place for place in range(begin, len(steps)) if steps[place].seat == index)
    return next(own, len(steps))


def _rows(game: Game, since: int) -> list[_Row]:
    """The moves after a version, and those before it that were undone later."""
    late = Move.objects.filter(game=game, version__gt=since)
    undone = Move.objects.filter(game=game, undone_by__gt=since, version__lte=since)
    fields = _Row._fields
    return sorted(_Row(*row) for row in [*late.values_list(*fields), *undone.values_list(*fields)])


def _holder(position: Position, user_id: int) -> Seat:
    seat = own_seat(position, user_id)
    if position.game.status != Game.Status.RUNNING:
        raise Refused(_("This game is not running."), "not_running")
    return seat


def _active(seat: Seat) -> list[Plan]:
    return [plan for plan in plans_of(seat) if plan.active]


def _note_planned(seat: Seat, plans: Iterable[Plan] | None = None) -> None:
    """Note on the seat whether a plan of its holder may still answer; ``plans``: the only ones that
    may, if they are known."""
    planned = any(plan.active for plan in (plans_of(seat) if plans is None else plans))
    if planned != seat.planned:
        seat.planned = planned
        Seat.objects.filter(pk=seat.pk).update(planned=planned)


def _create(position: Position, seat: Seat, wanted: Wanted) -> Plan:
    return Plan.objects.create(
        tenure=Tenure.objects.get(current_seat=seat),
        steps=msgspec.to_builtins(wanted.steps),
        anyway=wanted.anyway,
        slowly=wanted.slowly,
        since=visible_version(position.game, seat),
    )


def _begin_earlier(position: Position, seat: Seat, plan: Plan, number: int) -> None:
    """Let a new plan begin after an earlier move, as if it had been left then."""
    game = position.game
    base = history.stored(game.pk, number, plan.since)
    plan.learnt, plan.sealed = _replay_since(position, seat, base, plan.since)
    plan.since = base.version
    plan.save(update_fields=["since", "learnt", "sealed"])
    ended = progress(game, seat, [plan])[plan.pk].ended
    if ended:
        raise Refused(
            _("The game has gone on since then. %(why)s") % {"why": Ended(ended).label}, "gone_on"
        )


def _replay_since(
    position: Position, seat: Seat, base: Stored, version: int
) -> tuple[int | None, list[int]]:
    """The version at which the seat first learned something after ``base``, and the versions of
    sealed answers since.

    The moves since are played again in memory; where that fails, something counts as learned and
    everything as sealed.
    """
    since = Q(version__gt=base.version, version__lte=version, undone_by=None)
    rows = list(Move.objects.filter(since, game=position.game).order_by("version")[: MOST_AGO + 1])
    unknown = version, list(range(base.version + 1, version + 1))
    if len(rows) > MOST_AGO:
        return unknown
    learnt: int | None = None
    sealed: list[int] = []
    try:
        rules = position.type.load(base.state, base.rules_version)
        for row in rows:
            if row.action == Move.Action.CHOOSE and row.seat is not None:
                rules.choose(row.seat, row.choice or ())
            elif row.action == Move.Action.WITHDRAW and row.seat is not None:
                rules.withdraw(row.seat)
            else:
                continue
            if _is_sealed(rules):
                sealed.append(row.version)
            if learnt is None and rules.learnt >> seat.index & 1:
                learnt = row.version
    except (engine.RulesError, engine.IllegalChoice) as error:
        log.info("moves not played again", game=position.game.pk, exc_info=error)
        return unknown
    return learnt, sealed


def _check_number(seat: Seat) -> None:
    """Raise Refused for too many plans; of those that have ended the last ones are kept."""
    plans = plans_of(seat)
    if sum(plan.active for plan in plans) > MOST:
        raise Refused(
            _("You have %(most)d plans at this game, which is the maximum.") % {"most": MOST},
            "too_many_plans",
        )
    ended = [plan.pk for plan in plans if not plan.active]
    Plan.objects.filter(pk__in=ended[:-MOST]).delete()


def _is_same(row: Plan, wanted: Wanted) -> bool:
    bare = [msgspec.structs.replace(step, words="") for step in wanted.steps]
    known = msgspec.convert(row.steps, list[Step])
    same = [msgspec.structs.replace(step, words="") for step in known] == bare
    return same and (row.anyway, row.slowly) == (wanted.anyway, wanted.slowly)


def _checked(position: Position, seat: Seat, steps: Sequence[Step]) -> list[Step]:
    """The steps up to the last own one; what others choose in secret is anything."""
    own = [place for place, step in enumerate(steps) if step.seat == seat.index]
    if not own or len(steps) > MOST_STEPS:
        raise _bad(
            _("it needs an answer of yours, and at most %(most)d steps") % {"most": MOST_STEPS}
        )
    kinds, checked = position.type.kinds, []
    for number, step in enumerate(steps[: own[-1] + 1], start=1):
        where = {"number": number}
        if not 0 <= step.seat < len(position.seats):
            raise _bad(_("step %(number)d names no seat of this game") % where)
        if step.kind not in kinds:
            raise _bad(_("step %(number)d names no kind of question") % where)
        if step.seat == seat.index and step.choice is None:
            raise _bad(_("step %(number)d is yours and needs a choice") % where)
        if step.seat != seat.index and kinds[step.kind].secret:
            step = msgspec.structs.replace(step, choice=None, words="")
        if len(msgspec.json.encode(step.choice)) > _LONGEST_CHOICE:
            raise _bad(_("the choice of step %(number)d is too long") % where)
        checked.append(msgspec.structs.replace(step, words=step.words[:_LONGEST_WORDS]))
    return checked


def _bad(why: str) -> Illegal:
    return Illegal(_("This is no plan: %(why)s.") % {"why": why}, "bad_plan")


def _end(row: Plan, ended: str) -> None:
    row.active, row.ended = False, ended
    row.save(update_fields=["active", "ended"])
