"""Time: what a game's clock setting may be, and when each seat's turn must be made.

A setting is ``{"kind": "days", "days": 1–30}`` (days per turn) or ``{"kind": "none"}``.
"""

from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _

from games.errors import Illegal
from games.position import Position

DEFAULT: dict[str, Any] = {"kind": "days", "days": 3}
MAX_DAYS = 30


def check(setting: dict[str, Any] | None) -> dict[str, Any]:
    """A valid clock setting; Illegal says what is wrong with it."""
    if setting is None:
        return dict(DEFAULT)
    if setting == {"kind": "none"}:
        return {"kind": "none"}
    days = setting.get("days")
    known = setting.get("kind") == "days" and set(setting) == {"kind", "days"}
    if known and type(days) is int and 1 <= days <= MAX_DAYS:
        return {"kind": "days", "days": days}
    raise Illegal(
        _('A clock is {"kind": "none"} or {"kind": "days", "days": 1 to %(most)d}.')
        % {"most": MAX_DAYS},
        "bad_clock",
    )


def run(position: Position, waited_for: set[int], now: datetime) -> None:
    """Set the seats' deadlines after a change; ``waited_for`` are the seats waited for before it.

    Called in the move's transaction, before the seats are written.
    """
    clock = position.game.clock
    for seat in position.seats:
        if not seat.to_move or clock["kind"] == "none":
            seat.deadline = None
        elif seat.index not in waited_for:
            seat.deadline = now + timedelta(days=clock["days"])
