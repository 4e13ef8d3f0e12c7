"""Days away by somebody's calendar, vacations and days off, which protect on a ladder. Nights and
free weekdays do not: what is counted there are days."""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from accounts.calendar.calendars import calendar_of
from accounts.calendar.resting import Waking
from accounts.models import User

#: No longer than that; nobody has more vacation in a row.
LONGEST = timedelta(days=90)


def ends(user: User, start: datetime, days: int) -> datetime:
    """When so many days are over that this person was not away."""
    return _days(user).deadline(start, timedelta(days=days), LONGEST)


def until(user: User, now: datetime) -> datetime | None:
    """When this person is back, who is away now; None for who is here."""
    return _days(user).rests_until(now, LONGEST)


def _days(user: User) -> Waking:
    waking = calendar_of(user)
    calendar = replace(waking.calendar, night=None, weekdays=(), earlier=None)
    return Waking(calendar, waking.zone)
