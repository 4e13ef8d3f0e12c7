"""When the editions of a series begin and can be joined: plain functions."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from games.models import Series
from games.tournaments.series import rhythm

BERLIN = ZoneInfo("Europe/Berlin")


def series(rhythm_: str, joining: int, first: str) -> Series:
    anchor = datetime.fromisoformat(first).replace(tzinfo=BERLIN)
    return Series(rhythm=rhythm_, joining=joining, anchor=anchor)


def begins(here: Series, number: int) -> list[str]:
    """When so many of them begin, one after the other, by the clock of Berlin."""
    at, found = here.anchor - timedelta(days=1), []
    for _time in range(number):
        at = rhythm.begin_after(here, at, BERLIN)
        found.append(at.astimezone(BERLIN).strftime("%d.%m. %H:%M"))
    return found


def test_the_day_and_the_hour_stay_over_the_end_of_months_and_of_summer_time() -> None:
    monthly = series("month", 7, "2026-08-31T20:00")
    assert begins(monthly, 4) == ["31.08. 20:00", "30.09. 20:00", "31.10. 20:00", "30.11. 20:00"]
    weekly = series("week", 7, "2026-10-20T20:00")
    assert begins(weekly, 2) == ["20.10. 20:00", "27.10. 20:00"]
    quarterly = series("quarter", 7, "2026-11-30T20:00")
    assert begins(quarterly, 3) == ["30.11. 20:00", "28.02. 20:00", "30.05. 20:00"]


@pytest.mark.parametrize("joining", [1, 3, 7])
@pytest.mark.parametrize("late", [0, 1, 600, 60 * 30])
def test_each_one_is_opened_before_it_begins_and_none_twice(joining: int, late: int) -> None:
    """However late the tick comes, by minutes."""
    here = series("week", joining, "2026-10-20T20:00")
    now = here.anchor - timedelta(days=joining)
    seen = []
    for _edition in range(5):
        at = rhythm.find_begin(here, now, BERLIN)
        assert at is not None
        assert at - now >= timedelta(days=joining) / 2
        seen.append(at)
        following = rhythm.next_opening(here, at, BERLIN)
        assert following is not None
        assert following > now
        now = following + timedelta(minutes=late)
    assert len(set(seen)) == 5


def test_after_a_long_outage_the_next_one_still_has_time_to_join() -> None:
    here = series("week", 4, "2026-10-20T20:00")
    now = here.anchor + timedelta(days=20, hours=3)  # a day before the third
    assert rhythm.find_begin(here, now, BERLIN) == here.anchor.astimezone(BERLIN) + timedelta(
        weeks=4
    )


def test_one_that_waits_for_the_last_one_has_no_date() -> None:
    now = datetime(2026, 11, 1, tzinfo=UTC)
    after = series("over", 5, "2026-10-20T20:00")
    assert rhythm.find_begin(after, now, BERLIN) == now + timedelta(days=5)
    assert rhythm.next_opening(after, now, BERLIN) is None
    assert rhythm.find_begin(series("over", 0, "2026-10-20T20:00"), now, BERLIN) is None
