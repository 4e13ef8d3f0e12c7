"""Series of tournaments, which repeat by themselves, with their editions."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from accounts.models import User
from games.api import schemas, tournaments
from games.api.answers import ERRORS, answer
from games.api.auth import ANYBODY, user_id_of
from games.models import Series
from games.tournaments import listing
from games.tournaments.series.series import plan_of

router = Router()


@router.get(
    "/series",
    auth=ANYBODY,
    response={200: schemas.SeriesList, **ERRORS},
    summary="The series of tournaments that are running",
)
def list_series(request: HttpRequest) -> HttpResponse:
    """At most 50, the newest first; a club's series only for its members."""
    found = listing.series(user_id_of(request))
    return answer({"series": [_summary(each) for each in found[: tournaments.PAGE]]})


@router.get(
    "/series/{int:series_id}",
    auth=ANYBODY,
    response={200: schemas.Series, **ERRORS},
    summary="A series of tournaments",
)
def show_series(request: HttpRequest, series_id: int) -> HttpResponse:
    """Its newest editions with their winners; of a league, its seasons."""
    asks = user_id_of(request)
    here = listing.one_series(series_id, User.objects.get(pk=asks) if asks else None)
    data: schemas.Series = {
        **_summary(here),
        "editions": [
            {
                "winner": each.winners[0] if len(each.winners) == 1 else None,
                "winners": each.winners,
                "tournament": tournaments.summary(each.tournament),
            }
            for each in listing.editions(here)
        ],
    }
    return answer(data)


def _summary(here: Series) -> schemas.SeriesSummary:
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
