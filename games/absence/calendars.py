"""What happens in people's calendars reaches their running clocks.

A changed calendar or time zone counts from the moment of the change: within its transaction each
running clock is charged by the calendar that was, and has its deadline by the one that is.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction

from accounts.calendar import calendars
from accounts.calendar.resting import Waking
from accounts.models import User
from games.clocks import clock
from games.models import Game, Seat
from games.notification_events import writing

#: What a change of a clock changes of its seat.
FIELDS = ("deadline", "clock_from", "budget", "stretch")


def listen_to_calendars() -> None:
    """Listen to the changes of calendars; at the start of each process."""
    calendars.changed.connect(_recharge, dispatch_uid="clocks follow calendars")
    calendars.vacation_began.connect(_redraw, dispatch_uid="clocks follow vacations")


def _recharge(user: User, before: Waking, now: datetime, **_more: Any) -> None:
    """In the transaction of a change: the owner's row is locked, now the games' are."""
    seats = _running(user.pk)
    for seat in seats:
        seat.user = user
        clock.spend(seat, before, now)
    _write([seat for seat in seats if clock.refresh(seat)], seats)
    user_id = user.pk
    # A clock that began to run meanwhile has looked at the calendar that was.
    transaction.on_commit(lambda: refresh(user_id), robust=True)


def _redraw(user_id: int, **_more: Any) -> None:
    refresh(user_id)


def refresh(user_id: int) -> None:
    """Set all deadlines of this person's running clocks anew by the calendar as it is."""
    with transaction.atomic(durable=True):
        seats = _running(user_id)
        later = [seat for seat in seats if clock.refresh(seat)]
        _write(later, later)


def _running(user_id: int) -> list[Seat]:
    """The seats whose clocks run for this person, with their games locked."""
    running = Seat.objects.filter(user_id=user_id, clock_from__isnull=False)
    games = sorted(running.values_list("game_id", flat=True))
    if not games:
        return []
    locked = Game.objects.select_for_update().filter(pk__in=games).order_by("pk")
    list(locked.values_list("pk", flat=True))
    return list(running.filter(game__in=games).select_related("user").order_by("game_id"))


def _write(new: list[Seat], seats: list[Seat]) -> None:
    """Store these seats; those with a new deadline get a new reminder."""
    Seat.objects.bulk_update(seats, FIELDS, batch_size=200)
    if new:
        writing.timed(new)
