"""Time: what a game's clock setting may be, and by when each seat is to have done its turn.

A setting is ``{"kind": "per_turn", "days": 1 to 30}`` or ``{"kind": "none"}``. Each turn has the
whole allotment (DECISIONS 24): all choices of it share one deadline, and taking one back changes
nothing. While others are asked within a turn, what is left of it rests in ``Seat.budget``. A
question out of turn has an allotment of its own.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.errors import Illegal
from games.models import Seat
from games.position import Position
from games.rules import engine

DEFAULT: dict[str, Any] = {"kind": "per_turn", "days": 3}
MAX_DAYS = 30
#: A turn that goes on after others were asked has at least this left: it may be night by then.
GRACE = timedelta(hours=1)


def check(setting: object) -> dict[str, Any]:
    """A valid clock setting, the default for None; Illegal says what is wrong with it."""
    match setting:
        case None:
            return dict(DEFAULT)
        case {"kind": "none", **rest} if not rest:
            return {"kind": "none"}
        case {"kind": "per_turn", "days": int(days), **rest} if not rest:
            if type(days) is int and 1 <= days <= MAX_DAYS:
                return {"kind": "per_turn", "days": days}
    raise Illegal(
        _('A clock is {"kind": "none"} or {"kind": "per_turn", "days": 1 to %(most)d}.')
        % {"most": MAX_DAYS},
        "bad_clock",
    )


def allotment(setting: dict[str, Any]) -> timedelta | None:
    """The time for one turn; None without a limit."""
    return timedelta(days=setting["days"]) if setting["kind"] == "per_turn" else None


def run(position: Position, now: datetime) -> list[Seat]:
    """Set the seats' deadlines after a change; returns the seats that were given a new one.

    Called in the move's transaction, before the seats are written.
    """
    whole = allotment(position.game.clock)
    rules = position.running()
    _end_turns(position, rules)
    given = []
    for seat in position.seats:
        if whole is None or seat.bot:
            seat.deadline = seat.budget = None
        elif seat.to_move and seat.deadline is None:
            seat.deadline = now + (whole if seat.budget is None else seat.budget)
            seat.budget = None
            given.append(seat)
        elif not seat.to_move and seat.deadline is not None:
            seat.budget = _rest(rules, seat, seat.deadline - now)
            seat.deadline = None
    return given


def _end_turns(position: Position, rules: engine.Game[Any]) -> None:
    """Forget the times of what is over for good: turns, sealed rounds, questions out of turn."""
    over = set(rules.turns_ended)
    answered = rules.answered
    if answered is not None and rules.barrier and (answered.sealed or answered.asks.out_of_turn):
        over.add(answered.seat)
    for index in over:
        position.seats[index].deadline = None
    if rules.turns_ended or (answered is not None and answered.sealed and rules.barrier):
        for seat in position.seats:
            seat.budget = None


def _rest(rules: engine.Game[Any], seat: Seat, left: timedelta) -> timedelta | None:
    """What a seat that is no longer to move keeps for when the same turn goes on."""
    decision = rules.decision(seat.index)
    if decision is not None:  # a sealed answer: withdrawing it must not gain time
        return left
    if rules.result() is None and all(d.asks.out_of_turn for d in rules.decisions()):
        return max(left, GRACE)
    return None
