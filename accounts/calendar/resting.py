"""When a person's clocks rest: night hours, free weekdays, days off and vacations.

All of this follows the wall clock in the person's time zone: a moment is resting time if its local
date and time say so. Hours skipped by a clock change do not exist; hours it repeats count twice.

A clock has a *budget* of waking time, and a *stretch*: how much resting time one turn may use.
Resting time uses up the stretch and leaves the budget alone. Once the stretch is used up, all time
uses the budget. So no clock runs out later than budget and stretch together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from accounts.zones import zone_called

NOTHING = timedelta()
DAY = timedelta(days=1)
_SECOND = timedelta(seconds=1)
_MIDNIGHT = time()


class Night(msgspec.Struct, frozen=True):
    """Each day's night hours, across midnight if they end before they begin."""

    since: time = msgspec.field(name="from")
    until: time

    def holds(self, at: time) -> bool:
        if self.since < self.until:
            return self.since <= at < self.until
        return at >= self.since or at < self.until


class Vacation(msgspec.Struct, frozen=True):
    """Whole days, including the last one; one that began at once counts only from ``at`` on."""

    since: date = msgspec.field(name="from")
    until: date
    kind: Literal["planned", "automatic", "emergency"] = "planned"
    at: datetime | None = None

    @property
    def days(self) -> int:
        return (self.until - self.since).days + 1


class Bank(msgspec.Struct, frozen=True):
    """The days of vacation at the beginning of a year."""

    year: int
    days: int


class Earlier(msgspec.Struct, frozen=True):
    """The former night, free weekdays and time zone, which apply until the change takes effect."""

    until: datetime
    night: Night | None
    weekdays: tuple[int, ...]
    zone: str


class Calendar(msgspec.Struct, frozen=True, omit_defaults=True):
    """The content of ``User.calendar``, stored as JSON. Weekdays count from Monday, 0.

    ``automatic``: before a seat is lost on time, a vacation may begin for its owner.
    """

    night: Night | None = None
    weekdays: tuple[int, ...] = ()
    days_off: tuple[date, ...] = ()
    vacations: tuple[Vacation, ...] = ()
    automatic: bool = True
    bank: Bank | None = None
    earlier: Earlier | None = None

    @property
    def rests(self) -> bool:
        """Whether anything in it stops a clock."""
        return bool(self.night or self.weekdays or self.days_off or self.vacations or self.earlier)

    def earlier_at(self, at: datetime) -> Earlier | None:
        """The settings that apply at this moment, if a change takes effect only tomorrow."""
        return self.earlier if self.earlier and at < self.earlier.until else None


@dataclass(frozen=True)
class Waking:
    """A calendar in its owner's time zone."""

    calendar: Calendar
    zone: ZoneInfo

    def advance(
        self, start: datetime, end: datetime, budget: timedelta, stretch: timedelta
    ) -> tuple[timedelta, timedelta]:
        """The budget and stretch left at ``end``, given those at ``start``.

        Neither goes below zero. Computing it in several steps gives the same result.
        """
        for begin, until, rests in self._spans(start):
            if begin >= end:
                break
            length = min(until, end) - begin
            if rests:
                rested = min(length, stretch)
                stretch -= rested
                length -= rested
            budget = max(NOTHING, budget - length)
        return budget, stretch

    def deadline(self, start: datetime, budget: timedelta, stretch: timedelta) -> datetime:
        """When the budget will be used up: the earliest moment to which ``advance`` leaves none."""
        at = start
        for begin, until, rests in self._spans(start):
            if budget <= NOTHING:
                break
            length = until - begin
            rested = min(length, stretch) if rests else NOTHING
            stretch -= rested
            used = min(length - rested, budget)
            budget -= used
            at = begin + rested + used
        return at

    def rests_until(self, at: datetime, stretch: timedelta) -> datetime | None:
        """When a clock that rests now, with this much stretch left, runs again; None if it runs."""
        if stretch <= NOTHING:
            return None
        most = at + stretch
        for begin, until, rests in self._spans(at):
            if not rests:
                return begin if begin > at else None
            if until >= most:
                break
        return most

    def _spans(self, start: datetime) -> Iterator[tuple[datetime, datetime, bool]]:
        """All time from ``start`` on, cut where resting may begin or end: from, until, rests."""
        at = start.astimezone(UTC)
        while not self.calendar.rests:
            yield at, at + 100 * DAY, False
            at += 100 * DAY
        while True:
            offset, until = self._same_offset(at)
            while at < until:
                end, rests = self._span(at, at.replace(tzinfo=None) + offset)
                end = min(end, until)
                yield at, end, rests
                at = end

    def _same_offset(self, at: datetime) -> tuple[timedelta, datetime]:
        """The zone's offset, and a moment until which it stays at least."""
        offset = self._offset(at)
        late = at + DAY
        if self._offset(late) == offset:
            return offset, late
        early = at.replace(microsecond=0)
        while late - early > _SECOND:
            middle = early + (late - early) // 2 // _SECOND * _SECOND
            if self._offset(middle) == offset:
                early = middle
            else:
                late = middle
        return offset, late.replace(microsecond=0)

    def _offset(self, at: datetime) -> timedelta:
        earlier = self.calendar.earlier_at(at)
        zone = zone_called(earlier.zone) if earlier else self.zone
        return at.astimezone(zone).utcoffset() or NOTHING

    def _span(self, at: datetime, wall: datetime) -> tuple[datetime, bool]:
        """A moment until which nothing changes at least, and whether the clock rests."""
        calendar, day, now = self.calendar, wall.date(), wall.time()
        midnight = datetime.combine(day, _MIDNIGHT)
        end = at + (midnight + DAY - wall)
        earlier = calendar.earlier_at(at)
        if earlier:
            end = min(end, earlier.until.astimezone(UTC))
        night, weekdays = (earlier or calendar).night, (earlier or calendar).weekdays
        rests = day.weekday() in weekdays or day in calendar.days_off
        for vacation in calendar.vacations:
            if vacation.since <= day <= vacation.until:
                if vacation.at is None or vacation.at <= at:
                    rests = True
                else:
                    end = min(end, vacation.at.astimezone(UTC))
        if night is not None and not rests:
            rests = night.holds(now)
            for change in (night.since, night.until):
                if change > now:
                    end = min(end, at + (datetime.combine(day, change) - wall))
        return end, rests
