"""Times of day: the summary's hour and quiet hours, through changes of the clock."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest

from notifications import rhythm
from notifications.models import Rhythm, When

BERLIN = ZoneInfo("Europe/Berlin")
AUCKLAND = ZoneInfo("Pacific/Auckland")


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[misc,arg-type]


def local(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=BERLIN)  # type: ignore[misc,arg-type]


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        (local(2026, 6, 1, 7, 59), local(2026, 6, 1, 8)),
        (local(2026, 6, 1, 8), local(2026, 6, 2, 8)),
        (local(2026, 6, 1, 23), local(2026, 6, 2, 8)),
        (local(2026, 3, 28, 12), local(2026, 3, 29, 8)),  # 19 hours, as the clocks go forward
        (local(2026, 10, 24, 12), local(2026, 10, 25, 8)),  # 21 hours
        (local(2028, 2, 28, 12), local(2028, 2, 29, 8)),
    ],
)
def test_the_summary_comes_at_its_hour(now: datetime, expected: datetime) -> None:
    assert rhythm.next_digest(Rhythm(), BERLIN, now) == expected


def test_an_hour_that_the_clock_leaves_out_comes_later() -> None:
    row = Rhythm(digest_at=time(2, 30))
    found = rhythm.next_digest(row, BERLIN, local(2026, 3, 28, 12))
    assert found == utc(2026, 3, 29, 1, 30)  # 3:30 by the new time


def test_an_hour_that_comes_twice_brings_one_summary() -> None:
    row = Rhythm(digest_at=time(2, 30))
    first = rhythm.next_digest(row, BERLIN, local(2026, 10, 24, 12))
    assert first == utc(2026, 10, 25, 0, 30)
    assert rhythm.next_digest(row, BERLIN, first) == utc(2026, 10, 26, 1, 30)


@pytest.mark.parametrize("zone", [BERLIN, AUCKLAND, ZoneInfo("Asia/Kolkata"), ZoneInfo("UTC")])
def test_every_day_of_a_year_has_one_summary(zone: ZoneInfo) -> None:
    row, now, days = Rhythm(digest_at=time(3)), utc(2026, 1, 1), []
    while now < utc(2027, 1, 1):
        now = rhythm.next_digest(row, zone, now)
        days.append(now.astimezone(zone).date())
    assert len(days) == len(set(days))
    assert (days[-1] - days[0]).days == len(days) - 1


NIGHT = Rhythm(quiet_from=time(22), quiet_until=time(7))
NOON = Rhythm(quiet_from=time(12), quiet_until=time(14))


@pytest.mark.parametrize(
    ("row", "moment", "expected"),
    [
        (Rhythm(), local(2026, 6, 1, 3), local(2026, 6, 1, 3)),
        (NIGHT, local(2026, 6, 1, 21, 59), local(2026, 6, 1, 21, 59)),
        (NIGHT, local(2026, 6, 1, 22), local(2026, 6, 2, 7)),
        (NIGHT, local(2026, 6, 2, 3), local(2026, 6, 2, 7)),
        (NIGHT, local(2026, 6, 2, 7), local(2026, 6, 2, 7)),
        (NOON, local(2026, 6, 2, 13), local(2026, 6, 2, 14)),
        (NOON, local(2026, 6, 2, 3), local(2026, 6, 2, 3)),
        (NIGHT, local(2026, 3, 28, 23), local(2026, 3, 29, 7)),
        (NIGHT, local(2026, 10, 25, 2, 30), local(2026, 10, 25, 7)),
        (Rhythm(quiet_from=time(8), quiet_until=time(8)),
         local(2026, 6, 2, 9), local(2026, 6, 2, 9)),
    ],
)  # fmt: skip
def test_quiet_hours(row: Rhythm, moment: datetime, expected: datetime) -> None:
    assert rhythm.after_quiet(row, BERLIN, moment) == expected


def test_quiet_hours_end_as_the_slow_way_says() -> None:
    """Against walking on minute by minute until the local time is outside."""
    moment = utc(2026, 10, 24, 18)
    while moment < utc(2026, 10, 26, 8):
        slow = moment
        while (at := slow.astimezone(BERLIN).time()) >= time(22) or at < time(7):
            slow += timedelta(minutes=1)
        assert rhythm.after_quiet(NIGHT, BERLIN, moment) == slow
        moment += timedelta(minutes=37)


def test_a_batch_that_would_end_in_quiet_hours_waits() -> None:
    row = Rhythm(batch_minutes=60, quiet_from=time(22), quiet_until=time(7))
    due = rhythm.due_at(row, BERLIN, When.BATCHED, local(2026, 6, 1, 21, 30))
    assert due == local(2026, 6, 2, 7)


def test_quiet_hours_do_not_move_the_summary() -> None:
    row = Rhythm(digest_at=time(6), quiet_from=time(22), quiet_until=time(7))
    due = rhythm.due_at(row, BERLIN, When.DAILY, local(2026, 6, 1, 12))
    assert due == local(2026, 6, 2, 6)
