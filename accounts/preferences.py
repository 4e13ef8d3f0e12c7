"""In which language and time zone somebody reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from urllib.parse import unquote
from zoneinfo import ZoneInfo, available_timezones

from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.models import User

# Written by static/js/frame.js, for people who have not told us and for those not signed in.
TIME_ZONE_COOKIE = "time_zone"
_NOT_PLACES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


@contextmanager
def reading_as(user: User) -> Iterator[None]:
    """Texts and times inside are this user's: for pages, answers and e-mails alike. For who has not
    chosen a language it is the one that is active, the browser's on a page."""
    language, zone = user.language or translation.get_language(), user.zone
    if translation.get_language() == language and timezone.get_current_timezone() == zone:
        yield  # they are already, and changing them takes its time
        return
    with translation.override(language), timezone.override(zone):
        yield


@cache
def time_zones() -> list[str]:
    """Names of time zones to choose from, "UTC" first."""
    places = (name for name in available_timezones() if "/" in name)
    return ["UTC", *sorted(name for name in places if not name.startswith(_NOT_PLACES))]


def device_time_zone(request: HttpRequest) -> str:
    """The time zone the browser told in its cookie, else "UTC"."""
    name = unquote(request.COOKIES.get(TIME_ZONE_COOKIE, ""))
    return name if name in time_zones() else "UTC"


def device_zone(request: HttpRequest) -> ZoneInfo:
    return ZoneInfo(device_time_zone(request))
