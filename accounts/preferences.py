"""In which language and time zone somebody reads."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.http import HttpRequest
from django.utils import timezone, translation

from accounts.models import User
from accounts.zones import time_zones

# Written by static/js/frame.js, for people who have not told us and for those not signed in.
TIME_ZONE_COOKIE = "time_zone"
#: What Firefox tells for people who resist fingerprinting, since 128: the time is that of UTC.
HIDDEN = "Atlantic/Reykjavik"


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


def device_time_zone(request: HttpRequest) -> str:
    """The time zone the browser told in its cookie, else "UTC"."""
    name = unquote(request.COOKIES.get(TIME_ZONE_COOKIE, ""))
    return name if name in time_zones() and name != HIDDEN else "UTC"


def device_zone(request: HttpRequest) -> ZoneInfo:
    return ZoneInfo(device_time_zone(request))
