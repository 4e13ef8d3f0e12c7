"""Standing instructions: answers to decisions that have not come up.

They are rows of a seat's tenure and never part of the state. Their answers are ordinary moves, and
only the owner knows that there is an instruction. A game type says by ``Kind.instructions`` which
kinds of its decisions can be answered ahead, and how.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import structlog
from django.utils import timezone
from django.utils.translation import gettext as _

from games.errors import Illegal, Refused
from games.models import Game, Instruction, Seat, Tenure
from games.moves import plans
from games.notification_events import writing
from games.rules import engine
from games.storage import table_context
from games.storage.position import Position, locked, own_seat

log = structlog.get_logger(__name__)


class Ahead(NamedTuple):
    """An answer of a plan, which ``planner_id`` has left in these words, or of a standing
    instruction."""

    seat: Seat
    choice: engine.Choice
    planner_id: int | None = None
    words: str = ""


def leave_instruction(game_id: int, user_id: int, kind: str, parts: object, *, once: bool) -> None:
    """Answer decisions of this kind ahead: the next one only, or all.

    It replaces an earlier instruction for the kind. A question that is already open must still be
    answered by the caller.
    """
    with locked(game_id, user_id=user_id) as position:
        seat = own_seat(position, user_id)
        if position.game.status != Game.Status.RUNNING:
            raise Refused(_("This game is not running."), "not_running")
        parts_offered = offered(position, seat).get(kind, [])
        if not isinstance(parts, list | tuple) or tuple(parts) not in parts_offered:
            raise Illegal(_("This standing instruction is not possible here."), "bad_instruction")
        _drop(seat, kind)
        tenure = Tenure.objects.get(current_seat=seat)
        Instruction.objects.create(tenure=tenure, kind=kind, parts=list(parts), once=once)


def cancel(game_id: int, user_id: int, kind: str) -> None:
    """Cancel the instruction for this kind of decision, if there is one."""
    with locked(game_id, user_id=user_id) as position:
        _drop(own_seat(position, user_id), kind)


def offered(
    position: Position, seat: Seat, view: engine.Json | None = None
) -> dict[str, list[engine.Choice]]:
    """The instructions that the seat can leave, by kind of decision; none if the game type fails.

    ``view``: the seat's view, if it has been computed.
    """
    if position.rules is None:
        return {}
    try:
        return position.rules.instructions(seat.index, view)
    except engine.RulesError as error:
        log.error("instructions not offered", game=position.game.pk, exc_info=error)
        return {}


def list_usable(position: Position, seat: Seat, left: Iterable[Instruction]) -> list[Instruction]:
    """The instructions that may still answer something."""
    return [row for row in left if not _expired(position, seat, row)]


def find_answer(
    position: Position, since: int, by_hand: Seat | None = None, ahead: Seat | None = None
) -> Ahead | None:
    """A seat that was asked something at version ``since`` or later, with the answer of a plan or
    of an instruction.

    None if people must answer everything. In the caller's transaction. ``by_hand``: the seat that
    plays a turn by hand; what it was asked at ``since`` belongs to that turn, and no plan answers
    it: it could neither be taken back nor confirmed. ``ahead``: the seat that was just answered
    for.
    """
    asked = []
    for seat, decision in _asked(position, since):
        planned = None
        if seat.planned and not (seat is by_hand and seat.asked_version == since):
            planned = plans.find_planned(position, seat, decision, goes_on=seat is ahead)
        if planned is None:
            asked.append((seat, decision))
        elif planned.choice is not None:
            return Ahead(seat, planned.choice, seat.user_id, planned.words)
    asked = [(seat, decision) for seat, decision in asked if decision.asks.can_be_instructed]
    if not asked:
        return None
    all_left = table_context.instructions(position.game.pk).answer()
    for seat, decision in asked:
        own = all_left.get(seat.tenure_id, [])
        row = next((row for row in own if row.kind == decision.kind), None)
        if row is None:
            continue
        view = position.running().view(seat.index)
        choice = _answer(position, seat, decision, row, view)
        if choice is not None:
            return Ahead(seat, choice)
    return None


def find_slow_answer(position: Position, now: datetime) -> Ahead | None:
    """The first seat whose question is still open, with the answer that a plan was to give by now.

    Other seats' plans stay due.
    """
    for seat, decision in _asked(position, since=0):
        planned = plans.find_slow(position, seat, decision, now) if seat.planned else None
        if planned is not None and planned.choice is not None:
            return Ahead(seat, planned.choice, seat.user_id, planned.words)
    return None


def _answer(
    position: Position, seat: Seat, decision: engine.Decision, row: Instruction, view: engine.Json
) -> engine.Choice | None:
    """The answer of an instruction.

    If it fails, it is switched off, and its owner is notified and asked: it must not make another
    player's move fail.
    """
    parts = tuple(row.parts)
    try:
        if decision.expired(parts, view):
            _drop(seat, decision.kind)
            return None
        choice = decision.instructed(parts, view)
    except engine.RulesError as error:
        log.error("instruction failed", game=position.game.pk, kind=decision.kind, exc_info=error)
        _drop(seat, decision.kind)
        writing.instruction_failed(position, seat, decision.kind, timezone.now())
        return None
    if choice is not None and row.once:
        _drop(seat, decision.kind)
    return choice


def _asked(position: Position, since: int) -> list[tuple[Seat, engine.Decision]]:
    """The open questions to people."""
    if position.game.status != Game.Status.RUNNING:
        return []
    found = []
    for decision in position.running().decisions():
        seat = position.seats[decision.seat]
        if not seat.bot and seat.asked_version >= since:
            found.append((seat, decision))
    return found


def _expired(position: Position, seat: Seat, row: Instruction) -> bool:
    """Whether the instruction has expired; if the game type fails to say, it has not."""
    try:
        return position.running().expired(seat.index, row.kind, tuple(row.parts))
    except engine.RulesError as error:
        log.error("instruction not judged", game=position.game.pk, kind=row.kind, exc_info=error)
        return False


def _drop(seat: Seat, kind: str) -> None:
    rows = Instruction.objects.filter(tenure__current_seat=seat, kind=kind, active=True)
    rows.update(active=False)
