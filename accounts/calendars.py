"""Everybody's calendar as it is stored, and every change of it.

A change is sent as the signal ``changed`` inside its transaction, so that running clocks follow at
once: what was spent until then stays spent by the calendar that was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime

import msgspec
import structlog
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone

from accounts import vacations
from accounts.models import User
from accounts.resting import Calendar, Night, Waking

log = structlog.get_logger(__name__)

#: Sent in the transaction with ``user``, as changed, ``before``, the Waking that was, and ``now``.
changed = Signal()
#: Sent after the commit with ``user_id``: an automatic vacation has begun.
vacation_began = Signal()

#: The user, the calendar that is, and the time in its owner's zone, to the calendar that will be.
Edit = Callable[[User, Calendar, datetime], Calendar]


def of(user: User) -> Waking:
    """When this person's clocks rest."""
    return Waking(_stored(user), user.zone)


def allowance(user: User) -> vacations.Allowance:
    """What vacation there is left."""
    today = timezone.now().astimezone(user.zone).date()
    return vacations.allowance(_stored(user), today, user.date_joined.year)


def set_hours(
    user_id: int,
    *,
    night: Night | None,
    weekdays: Iterable[int],
    days_off: Iterable[date],
    automatic: bool,
) -> User:
    """Set night hours, free weekdays and days off, and whether automatic vacation may be taken.

    vacations.Refused where that is not possible, as in all that follow.
    """

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.with_hours(
            calendar,
            now.date(),
            night=night,
            weekdays=weekdays,
            days_off=days_off,
            automatic=automatic,
        )

    return _change(user_id, edit)


def book(user_id: int, since: date, until: date) -> User:
    """Plan a vacation; one that begins today begins at once."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.booked(calendar, now, since, until, user.date_joined.year)

    return _change(user_id, edit)


def end(user_id: int, since: date) -> User:
    """Cancel the vacation that begins on this day; one that runs ends with today."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.ended(calendar, now.date(), since)

    return _change(user_id, edit)


def pause(user_id: int) -> User:
    """Begin the emergency pause of this half of the year."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.paused(calendar, now)

    return _change(user_id, edit)


def move_to(user_id: int, time_zone: str) -> User:
    """Live in another time zone from now on."""
    return _change(user_id, lambda user, calendar, now: calendar, time_zone)


def take_automatic(user: User, now: datetime) -> bool:
    """Let an automatic vacation begin now, in the caller's transaction; False if there is none.

    Whoever is just changing the calendar is not waited for, which raises OperationalError: the
    caller holds a game's lock, which that change may need.
    """
    stored = User.objects.select_for_update(no_key=True, nowait=True).get(pk=user.pk)
    local = now.astimezone(stored.zone)
    after = vacations.automatic(_stored(stored), local, stored.date_joined.year)
    if after is None:
        return False
    user.calendar, user.time_zone = _packed(after), stored.time_zone
    user.save(update_fields=["calendar"])
    user_id = user.pk
    transaction.on_commit(lambda: vacation_began.send(User, user_id=user_id), robust=True)
    return True


def _change(user_id: int, edit: Edit, time_zone: str | None = None) -> User:
    with transaction.atomic(durable=True):
        user = User.objects.select_for_update(no_key=True).get(pk=user_id)
        now = timezone.now()
        before = of(user)
        local = now.astimezone(user.zone)
        calendar = vacations.settled(before.calendar, local.date(), user.date_joined.year)
        user.calendar = _packed(edit(user, calendar, local))
        user.time_zone = time_zone or user.time_zone
        user.save(update_fields=["calendar", "time_zone"])
        changed.send(User, user=user, before=before, now=now)
    return user


def _stored(user: User) -> Calendar:
    if not user.calendar:
        return Calendar()
    try:
        return msgspec.convert(user.calendar, Calendar)
    except msgspec.ValidationError as error:  # a game must not stop because of it
        log.error("calendar cannot be read", user=user.pk, exc_info=error)
        return Calendar()


def _packed(calendar: Calendar) -> dict[str, object]:
    packed: dict[str, object] = msgspec.to_builtins(calendar)
    return packed
