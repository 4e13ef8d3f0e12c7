"""A person's language and time zone, and which letters work as keys."""

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

# Written by static/js/frame.js, for people who have chosen none and for those not signed in.
TIME_ZONE_COOKIE = "time_zone"
# Also written by static/js/letters.js: keyboards and screen readers differ by machine.
KEYS_COOKIE = "keys"
YEAR = 365 * 24 * 60 * 60
#: The zone that Firefox has reported since 128 for people who resist fingerprinting: UTC's time.
HIDDEN = "Atlantic/Reykjavik"


class Keys(TextChoices):
    """Which letters and digits work at a table."""

    ALONE = "alone", _("on their own")
    ALT = "alt", _("with the Alt key")
    NONE = "none", _("not at all")


@contextmanager
def reading_as(user: User) -> Iterator[None]:
    """Use this user's language and time zone in the block: for pages, answers and e-mails alike.

    For people who have chosen no language the active one stays, on a page the browser's.
    """
    language, zone = user.language or translation.get_language(), user.zone
    if translation.get_language() == language and timezone.get_current_timezone() == zone:
        yield  # already active, and changing them takes time
        return
    with translation.override(language), timezone.override(zone):
        yield


def device_time_zone(request: HttpRequest) -> str:
    """The time zone from the browser's cookie, otherwise "UTC"."""
    name = unquote(request.COOKIES.get(TIME_ZONE_COOKIE, ""))
    return name if name in time_zones() and name != HIDDEN else "UTC"


def device_keys(request: HttpRequest) -> str:
    """Which keys work in this browser."""
    kept = request.COOKIES.get(KEYS_COOKIE, "")
    return kept if kept in Keys.values else Keys.ALONE


def device_zone(request: HttpRequest) -> ZoneInfo:
    return ZoneInfo(device_time_zone(request))
