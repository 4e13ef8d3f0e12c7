"""A series of tournaments: its editions, the next one, its plan, and its end."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.current_user import current_user
from accounts.models import User
from games.pages.answers import member, reader, refusable, see
from games.pages.tournaments import views, words
from games.pages.tournaments.forms import said_at_its_field
from games.pages.tournaments.series_form import SeriesForm
from games.tournaments import listing
from games.tournaments.series import series


@require_safe
@never_cache
@refusable
def show_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Its editions with their winners, newest first."""
    me = User.objects.get(pk=request.user.pk) if request.user.is_authenticated else None
    here = listing.one_series(series_id, me)
    context = {
        "here": here,
        "head": views.regular(here),
        "league": series.is_league(here),
        "runs": series.runs(here, me),
        "editions": [
            {
                "id": each.tournament.pk,
                "name": each.tournament.name,
                "status": each.tournament.get_status_display(),
                "when": words.until(each.tournament),
                "winners": each.winners,
            }
            for each in listing.editions(here)
        ],
    }
    return render(request, "games/series.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@member
@refusable
def change(request: HttpRequest, series_id: int) -> HttpResponse:
    """Change the plan from the next edition on."""
    here = listing.one_series(series_id, current_user(request))
    series.check_runs(here, reader(request))
    form = SeriesForm(request.POST if request.method == "POST" else None, here)
    if request.method == "POST" and form.is_valid():
        with said_at_its_field(form):
            series.change(here.pk, reader(request), form.plan(), form.rhythm_, form.days_to_join)
            messages.success(request, _("The next tournament follows this plan."))
            return see("series", here.pk)
    status = 422 if form.errors else 200
    return render(request, "games/series_change.html", {"form": form, "here": here}, status=status)


@require_POST
@member
@refusable
def stop(request: HttpRequest, series_id: int) -> HttpResponse:
    """Open no further edition."""
    series.stop(series_id, reader(request))
    messages.success(request, _("The series has ended. Its running tournaments go on."))
    return see("series", series_id)
