"""Standing instructions: answers to decisions that have not come up (DECISIONS 6).

They are rows of a seat's tenure and never part of the state; what one answers is an ordinary move,
and nobody but its owner learns that it was left. A game type says by ``Kind.instructions`` which
kinds of its decisions can be answered ahead, and how.
"""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.errors import Illegal, Refused
from games.models import Game, Instruction, Seat, Tenure
from games.rules import engine
from games.storage.position import Position, locked, own_seat

Json = dict[str, Any]


def leave(game_id: int, user_id: int, kind: str, parts: object, *, once: bool) -> None:
    """Answer decisions of this kind ahead: the next one only, or each; an earlier instruction for
    the kind is replaced. A question that is open already stays the caller's to answer."""
    with locked(game_id) as position:
        seat = own_seat(position, user_id)
        if position.game.status != Game.Status.RUNNING:
            raise Refused(_("This game is not running."), "not_running")
        parts_offered = dict(offered(position, seat)).get(kind, [])
        if not isinstance(parts, list | tuple) or tuple(parts) not in parts_offered:
            raise Illegal(_("There is no such instruction to leave."), "bad_instruction")
        _drop(seat, kind)
        tenure = Tenure.objects.get(current_seat=seat)
        Instruction.objects.create(tenure=tenure, kind=kind, parts=list(parts), once=once)


def cancel(game_id: int, user_id: int, kind: str) -> None:
    """Take back the instruction for this kind of decision, if there is one."""
    with locked(game_id) as position:
        _drop(own_seat(position, user_id), kind)


def offered(position: Position, seat: Seat) -> list[tuple[str, Sequence[engine.Choice]]]:
    """Kinds of decisions that can be answered ahead, with every instruction for each."""
    if position.rules is None:
        return []
    kinds = position.rules.rules.kinds
    leaveable = [name for name in kinds if _can_be_left(kinds[name])]
    if not leaveable:
        return []
    view = position.rules.view(seat.index)
    listed = [(name, kinds[name].instructions(view)) for name in leaveable]
    return [(name, choices) for name, choices in listed if choices]


def answer(position: Position, since: int) -> tuple[Seat, engine.Choice] | None:
    """A seat of which something was asked at version ``since`` or later, and what it has left as
    its answer; None when everybody has to be asked. In the caller's transaction."""
    asked = _asked(position, since)
    if not asked:
        return None
    left: dict[tuple[int | None, str], Instruction] = {
        (row.tenure_id, row.kind): row
        for row in Instruction.objects.filter(
            tenure__current_seat__in=[seat for seat, _decision in asked], active=True
        )
    }
    for seat, decision in asked:
        row = left.get((seat.tenure_id, decision.kind))
        if row is None:
            continue
        view = position.running().view(seat.index)
        choice = decision.asks.answer(tuple(row.parts), view, decision.choices)
        if choice is None or choice not in decision.choices:
            continue
        if row.once:
            _drop(seat, decision.kind)
        return seat, choice
    return None


def _asked(position: Position, since: int) -> list[tuple[Seat, engine.Decision]]:
    """The open questions to people that can be answered ahead."""
    if position.game.status != Game.Status.RUNNING:
        return []
    found = []
    for decision in position.running().decisions():
        seat = position.seats[decision.seat]
        if not seat.bot and seat.asked_version >= since and _can_be_left(decision.asks):
            found.append((seat, decision))
    return found


def _can_be_left(kind: engine.Kind) -> bool:
    return type(kind).instructions is not engine.Kind.instructions


def _drop(seat: Seat, kind: str) -> None:
    rows = Instruction.objects.filter(tenure__current_seat=seat, kind=kind, active=True)
    rows.update(active=False)
