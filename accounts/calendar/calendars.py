"""Everybody's calendar in the database, and every change of it.

A change sends the signal ``changed`` inside its transaction, so that running clocks follow at once:
time spent so far was counted by the old calendar.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date, datetime

import msgspec
import structlog
from django.db import OperationalError, transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _
from psycopg.errors import DeadlockDetected, LockNotAvailable

from accounts.calendar import vacations
from accounts.calendar.resting import Calendar, Night, Waking
from accounts.models import User
from accounts.zones import zone_called
from boardgames.refusal import Refusal

log = structlog.get_logger(__name__)

#: Sent in the transaction with ``user``, who has the new calendar, ``before``, the old Waking, and
#: ``now``.
changed = Signal()
#: Sent after the commit with ``user_id``: an automatic vacation has begun.
vacation_began = Signal()

#: Makes the new calendar from the user, the present one, and the time in the user's zone.
Edit = Callable[[User, Calendar, datetime], Calendar]


class Busy(Refusal):
    """A game whose clock has to follow is being played at this very moment."""

    status = 503
    code = "busy"
    retry_after = 1

    def __init__(self) -> None:
        super().__init__(_("A move is being made in one of your games. Please try again."))


def calendar_of(user: User) -> Waking:
    """When this person's clocks stand still."""
    return Waking(_stored(user), user.zone)


def on_vacation(user: User, now: datetime) -> bool:
    """Whether this person is on vacation now."""
    return vacations.runs(_stored(user), now.astimezone(user.zone).date())


def allowance(user: User) -> vacations.Allowance:
    """How much vacation is left."""
    today = timezone.now().astimezone(user.zone).date()
    return vacations.allowance(_stored(user), today, user.date_joined.year)


def set_hours(
    user_id: int,
    *,
    night: Night | None,
    weekdays: Iterable[int],
    automatic: bool,
    days_off: Iterable[date] | None = None,
) -> User:
    """Set night hours, free weekdays and automatic vacation, and, if given, all future days off.

    Raises Refusal where that is not possible, like all functions below; Busy is one.
    """

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        after = vacations.with_hours(calendar, night, weekdays, automatic)
        if days_off is None:
            return after
        return vacations.with_days_off(after, now.date(), days_off)

    return _change(user_id, edit)


def add_day_off(user_id: int, day: date) -> User:
    """Add this day off."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.with_days_off(calendar, now.date(), {*calendar.days_off, day})

    return _change(user_id, edit)


def remove_day_off(user_id: int, day: date) -> User:
    """Remove a day off that is not past."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.without_day_off(calendar, now.date(), day)

    return _change(user_id, edit)


def book(user_id: int, since: date, until: date) -> User:
    """Plan a vacation; one that begins today begins at once."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.booked(calendar, now, since, until, user.date_joined.year)

    return _change(user_id, edit)


def end_vacation(user_id: int, since: date) -> User:
    """Cancel the vacation that begins on this day; a running one ends today."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.ended(calendar, now.date(), since)

    return _change(user_id, edit)


def begin_emergency_pause(user_id: int) -> User:
    """Begin the emergency pause of this half of the year."""

    def edit(user: User, calendar: Calendar, now: datetime) -> Calendar:
        return vacations.paused(calendar, now)

    return _change(user_id, edit)


def move_to(user_id: int, time_zone: str) -> User:
    """Move to another time zone: the calendar uses it from tomorrow."""
    return _change(user_id, lambda user, calendar, now: calendar, time_zone)


def take_automatic(user: User, now: datetime) -> bool:
    """Begin an automatic vacation now, in the caller's transaction; False if none is available.

    Nothing happens if one already runs, as several games may be due at once. Raises
    OperationalError instead of waiting while the calendar is being changed: the caller holds a
    game's lock, which that change may need.
    """
    if not _can_go(user, now):
        return False
    stored = User.objects.select_for_update(no_key=True, nowait=True).get(pk=user.pk)
    local = now.astimezone(stored.zone)
    calendar = _stored(stored)
    if not vacations.on_automatic(calendar, local):
        after = vacations.automatic(calendar, local, stored.date_joined.year)
        if after is None:
            return False
        stored.calendar = _packed(after)
        stored.save(update_fields=["calendar"])
        user_id = user.pk
        transaction.on_commit(lambda: vacation_began.send(User, user_id=user_id), robust=True)
    user.calendar, user.time_zone = stored.calendar, stored.time_zone
    return True


def _can_go(user: User, now: datetime) -> bool:
    local, calendar = now.astimezone(user.zone), _stored(user)
    return (
        vacations.on_automatic(calendar, local)
        or vacations.automatic(calendar, local, user.date_joined.year) is not None
    )


def _change(user_id: int, edit: Edit, time_zone: str | None = None) -> User:
    try:
        with transaction.atomic(durable=True):
            user = User.objects.select_for_update(no_key=True).get(pk=user_id)
            now = timezone.now()
            before = calendar_of(user)
            earlier = before.calendar.earlier_at(now)
            old_zone = earlier.zone if earlier else user.time_zone
            local = now.astimezone(zone_called(old_zone))
            calendar = vacations.settled(before.calendar, local.date(), user.date_joined.year)
            after = edit(user, calendar, local)
            user.time_zone = time_zone or user.time_zone
            after = vacations.from_tomorrow(calendar, after, local, old_zone, user.time_zone)
            user.calendar = _packed(after)
            user.save(update_fields=["calendar", "time_zone"])
            changed.send(User, user=user, before=before, now=now)
    except OperationalError as error:
        if isinstance(error.__cause__, (LockNotAvailable, DeadlockDetected)):
            raise Busy from error
        raise
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
