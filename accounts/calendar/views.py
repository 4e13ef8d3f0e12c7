"""The page of the reader's own calendar."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.calendar import calendars, vacations
from accounts.calendar.forms import DayForm, HoursForm, VacationForm
from accounts.calendar.resting import Calendar, Night
from accounts.current_user import current_user
from accounts.models import User
from boardgames.refusal import Refusal

#: No game allows a calendar to extend a turn further.
_LONGEST = timedelta(days=60)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def calendar(request: HttpRequest) -> HttpResponse:
    """The whole calendar; a POST sets the hours."""
    if request.method != "POST":
        return _page(request)
    form = HoursForm(request.POST)
    return _do(request, "hours", form, lambda: _set_hours(current_user(request), form))


@login_required
@require_POST
def add_day_off(request: HttpRequest) -> HttpResponse:
    form = DayForm(request.POST)
    return _do(
        request,
        "day",
        form,
        lambda: calendars.add_day_off(current_user(request).pk, form.cleaned_data["day"]),
    )


@login_required
@require_POST
def remove_day_off(request: HttpRequest) -> HttpResponse:
    form = DayForm(request.POST)
    return _do(
        request,
        "day",
        form,
        lambda: calendars.remove_day_off(current_user(request).pk, form.cleaned_data["day"]),
    )


@login_required
@require_POST
def book(request: HttpRequest) -> HttpResponse:
    form = VacationForm(request.POST)
    return _do(
        request,
        "vacation",
        form,
        lambda: calendars.book(
            current_user(request).pk, form.cleaned_data["since"], form.cleaned_data["until"]
        ),
    )


@login_required
@require_POST
def end_vacation(request: HttpRequest) -> HttpResponse:
    """Cancel a vacation, or end the one that runs."""
    form = DayForm(request.POST)
    return _do(
        request,
        "ended",
        form,
        lambda: calendars.end_vacation(current_user(request).pk, form.cleaned_data["day"]),
    )


@login_required
@require_POST
def pause(request: HttpRequest) -> HttpResponse:
    """Begin the emergency pause."""
    return _do(
        request,
        "pause",
        forms.Form(request.POST),
        lambda: calendars.begin_emergency_pause(current_user(request).pk),
    )


def _set_hours(user: User, form: HoursForm) -> User:
    data = form.cleaned_data
    since, until = data["night_from"], data["night_until"]
    return calendars.set_hours(
        user.pk,
        night=None if since is None or until is None else Night(since, until),
        weekdays=data["weekdays"],
        automatic=data["automatic"],
    )


def _do(
    request: HttpRequest, name: str, form: forms.Form, action: Callable[[], User]
) -> HttpResponse:
    """Change the calendar and show it, or show the form again with its errors."""
    if form.is_valid():
        try:
            action()
        except Refusal as refused:
            form.add_error(None, str(refused))
        else:
            messages.success(
                request,
                _("Saved. Hours and weekdays apply from tomorrow, everything else from now on."),
            )
            return redirect("calendar")
    return _page(request, {name: form})


def _page(request: HttpRequest, tried: dict[str, forms.Form] | None = None) -> HttpResponse:
    """The page; ``tried`` is a form that was refused, by its name."""
    user = current_user(request)
    waking, now = calendars.calendar_of(user), timezone.now()
    stored, today = waking.calendar, now.astimezone(user.zone).date()
    shown: dict[str, forms.Form] = {
        "hours": _hours(stored),
        "day": DayForm(),
        "vacation": VacationForm(),
        **(tried or {}),
    }
    context = {
        "shown": shown,
        "refused": [
            message
            for name in ("ended", "pause")
            if name in shown
            for errors in shown[name].errors.values()
            for message in errors
        ],
        "rests_until": waking.rests_until(now, _LONGEST),
        "today": today,
        "days_off": [day for day in stored.days_off if day >= today],
        "vacations": [
            {"it": each, "runs": each.since <= today, "ends_today": each.until == today}
            for each in stored.vacations
            if each.until >= today
        ],
        "allowance": calendars.allowance(user),
        "rules": {
            "per_year": vacations.PER_YEAR,
            "kept": vacations.KEPT,
            "days_off": vacations.DAYS_OFF_PER_YEAR,
            "emergency": vacations.EMERGENCY,
        },
    }
    return render(request, "accounts/calendar.html", context, status=422 if tried else 200)


def _hours(stored: Calendar) -> HoursForm:
    night = stored.night
    return HoursForm(
        initial={
            "night_from": night and night.since,
            "night_until": night and night.until,
            "weekdays": stored.weekdays,
            "automatic": stored.automatic,
        }
    )
