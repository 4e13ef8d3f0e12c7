"""Days and moments in words, kept: lists tell the same ones again and again."""

import datetime
import time
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.timezone import get_current_timezone_name, localtime
from django.utils.translation import get_language


def shown(day: datetime.date, format: str = "DATE_FORMAT") -> str:
    """A day in the reader's language; a moment to the minute, in his time zone too."""
    if isinstance(day, datetime.datetime):
        day = day.replace(second=0, microsecond=0)
    return _shown(day, format, get_language(), get_current_timezone_name())


def moment(at: datetime.datetime) -> str:
    """With its zone, for letters: whoever reads it may be elsewhere than where they set their
    clock."""
    return f"{shown(at, 'DATETIME_FORMAT')} {localtime(at).tzname()}"


def milliseconds() -> int:
    """The service's time, since 1970: pages count by it, not by a clock that may be wrong."""
    return round(time.time() * 1000)


@lru_cache(20_000)
def _shown(day: datetime.date, format: str, language: str | None, zone: str) -> str:
    """In the language and the time zone that are active, which are these: so it can be kept."""
    return date_format(localtime(day) if isinstance(day, datetime.datetime) else day, format)
