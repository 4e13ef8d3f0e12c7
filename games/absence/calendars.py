"""Applies changes of people's calendars to their running clocks.

A changed calendar or time zone counts from the moment of the change. In its transaction each
running clock is charged by the old calendar and gets its deadline by the new one.
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

#: The columns of a seat that change with its clock.
FIELDS = ("deadline", "clock_from", "budget", "stretch")


def listen_to_calendars() -> None:
    """Connect to changes of calendars; called at the start of each process."""
    calendars.changed.connect(_recharge, dispatch_uid="clocks follow calendars")
    calendars.vacation_began.connect(_redraw, dispatch_uid="clocks follow vacations")


def _recharge(user: User, before: Waking, now: datetime, **_more: Any) -> None:
    """Charge running clocks, in the transaction of a change.

    The owner's row is locked already; this locks the games.
    """
    seats = _running(user.pk)
    for seat in seats:
        seat.user = user
        clock.spend(seat, before, now)
    _write([seat for seat in seats if clock.refresh(seat)], seats)
    user_id = user.pk
    # A clock that started meanwhile has used the old calendar.
    transaction.on_commit(lambda: refresh(user_id), robust=True)


def _redraw(user_id: int, **_more: Any) -> None:
    refresh(user_id)


def refresh(user_id: int) -> None:
    """Compute the deadlines of this person's running clocks again from the present calendar."""
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
