"""In which language and time zone somebody reads, and which letters act as keys."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from django.db.models import TextChoices
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.zones import time_zones

# Written by static/js/frame.js, for people who have not told us and for those not signed in.
TIME_ZONE_COOKIE = "time_zone"
# Written by static/js/letters.js too: machines have other keyboards and readers.
KEYS_COOKIE = "keys"
YEAR = 365 * 24 * 60 * 60
#: What Firefox tells for people who resist fingerprinting, since 128: the time is that of UTC.
HIDDEN = "Atlantic/Reykjavik"


class Keys(TextChoices):
    """Which letters and digits act at a table."""

    ALONE = "alone", _("on their own")
    ALT = "alt", _("with the Alt key")
    NONE = "none", _("not at all")


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


def device_keys(request: HttpRequest) -> str:
    """Which keys act in this browser."""
    kept = request.COOKIES.get(KEYS_COOKIE, "")
    return kept if kept in Keys.values else Keys.ALONE


def device_zone(request: HttpRequest) -> ZoneInfo:
    return ZoneInfo(device_time_zone(request))
