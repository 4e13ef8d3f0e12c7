"""Switches a live game to days per turn, and back to its live clock. Nothing else changes."""

from __future__ import annotations

from datetime import datetime

from games.clocks import clock, kinds
from games.clocks.kinds import Clock, PerTurn
from games.models import Incident
from games.moves import incidents
from games.moves.recording import retime
from games.storage.position import Position

#: The time for each turn when a live game continues in days: until tomorrow, in any time zone.
DAYS = 2


def to_days(position: Position, now: datetime, *, by: str) -> None:
    """Give each turn days from now on, in the caller's transaction; ``by``: vote or downtime."""
    policy = kinds.get_clock(position.game).policy
    _change(position, PerTurn(days=DAYS, policy=policy), now, by)


def to_live(position: Position, now: datetime, *, by: str) -> None:
    """Restart the live clock that the game began with, each seat's from its beginning."""
    _change(position, kinds.read_clock(position.game.live_clock or {}), now, by)


def _change(position: Position, setting: Clock, now: datetime, by: str) -> None:
    position.game.clock = kinds.as_json(setting)
    position.game.save(update_fields=["clock"])
    clock.reset_clocks(position)
    retime(position, now)
    incidents.record_incident(position, Incident.Kind.RECLOCKED, by=by, live=setting.live)
