"""The caller's friends, circles of friends, and blocks."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from ninja import Router

from accounts.company import relationships
from accounts.models import Circle, User
from games.api import people_forms as forms
from games.api import schemas
from games.api.answers import ERRORS, answer, current, not_found
from games.api.auth import user_of
from games.live import online
from games.lobby import presets
from games.rules import registry

router = Router()
ALL = {200: forms.Friends, **ERRORS}


@router.get("/friends", response=ALL, summary="Friends, friend requests, circles and blocks")
def list_friends(request: HttpRequest) -> HttpResponse:
    """All lists, each by name. `/people/USERNAME/friend` sends and accepts a friend request."""
    return _all(request)


@router.post("/friends/circles", response=ALL, summary="Create or change a circle of friends")
def make_circle(request: HttpRequest, body: forms.NewCircle) -> HttpResponse:
    """A circle has at most ten friends, who can be invited together. Of the people named, only
    friends of the caller become members."""
    chosen = User.objects.filter(username__in=body.members)
    relationships.make_circle(user_of(request), body.name, list(chosen))
    return _all(request)


@router.delete("/friends/circles/{int:circle_id}", response=ALL, summary="Delete a circle")
def drop_circle(request: HttpRequest, circle_id: int) -> HttpResponse:
    """Its members remain friends, and are not notified."""
    try:
        relationships.drop_circle(user_of(request), circle_id)
    except Circle.DoesNotExist:
        raise not_found() from None
    return _all(request)


@router.post(
    "/friends/presets/{int:preset_id}",
    response={201: schemas.Game, **ERRORS},
    summary="Create a game with the settings that are kept for a circle",
)
def start_preset_game(request: HttpRequest, preset_id: int) -> HttpResponse:
    """All friends of the circle are invited, except those who cannot be invited any more."""
    made = presets.start_preset_game(user_of(request).pk, preset_id)
    return current(request, made.game.pk, 201)


def _all(request: HttpRequest) -> HttpResponse:
    me = user_of(request).pk
    friends = list(relationships.friends_of(me))
    here = online.find_online_friends(one.pk for one in friends)
    data: forms.Friends = {
        "friends": [one.username for one in friends],
        "here": [one.username for one in friends if one.pk in here],
        "asking": [one.username for one in relationships.asking(me)],
        "asked": [one.username for one in relationships.asked_by(me)],
        "blocked": [one.username for one in relationships.blocked_by(me)],
        "circles": [
            _circle(circle) for circle in relationships.circles_of(me).prefetch_related("presets")
        ],
    }
    return answer(data)


def _circle(circle: Circle) -> forms.Circle:
    known = {rules.slug for rules in registry.all()}
    kept = [preset for preset in circle.presets.all() if preset.type in known]
    return {
        "id": circle.pk,
        "name": circle.name,
        "members": [member.username for member in circle.members.all() if member.is_active],
        "presets": [{"id": preset.pk, "type": preset.type} for preset in kept],
    }
