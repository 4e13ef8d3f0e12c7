"""Days away by a player's calendar: vacations and days off, which protect on a ladder.

Nights and free weekdays do not, because deadlines there are counted in days.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from msgspec.structs import replace

from accounts.calendar.calendars import calendar_of
from accounts.calendar.resting import Waking
from accounts.models import User

#: The longest protection; nobody has more vacation in a row.
LONGEST = timedelta(days=90)


def ends(user: User, start: datetime, days: int) -> datetime:
    """When this many days are over on which this person was not away."""
    return _days(user).deadline(start, timedelta(days=days), LONGEST)


def until(user: User, now: datetime) -> datetime | None:
    """When a person who is away now returns; None for a person who is not away."""
    return _days(user).rests_until(now, LONGEST)


def _days(user: User) -> Waking:
    waking = calendar_of(user)
    calendar = replace(waking.calendar, night=None, weekdays=(), earlier=None)
    return Waking(calendar, waking.zone)
