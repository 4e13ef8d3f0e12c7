"""Days and moments in words, cached because lists show the same ones again and again."""

import datetime
import time
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language


def format_date(day: datetime.date, format: str = "DATE_FORMAT") -> str:
    """A day, or a moment to the minute, in the reader's language and time zone."""
    if isinstance(day, datetime.datetime):
        day = day.replace(second=0, microsecond=0)
    return _shown(day, format, get_language(), get_current_timezone_name())


def moment(at: datetime.datetime) -> str:
    """A moment with its time zone, for e-mails, which may be read somewhere else."""
    return f"{format_date(at, 'DATETIME_FORMAT')} {localtime(at).tzname()}"


def hour(at: datetime.datetime) -> str:
    """The time of a moment that is known to be today or each week, with its time zone."""
    return f"{format_date(at, 'TIME_FORMAT')} {localtime(at).tzname()}"


def milliseconds() -> int:
    """The service's time in milliseconds since 1970: pages use it instead of their own clock."""
    return round(time.time() * 1000)


@lru_cache(20_000)
def _shown(day: datetime.date, format: str, language: str | None, zone: str) -> str:
    """The same, with the active language and time zone as arguments so that it can be cached."""
    return date_format(localtime(day) if isinstance(day, datetime.datetime) else day, format)
