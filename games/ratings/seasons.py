"""Seasons of the leaderboards: quarters of a year, by UTC."""

from datetime import UTC, datetime

from django.utils.translation import gettext as _

#: No season: all time.
ALWAYS = 0


def season_of(at: datetime) -> int:
    """The season of this moment, such as 20264 for the last quarter of 2026."""
    day = at.astimezone(UTC)
    return day.year * 10 + (day.month + 2) // 3


def possible(season: int) -> bool:
    """Whether such a season is valid."""
    return 2000 <= season // 10 <= 9999 and 1 <= season % 10 <= 4


def before(season: int) -> int:
    return season - 1 if season % 10 > 1 else (season // 10 - 1) * 10 + 4


def label(season: int) -> str:
    if season == ALWAYS:
        return _("All time")
    return _("%(year)d, quarter %(quarter)d") % {"year": season // 10, "quarter": season % 10}
