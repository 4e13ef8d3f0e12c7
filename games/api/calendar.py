"""The endpoints of the caller's own calendar."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router

from accounts.calendar import calendars
from accounts.calendar.resting import Night
from accounts.models import User
from games.api import schemas
from games.api.answers import answer
from games.api.auth import user_of
from games.clocks import kinds

router = Router(by_alias=True)  # `from` cannot be a field's name
ERRORS = dict.fromkeys((400, 401, 403, 422, 429, 503), schemas.Error)
CALENDAR = {200: schemas.Calendar, **ERRORS}
_LONGEST = timedelta(days=kinds.MAX_STRETCH)


def _shown(user: User) -> HttpResponse:
    waking, now = calendars.calendar_of(user), timezone.now()
    stored, allowance = waking.calendar, calendars.allowance(user)
    rests = waking.rests_until(now, _LONGEST)
    return answer(
        {
            "time_zone": user.time_zone,
            "night": stored.night and msgspec.to_builtins(stored.night),
            "weekdays": stored.weekdays,
            "days_off": stored.days_off,
            "automatic": stored.automatic,
            "vacations": [
                {"from": each.since, "until": each.until, "kind": each.kind}
                for each in stored.vacations
            ],
            "allowance": {
                "year": allowance.year,
                "left": allowance.left,
                "emergency": allowance.emergency,
            },
            "rests_until": rests,
        }
    )


@router.get("/calendar", response=CALENDAR, summary="The caller's calendar: when their clocks stop")
def show_calendar(request: HttpRequest) -> HttpResponse:
    """Night hours, free weekdays, days off and vacations, in the caller's time zone."""
    return _shown(user_of(request))


@router.put(
    "/calendar",
    response=CALENDAR,
    summary="Set night, free weekdays and days off",
)
def set_hours(request: HttpRequest, body: schemas.Hours) -> HttpResponse:
    """Parts that are left out are removed, except a day off that has begun. Night hours and
    weekdays apply from tomorrow, days off at once."""
    night = body.night
    user = calendars.set_hours(
        user_of(request).pk,
        night=None if night is None else Night(night.since, night.until),
        weekdays=body.weekdays,
        automatic=body.automatic,
        days_off=body.days_off,
    )
    return _shown(user)


@router.post("/calendar/vacations", response=CALENDAR, summary="Plan a vacation")
def plan_vacation(request: HttpRequest, body: schemas.NewVacation) -> HttpResponse:
    """All clocks of the caller stop on these days, as far as their games allow it."""
    return _shown(calendars.book(user_of(request).pk, body.since, body.until))


@router.delete(
    "/calendar/vacations/{since}",
    response=CALENDAR,
    summary="Cancel the vacation that begins on this day, or end it if it has begun",
)
def end_vacation(request: HttpRequest, since: date) -> HttpResponse:
    """Unused vacation days remain for later."""
    return _shown(calendars.end_vacation(user_of(request).pk, since))


@router.post(
    "/calendar/pause",
    response=CALENDAR,
    summary="Take the emergency pause, once in each half of a year: all clocks stop at once",
)
def take_pause(request: HttpRequest) -> HttpResponse:
    """For emergencies: the clocks stop for the rest of the day and three more days."""
    return _shown(calendars.begin_emergency_pause(user_of(request).pk))
