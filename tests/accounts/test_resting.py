"""The arithmetic of resting clocks, held against one that is slow and obvious: minute by minute,
looking at the clock on the wall."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from accounts.calendar.resting import Calendar, Waking

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)
NONE = timedelta()

#: Zones, and days near which their clocks change (or the calendar does something odd).
PLACES = [
    ("Europe/Berlin", ["2026-03-29", "2026-10-25", "2027-12-31"]),
    ("America/New_York", ["2026-03-08", "2026-11-01"]),
    ("Australia/Lord_Howe", ["2026-04-05", "2026-10-04"]),  # by half an hour
    ("Europe/Dublin", ["2026-03-29", "2026-10-25"]),
    ("Asia/Kathmandu", ["2028-02-29", "2026-12-31"]),  # a quarter of an hour off
    ("Africa/Casablanca", ["2026-02-15", "2026-03-22"]),  # twice in five weeks
    ("America/Santiago", ["2026-04-05", "2026-09-06"]),  # at midnight
    ("Pacific/Chatham", ["2026-04-05", "2026-09-27"]),
    ("UTC", ["2028-02-28", "2026-12-31"]),
]


@dataclass
class Obvious:
    """The reference. Reads the JSON of the calendar by itself, and counts minutes."""

    calendar: dict[str, Any]
    zone: ZoneInfo

    def rests(self, at: datetime) -> bool:
        wall = at.astimezone(self.zone)
        day, clock = wall.date().isoformat(), wall.time().isoformat()
        for vacation in self.calendar.get("vacations", []):
            begun = "at" not in vacation or datetime.fromisoformat(vacation["at"]) <= at
            if vacation["from"] <= day <= vacation["until"] and begun:
                return True
        if wall.weekday() in self.calendar.get("weekdays", []):
            return True
        if day in self.calendar.get("days_off", []):
            return True
        night = self.calendar.get("night")
        if not night:
            return False
        if night["from"] < night["until"]:
            return bool(night["from"] <= clock < night["until"])
        return bool(clock >= night["from"] or clock < night["until"])

    def advance(
        self, start: datetime, end: datetime, budget: timedelta, stretch: timedelta
    ) -> tuple[timedelta, timedelta]:
        while start < end:
            if self.rests(start) and stretch:
                stretch -= MINUTE
            elif budget:
                budget -= MINUTE
            start += MINUTE
        return budget, stretch

    def deadline(self, start: datetime, budget: timedelta, stretch: timedelta) -> datetime:
        while budget:
            if self.rests(start) and stretch:
                stretch -= MINUTE
            else:
                budget -= MINUTE
            start += MINUTE
        return start


@dataclass
class Case:
    """A random calendar somewhere, a moment, and a budget."""

    obvious: Obvious
    waking: Waking
    start: datetime
    budget: timedelta
    stretch: timedelta


def case(seed: int) -> Case:
    rng = random.Random(seed)
    zone_name, days = rng.choice(PLACES)
    near = date.fromisoformat(rng.choice(days))
    zone = ZoneInfo(zone_name)
    start = datetime.combine(near, time(), UTC) + rng.randrange(-3 * 1440, 1440) * MINUTE

    def clock() -> str:
        return time(rng.randrange(24), rng.choice((0, 0, 15, 30, 59))).isoformat()

    def day(least: int = -4, most: int = 7) -> date:
        return near + rng.randint(least, most) * DAY

    calendar: dict[str, Any] = {}
    if rng.random() < 0.8:
        since, until = clock(), clock()
        if since != until:
            calendar["night"] = {"from": since, "until": until}
    if rng.random() < 0.5:
        calendar["weekdays"] = sorted(rng.sample(range(7), rng.randint(1, 3)))
    if rng.random() < 0.4:
        calendar["days_off"] = sorted({day().isoformat() for _ in range(rng.randint(1, 3))})
    if rng.random() < 0.4:
        since_day = day()
        vacation = {
            "from": since_day.isoformat(),
            "until": (since_day + rng.randint(0, 5) * DAY).isoformat(),
        }
        if rng.random() < 0.5:
            begun = datetime.combine(since_day, time(rng.randrange(24), 20), zone)
            vacation |= {"kind": "automatic", "at": begun.isoformat()}
        calendar["vacations"] = [vacation]
    return Case(
        Obvious(calendar, zone),
        Waking(msgspec.convert(calendar, Calendar), zone),
        start,
        rng.choice((1, 60, 600, 1440, 3 * 1440, rng.randrange(5 * 1440))) * MINUTE,
        rng.choice((0, 1, 480, 1440, 4 * 1440, rng.randrange(6 * 1440))) * MINUTE,
    )


SEEDS = range(400)


@pytest.mark.parametrize("first", SEEDS[::20])
def test_it_is_what_counting_minutes_gives(first: int) -> None:
    for seed in SEEDS[first : first + 20]:
        here = case(seed)
        args = (here.start, here.budget, here.stretch)
        due = here.obvious.deadline(*args)
        assert here.waking.deadline(*args) == due, f"seed {seed}"
        rng = random.Random(seed)
        end = here.start + rng.randrange(1, 9 * 1440) * MINUTE
        found = here.waking.advance(here.start, end, here.budget, here.stretch)
        assert found == here.obvious.advance(here.start, end, here.budget, here.stretch), (
            f"seed {seed}"
        )


def odd(rng: random.Random) -> timedelta:
    """Some time that is no whole number of minutes."""
    return timedelta(microseconds=rng.randrange(1, 6 * 86_400_000_000))


@pytest.mark.parametrize("first", range(0, 2000, 200))
def test_the_laws(first: int) -> None:
    """By way of any moment it is the same; a deadline is where the budget ends, not earlier, and
    never later than budget and stretch together."""
    for seed in range(first, first + 200):
        here, rng = case(seed), random.Random(seed)
        start, budget, stretch = here.start + odd(rng), odd(rng), odd(rng)
        waking = here.waking
        middle = start + odd(rng)
        end = middle + odd(rng)
        half = waking.advance(start, middle, budget, stretch)
        assert waking.advance(middle, end, *half) == waking.advance(start, end, budget, stretch), (
            f"seed {seed}"
        )
        due = waking.deadline(start, budget, stretch)
        assert start + budget <= due <= start + budget + stretch, f"seed {seed}"
        assert waking.advance(start, due, budget, stretch)[0] == NONE, f"seed {seed}"
        short = due - timedelta(microseconds=1)
        assert waking.advance(start, short, budget, stretch)[0] > NONE, f"seed {seed}"
        if middle < due:
            assert waking.deadline(middle, *half) == due, f"seed {seed}"


def test_with_nothing_to_rest_for_all_time_counts() -> None:
    waking = Waking(Calendar(), ZoneInfo("Europe/Berlin"))
    start = datetime(2026, 3, 28, 12, tzinfo=UTC)
    assert waking.deadline(start, 30 * DAY, 60 * DAY) == start + 30 * DAY
    assert waking.advance(start, start + DAY, 3 * DAY, DAY) == (2 * DAY, DAY)
    assert waking.rests_until(start, DAY) is None


def test_the_night_of_the_spring_is_an_hour_shorter_and_that_of_autumn_longer() -> None:
    night = {"night": {"from": "22:00:00", "until": "07:00:00"}}
    waking = Waking(msgspec.convert(night, Calendar), ZoneInfo("Europe/Berlin"))
    for evening, hours in (("2026-03-28", 8), ("2026-06-01", 9), ("2026-10-24", 10)):
        start = datetime.fromisoformat(f"{evening}T22:00").replace(tzinfo=waking.zone)
        wakes = waking.rests_until(start, 7 * DAY)
        assert wakes is not None
        assert wakes.astimezone(UTC) - start.astimezone(UTC) == timedelta(hours=hours)
        assert wakes.astimezone(waking.zone).time() == time(7)


def test_it_rests_no_longer_than_there_is_stretch() -> None:
    waking = Waking(msgspec.convert({"weekdays": [5, 6]}, Calendar), ZoneInfo("UTC"))
    saturday = datetime(2026, 11, 21, 12, tzinfo=UTC)
    assert waking.rests_until(saturday, 9 * DAY) == datetime(2026, 11, 23, tzinfo=UTC)
    assert waking.rests_until(saturday, timedelta(hours=5)) == saturday + timedelta(hours=5)
    assert waking.rests_until(saturday, NONE) is None
    assert waking.rests_until(saturday + 2 * DAY, DAY) is None


def test_leap_days_are_days() -> None:
    waking = Waking(msgspec.convert({"days_off": ["2028-02-29"]}, Calendar), ZoneInfo("UTC"))
    start = datetime(2028, 2, 28, 12, tzinfo=UTC)
    assert waking.deadline(start, DAY, DAY) == datetime(2028, 3, 1, 12, tzinfo=UTC)
