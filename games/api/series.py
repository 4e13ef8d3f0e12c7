"""Series of tournaments, which repeat by themselves: starting, changing and ending them."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from ninja import Router

from accounts.models import User
from games.api import tournament_forms as forms
from games.api import tournaments
from games.api.answers import ERRORS, answer
from games.api.auth import ANYBODY, user_id_of, user_of
from games.api.tournament_plans import plan_settings, show_plan
from games.models import Series
from games.tournaments import listing
from games.tournaments.kinds.kinds import KINDS
from games.tournaments.plan import Plan
from games.tournaments.series import series
from games.tournaments.series.series import plan_of

router = Router()
ONE = {200: forms.Series, **ERRORS}
#: Days to join where a program says nothing.
USUAL_JOINING = 7


@router.get(
    "/series",
    auth=ANYBODY,
    response={200: forms.SeriesList, **ERRORS},
    summary="The series of tournaments that are running",
)
def list_series(request: HttpRequest) -> HttpResponse:
    """At most 50, the newest first; a club's series only for its members."""
    found = listing.series(user_id_of(request))
    return answer({"series": [_summary(each) for each in found[: tournaments.PAGE]]})


@router.post("/series", response={201: forms.Series, **ERRORS}, summary="Start a series")
def start_series(request: HttpRequest, body: forms.NewSeries) -> HttpResponse:
    """Its first edition opens at once; the next ones follow by themselves until somebody ends the
    series."""
    plan, joining = Plan(**plan_settings(body)), _days_to_join(body, body.kind)
    begins = plan.starts_at
    begun = series.start_series(user_of(request).pk, plan, body.rhythm, joining, begins)
    return _one(request, begun.pk, 201)


@router.get(
    "/series/{int:series_id}", auth=ANYBODY, response=ONE, summary="A series of tournaments"
)
def show_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Its newest editions with their winners; of a league, its seasons. `plan` is what the next
    edition follows."""
    return _one(request, series_id)


@router.put(
    "/series/{int:series_id}", response=ONE, summary="Change a series from the next edition on"
)
def change_series(request: HttpRequest, series_id: int, body: forms.SeriesPlan) -> HttpResponse:
    """For the people who run it. Replaces its plan; open and running editions keep theirs."""
    here = listing.one_series(series_id, user_of(request))
    series.check_runs(here, user_of(request).pk)
    plan = replace(plan_of(here), **plan_settings(body))
    joining = _days_to_join(body, plan.kind)
    series.change(series_id, user_of(request).pk, plan, body.rhythm, joining)
    return _one(request, series_id)


@router.post("/series/{int:series_id}/stop", response=ONE, summary="End a series")
def stop_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """For the people who run it. No further edition opens; open and running ones go on."""
    listing.one_series(series_id, user_of(request))
    series.stop(series_id, user_of(request).pk)
    return _one(request, series_id)


def _days_to_join(body: forms.Repeated, kind: str) -> int:
    if body.joining is None:
        return 0 if KINDS[kind].lasting else USUAL_JOINING
    return body.joining


def _one(request: HttpRequest, series_id: int, status: int = 200) -> HttpResponse:
    asks = user_id_of(request)
    here = listing.one_series(series_id, User.objects.get(pk=asks) if asks else None)
    data: forms.Series = {
        **_summary(here),
        "plan": show_plan(plan_of(here)) | {"rhythm": here.rhythm, "joining": here.joining},
        "editions": [
            {
                "winner": each.winners[0] if len(each.winners) == 1 else None,
                "winners": each.winners,
                "tournament": tournaments.summary(each.tournament),
            }
            for each in listing.editions(here)
        ],
    }
    return answer(data, status)


def _summary(here: Series) -> forms.SeriesSummary:
    plan = plan_of(here)
    return {
        "id": here.pk,
        "name": here.name,
        "kind": plan.kind,
        "type": plan.type,
        "players": plan.players,
        "rhythm": here.rhythm,
        "joining": here.joining,
        "active": here.active,
        "next_at": tournaments.moment(here.next_at),
        "organiser": here.organiser.username,
        "club": here.club_id,
    }
