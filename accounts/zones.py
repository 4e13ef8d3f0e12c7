"""Time zones by name."""

from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_NOT_PLACES = ("Etc/", "SystemV/", "US/", "posix/", "right/")


def zone_called(name: str) -> ZoneInfo:
    """The time zone of this name; UTC if the name is unknown (any more)."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


@cache
def time_zones() -> list[str]:
    """Names of time zones to choose from, "UTC" first."""
    places = (name for name in available_timezones() if "/" in name)
    return ["UTC", *sorted(name for name in places if not name.startswith(_NOT_PLACES))]
