"""Events of clubs: reading, planning and cancelling them, and saying whether you come."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ninja import Router

from accounts.models import User
from community.clubs import queries, rights
from games.api import club_forms as forms
from games.api.answers import ERRORS, answer
from games.api.auth import user_of
from games.clocks import kinds
from games.clubs import events, making, results
from games.clubs.events import Plan
from games.models import ClubEvent
from games.rules import registry

#: Events that are listed, and people who are named as coming.
SHOWN, NAMED = 20, 12

router = Router()
ALL = {200: forms.ClubEvents, **ERRORS}


@router.get("/clubs/{int:club_id}/events", response=ALL, summary="The events of a club")
def list_events(request: HttpRequest, club_id: int) -> HttpResponse:
    """For members: what is to come, with the caller's answers, and what began less than six hours
    ago, with its games."""
    return _all(request, club_id)


@router.post(
    "/clubs/{int:club_id}/events",
    response={201: forms.ClubEvents, **ERRORS},
    summary="Plan an event of a club",
)
def plan_event(request: HttpRequest, club_id: int, body: forms.NewEvent) -> HttpResponse:
    """For the people who run the club; all members are notified. It begins between ten minutes and
    half a year from now."""
    clock = body.clock.model_dump(exclude_unset=True, exclude_none=True) if body.clock else None
    wanted = Plan(
        title=body.title,
        at=body.at,
        type=body.type,
        players=body.players,
        clock=clock or kinds.as_json(kinds.DEFAULT),
        options=body.options,
        rated=body.rated,
    )
    events.plan(club_id, user_of(request).pk, wanted)
    return _all(request, club_id, 201)


@router.post(
    "/clubs/{int:club_id}/events/{int:event_id}/answer",
    response=ALL,
    summary="Say whether you come to an event",
)
def answer_event(
    request: HttpRequest, club_id: int, event_id: int, body: forms.EventAnswer
) -> HttpResponse:
    """For members; the answer can be changed until the event begins."""
    events.answer_event(club_id, event_id, user_of(request).pk, comes=body.comes)
    return _all(request, club_id)


@router.post(
    "/clubs/{int:club_id}/events/{int:event_id}/cancel", response=ALL, summary="Cancel an event"
)
def cancel_event(request: HttpRequest, club_id: int, event_id: int) -> HttpResponse:
    """For the people who run the club. Everyone who had said yes is notified."""
    events.call_off(club_id, event_id, user_of(request).pk)
    return _all(request, club_id)


def _all(request: HttpRequest, club_id: int, status: int = 200) -> HttpResponse:
    me = user_of(request).pk
    queries.seen(club_id, me)
    rights.check_member(club_id, me)
    known = {rules.slug for rules in registry.all()}
    found = [each for each in results.list_events(club_id, SHOWN) if each.type in known]
    numbers = [each.pk for each in found]
    mine, tables = results.said_to(numbers, me), results.tables(numbers)
    coming = making.coming_by_event(club_id, numbers)
    named = {user for users in coming.values() for user in users[:NAMED]}
    names = dict(User.objects.filter(pk__in=named).values_list("pk", "username"))
    data: forms.ClubEvents = {
        "events": [
            {
                **_event(each, [names.get(user, "") for user in coming[each.pk]]),
                "mine": mine.get(each.pk),
                "tables": [
                    {"number": table.number, "game": table.game_id or 0}
                    for table in tables.get(each.pk, [])
                ],
            }
            for each in found
        ]
    }
    return answer(data, status)


def _event(event: ClubEvent, coming: list[str]) -> forms.ClubEvent:
    return {
        "id": event.pk,
        "title": event.title,
        "at": event.at,
        "type": event.type,
        "players": event.players,
        "clock": event.clock,
        "options": event.options,
        "rated": event.rated,
        "open": event.state == ClubEvent.State.PLANNED and event.at > timezone.now(),
        "mine": None,
        "coming": len(coming),
        "names": coming[:NAMED],
        "tables": [],
    }
