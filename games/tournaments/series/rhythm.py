"""When the editions of a series begin, and when players can join. Pure functions."""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.models import Series

Rhythm = Series.Rhythm
#: Months from one edition to the next.
_MONTHS = {Rhythm.MONTH.value: 1, Rhythm.QUARTER.value: 3}
#: The longest time to join, in days: one edition begins before the next one opens.
LONGEST = {Rhythm.WEEK.value: 7, Rhythm.MONTH.value: 28, Rhythm.QUARTER.value: 60}
LONGEST |= {Rhythm.OVER.value: 60}


def begin_after(series: Series, moment: datetime, zone: ZoneInfo) -> datetime:
    """When the next edition begins: the same day and hour as the first by the clock of this
    zone."""
    nth = 0
    while (begin := _nth(series, nth, zone)) <= moment:
        nth += 1
    return begin


def find_begin(series: Series, now: datetime, zone: ZoneInfo) -> datetime | None:
    """When an edition that opens now begins, so that half of its time to join is left; None: when
    full."""
    joining = timedelta(days=series.joining)
    if series.rhythm == Rhythm.OVER:
        return now + joining if joining else None
    return begin_after(series, now + joining / 2, zone)


def next_opening(series: Series, begins: datetime | None, zone: ZoneInfo) -> datetime | None:
    """When the edition after one that begins then is opened; None: when that is over."""
    if begins is None or series.rhythm == Rhythm.OVER:
        return None
    return begin_after(series, begins, zone) - timedelta(days=series.joining)


def _nth(series: Series, nth: int, zone: ZoneInfo) -> datetime:
    first = series.anchor.astimezone(zone)
    if series.rhythm == Rhythm.WEEK:
        return first + timedelta(weeks=nth)
    months = first.month - 1 + nth * _MONTHS[series.rhythm]
    year, month = first.year + months // 12, months % 12 + 1
    return first.replace(year=year, month=month, day=min(first.day, monthrange(year, month)[1]))
