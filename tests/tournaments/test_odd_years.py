"""Series and seasons in a year of 53 weeks, and where summer time moves at midnight."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest

from games.models import Series
from games.ratings.seasons import season_of
from games.tournaments.series.rhythm import begin_after

#: At midnight, at midnight twice, by half an hour, at one, never and half an hour off.
ZONES = (
    *("America/Santiago", "Africa/Cairo", "Australia/Lord_Howe", "Asia/Beirut", "Asia/Kolkata"),
    *("America/St_Johns", "America/Havana"),
)


def editions(series: Series, zone: ZoneInfo, until: datetime) -> list[datetime]:
    found, moment = [], series.anchor - timedelta(seconds=1)
    while (moment := begin_after(series, moment, zone).astimezone(UTC)) < until:
        found.append(moment)
    return found


@pytest.mark.parametrize("zone", [*map(ZoneInfo, ZONES)], ids=str)
@pytest.mark.parametrize("hour", [0, 2, 23])
def test_a_weekly_series_has_53_editions_in_a_year_of_53_weeks(zone: ZoneInfo, hour: int) -> None:
    monday = datetime(2025, 12, 29, hour, 30, tzinfo=zone)  # of the first week of 2026
    series = Series(anchor=monday, rhythm=Series.Rhythm.WEEK, joining=7)
    found = editions(series, zone, datetime(2027, 1, 4, tzinfo=zone))
    assert [at.astimezone(zone).isocalendar().week for at in found] == list(range(1, 54))
    for before, after in pairwise(found):
        assert timedelta(days=6, hours=22) < after - before < timedelta(days=7, hours=2)


@pytest.mark.parametrize("zone", [*map(ZoneInfo, ZONES)], ids=str)
def test_one_that_falls_into_a_skipped_hour_begins_once_in_that_hour_or_the_next(
    zone: ZoneInfo,
) -> None:
    """On every day of the week, so that one of them is the day of the change."""
    for day in range(7):
        first = datetime(2026, 1, 5 + day, 0, 15, tzinfo=zone)
        series = Series(anchor=first, rhythm=Series.Rhythm.WEEK, joining=3)
        found = editions(series, zone, datetime(2027, 1, 1, tzinfo=zone))
        assert len(found) == len(set(found)) >= 51
        hours = {(at.astimezone(zone).hour, at.astimezone(zone).minute) for at in found}
        assert hours <= {(0, 15), (1, 15), (23, 15)}


@pytest.mark.parametrize("rhythm", [Series.Rhythm.MONTH, Series.Rhythm.QUARTER])
def test_the_31st_of_short_months_is_their_last_day(rhythm: Series.Rhythm) -> None:
    zone = ZoneInfo("America/Santiago")
    first = datetime(2027, 8, 31, 0, 15, tzinfo=zone)
    series = Series(anchor=first, rhythm=rhythm, joining=3)
    found = [at.astimezone(zone) for at in editions(series, zone, datetime(2029, 1, 1, tzinfo=UTC))]
    assert len(found) == (17 if rhythm == Series.Rhythm.MONTH else 6)
    assert all((at + timedelta(days=1)).day == 1 or at.day == 31 for at in found)


def test_a_season_ends_with_the_quarter_and_not_with_the_week() -> None:
    """The 53rd week of 2026 is in two seasons."""
    assert date(2026, 12, 31).isocalendar().week == date(2027, 1, 3).isocalendar().week == 53
    assert season_of(datetime(2026, 12, 31, 23, 59, tzinfo=UTC)) == 20264
    assert season_of(datetime(2027, 1, 1, tzinfo=UTC)) == 20271
