"""What people may enter in their calendar: night hours, days off, and an allowance of vacation.

Everything is a pure function of a calendar; ``today`` is the date in its owner's time zone.

* Each calendar year brings PER_YEAR days of vacation; of those not used, up to KEPT are kept for
  the next. Every day that a planned or automatic vacation touches costs one.
* An automatic vacation takes AUTOMATIC days, the day on which it begins included, and is not taken
  again until AGAIN has passed since its end: absent players do not hold up others for long.
* Once in each half of a year there is an emergency pause: the rest of the day and EMERGENCY days
  after it, or until the next vacation; not from the allowance.
* A day off that has begun counts for its year.
* Other night hours, free weekdays and another time zone count from tomorrow: else a clock could be
  stopped at its last minute, again and again.
* A vacation begins today or later. One that runs may be ended with this day: the days after it are
  given back. One that has not begun may be cancelled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.utils.translation import gettext as _
from msgspec.structs import replace

from accounts.calendar.resting import Bank, Calendar, Earlier, Night, Vacation
from boardgames.refusal import Refusal

PER_YEAR = 30
KEPT = 15
AUTOMATIC = 3
EMERGENCY = 3
AGAIN = timedelta(days=14)
LONGEST_NIGHT = timedelta(hours=12)
MOST_WEEKDAYS = 3
DAYS_OFF_PER_YEAR = 12
#: How far ahead people can plan.
AHEAD = timedelta(days=365)
_DAY = timedelta(days=1)


@dataclass(frozen=True)
class Allowance:
    """``left``: days of vacation in this year that are neither used nor planned."""

    year: int
    left: int
    emergency: bool


def allowance(calendar: Calendar, today: date, first_year: int) -> Allowance:
    """The allowance left today; ``first_year`` is the year in which the account was created."""
    left = _left(calendar, today.year, first_year)
    return Allowance(today.year, left, not _had_emergency(calendar, today))


# Recurring hours, and single days ----------------------------------------------------------------


def with_hours(
    calendar: Calendar, night: Night | None, weekdays: Iterable[int], automatic: bool
) -> Calendar:
    """The calendar with this night and these free weekdays, Monday being 0."""
    free = tuple(sorted(set(weekdays)))
    _check_night(night)
    if any(not 0 <= day <= 6 for day in free):
        raise Refusal(_("A weekday is a number from 0 (Monday) to 6 (Sunday)."), "bad_weekday")
    if len(free) > MOST_WEEKDAYS:
        raise Refusal(
            _("You can have at most %(most)d free weekdays.") % {"most": MOST_WEEKDAYS},
            "too_many_weekdays",
        )
    return replace(calendar, night=night, weekdays=free, automatic=automatic)


def with_days_off(calendar: Calendar, today: date, days: Iterable[date]) -> Calendar:
    """The calendar with these future days off. Days that have begun stay: they count for their
    year."""
    begun = {day for day in calendar.days_off if day <= today}
    coming = set(days) - begun
    _check_days_off(coming, begun, today)
    return replace(calendar, days_off=tuple(sorted(begun | coming)))


def without_day_off(calendar: Calendar, today: date, day: date) -> Calendar:
    """The calendar without this day off, unless it has begun."""
    if day == today and day in calendar.days_off:
        raise Refusal(
            _("This day off has already begun. It counts, and you cannot remove it."), "begun"
        )
    return with_days_off(calendar, today, set(calendar.days_off) - {day})


def from_tomorrow(
    before: Calendar, after: Calendar, now: datetime, old_zone: str, new_zone: str
) -> Calendar:
    """``after`` with night, weekdays and zone that apply from the next midnight.

    ``now`` is in the zone that applies until then.
    """
    was = before.earlier_at(now)
    if was is None:
        midnight = datetime.combine(now.date() + _DAY, time(), now.tzinfo)
        was = Earlier(midnight.astimezone(UTC), before.night, before.weekdays, old_zone)
    same = (was.night, was.weekdays, was.zone) == (after.night, after.weekdays, new_zone)
    return replace(after, earlier=None if same else was)


def _check_night(night: Night | None) -> None:
    if night is None:
        return
    midnight = date(2000, 1, 1)
    length = datetime.combine(midnight, night.until) - datetime.combine(midnight, night.since)
    length %= _DAY
    if not length or length > LONGEST_NIGHT:
        raise Refusal(
            _("A night lasts at most %(hours)d hours, and its start and end must differ.")
            % {"hours": LONGEST_NIGHT / timedelta(hours=1)},
            "bad_night",
        )


def _check_days_off(coming: set[date], begun: set[date], today: date) -> None:
    if any(day < today for day in coming):
        raise Refusal(_("A day off cannot be in the past."), "past")
    if any(day > today + AHEAD for day in coming):
        raise Refusal(_("Please plan at most one year ahead."), "too_far")
    for year in {day.year for day in coming}:
        if sum(day.year == year for day in coming | begun) > DAYS_OFF_PER_YEAR:
            raise Refusal(
                _("You can have at most %(most)d days off in one year. Take vacation for more.")
                % {"most": DAYS_OFF_PER_YEAR},
                "too_many_days_off",
            )


# Vacations ---------------------------------------------------------------------------------------


def booked(
    calendar: Calendar, now: datetime, since: date, until: date, first_year: int
) -> Calendar:
    """The calendar with a planned vacation from ``since`` to the end of ``until``.

    ``now`` is in the calendar's zone.
    """
    today = now.date()
    if until < since:
        raise Refusal(_("A vacation cannot end before it begins."), "ends_before_it_begins")
    if since < today:
        raise Refusal(_("A vacation cannot begin in the past."), "past")
    if until > today + AHEAD:
        raise Refusal(_("Please plan at most one year ahead."), "too_far")
    at = now if since == today else None
    return _with(calendar, Vacation(since, until, "planned", at), today, first_year)


def ended(calendar: Calendar, today: date, since: date) -> Calendar:
    """The calendar without the vacation that begins on this day; a running one ends today."""
    found = next((each for each in calendar.vacations if each.since == since), None)
    if found is None or found.until < today:
        raise Refusal(_("This vacation no longer exists."), "no_vacation")
    if found.since <= today and found.until == today:
        raise Refusal(_("This vacation ends today."), "ends_today")
    others = tuple(each for each in calendar.vacations if each is not found)
    left = (replace(found, until=today),) if found.since <= today else ()
    return replace(calendar, vacations=_in_order(*others, *left))


def paused(calendar: Calendar, now: datetime) -> Calendar:
    """The calendar with an emergency pause that begins now."""
    today = now.date()
    if _had_emergency(calendar, today):
        raise Refusal(
            _("You have already used your emergency pause in this half of the year."),
            "no_emergency",
        )
    coming = [each.since for each in calendar.vacations if each.since > today]
    until = min([today + EMERGENCY * _DAY, *(day - _DAY for day in coming)])
    pause = Vacation(today, until, "emergency", now)
    _check_free(calendar, pause)
    return replace(calendar, vacations=_in_order(*calendar.vacations, pause))


def automatic(calendar: Calendar, now: datetime, first_year: int) -> Calendar | None:
    """The calendar with an automatic vacation that begins now; None if none is allowed."""
    today = now.date()
    lately = [each for each in calendar.vacations if each.until > today - AGAIN]
    if not calendar.automatic or any(each.kind == "automatic" for each in lately):
        return None
    for days in range(AUTOMATIC, 0, -1):  # the next vacation, or the last days of the allowance
        taken = Vacation(today, today + (days - 1) * _DAY, "automatic", now)
        try:
            return _with(calendar, taken, today, first_year)
        except Refusal:
            continue
    return None


def runs(calendar: Calendar, today: date) -> bool:
    """Whether a vacation of any kind covers this day of its owner."""
    return any(each.since <= today <= each.until for each in calendar.vacations)


def on_automatic(calendar: Calendar, now: datetime) -> bool:
    """Whether an automatic vacation is running; ``now`` is in its owner's zone."""
    today = now.date()
    return any(
        each.kind == "automatic" and each.since <= today <= each.until
        for each in calendar.vacations
    )


def settled(calendar: Calendar, today: date, first_year: int) -> Calendar:
    """The calendar without entries that ended before last year: only the days saved from then
    count."""
    year = today.year - 1
    if year < first_year:
        return calendar
    return replace(
        calendar,
        bank=Bank(year, _at_beginning(calendar, year, first_year)),
        vacations=tuple(each for each in calendar.vacations if each.until.year >= year),
        days_off=tuple(day for day in calendar.days_off if day.year >= year),
    )


def _with(calendar: Calendar, taken: Vacation, today: date, first_year: int) -> Calendar:
    _check_free(calendar, taken)
    after = replace(calendar, vacations=_in_order(*calendar.vacations, taken))
    for year in (today.year, today.year + 1):
        if _left(after, year, first_year) < 0:
            left = max(0, _left(calendar, year, first_year))
            raise Refusal(
                _("You have %(left)d days of vacation left in %(year)d.")
                % {"left": left, "year": year},
                "allowance_used_up",
            )
    return after


def _check_free(calendar: Calendar, taken: Vacation) -> None:
    for other in calendar.vacations:
        if other.since <= taken.until and taken.since <= other.until:
            raise Refusal(_("You already have vacation on these days."), "overlap")


def _in_order(*vacations: Vacation) -> tuple[Vacation, ...]:
    return tuple(sorted(vacations, key=lambda each: each.since))


def _had_emergency(calendar: Calendar, today: date) -> bool:
    half = (today.year, today.month > 6)
    return any(
        each.kind == "emergency" and (each.since.year, each.since.month > 6) == half
        for each in calendar.vacations
    )


def _left(calendar: Calendar, year: int, first_year: int) -> int:
    return _at_beginning(calendar, year, first_year) - _used(calendar, year)


def _at_beginning(calendar: Calendar, year: int, first_year: int) -> int:
    bank = calendar.bank or Bank(first_year, PER_YEAR)
    days = bank.days
    for past in range(bank.year, year):
        days = PER_YEAR + min(KEPT, days - _used(calendar, past))
    return days


def _used(calendar: Calendar, year: int) -> int:
    first, last = date(year, 1, 1), date(year, 12, 31)
    return sum(
        (min(each.until, last) - max(each.since, first)).days + 1
        for each in calendar.vacations
        if each.kind != "emergency" and each.since <= last and first <= each.until
    )
