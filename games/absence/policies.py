"""What happens, step by step, when a seat's time is up, according to the game's clock.

The reminder has been sent by then, and a reserve has been used up (it is part of the time).

1. A turn that is made but not confirmed is confirmed.
2. Otherwise the owner goes on vacation, if that is allowed and some is left.
3. Otherwise the policy decides: ``bot`` (a bot plays until the owner returns), ``replacement`` (it
   does, and others may take over the seat), ``forfeit`` (the seat is lost) or ``vote`` (the others
   decide).

Each step is a row of the game's log.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone
from django.utils.translation import gettext_noop as _

from games.clocks import clock
from games.models import Incident, Seat
from games.moves import actions, incidents, seat_holders
from games.moves.recording import retime
from games.storage.position import Position
from games.votes import voting


@dataclass(frozen=True)
class Policy:
    """What happens to a seat whose time is up: its words in settings, and its function."""

    label: str
    do: Callable[[Position, Seat, datetime], None]


#: By the names that clocks use for them (``kinds.Policy``).
POLICIES = {
    "bot": Policy(_("a bot plays until the player is back"), seat_holders.bot_plays_on),
    "replacement": Policy(_("a bot plays, and others can take over the seat"), seat_holders.offer),
    "forfeit": Policy(_("the seat is lost"), seat_holders.forfeit),
    "vote": Policy(_("the other players decide"), voting.ask_the_others),
}


def apply_policy(position: Position, seat: Seat) -> None:
    """Apply the policy to a seat whose time is up, in the caller's transaction and under its
    lock."""
    now = timezone.now()
    if actions.confirm_held(position, seat) or _goes_on_vacation(position, seat, now):
        return
    POLICIES[clock.policy(position.game)].do(position, seat, now)


def _goes_on_vacation(position: Position, seat: Seat, now: datetime) -> bool:
    """Begin the owner's vacation if the game allows it and it gives time in this turn."""
    if not clock.on_vacation(position, seat, now):
        return False
    retime(position, now, [seat])
    incidents.record_incident(position, Incident.Kind.VACATION, seat=seat)
    return True
