"""People: finding them, what they show, their ratings and games, friendship and blocks."""

from __future__ import annotations

from typing import Annotated

from django.http import HttpRequest, HttpResponse
from ninja import Query, Router

from accounts.company import relationships
from accounts.models import User
from community import finding
from games.api import people_forms as forms
from games.api import schemas
from games.api.answers import ERRORS, answer, person_called
from games.api.auth import ANYBODY, user_id_of, user_of
from games.api.finding import PAGE, Limit, games_page
from games.live import online
from games.lobby import friendship, lists
from games.models import Encounter
from games.showing import people, profile, ratings
from games.stages import stage_visibility
from games.storage.statements import BIGGEST_ID

router = Router()
ONE = {200: forms.Profile, **ERRORS}


@router.get(
    "/people",
    response={200: schemas.People, **ERRORS},
    summary="People with this in their name: friends first, then former opponents",
)
def find_people(
    request: HttpRequest,
    q: Annotated[str, Query(max_length=30, description="three letters or more")],
) -> HttpResponse:
    """At most 20. Needs at least three letters; people who hide themselves are not found."""
    me = user_of(request).pk
    met = Encounter.objects.filter(user=me).values_list("other", flat=True)
    return answer({"people": people.known_to(me, finding.by_part(q, me, met))})


@router.get("/me", response=ONE, summary="The caller")
def show_caller(request: HttpRequest) -> HttpResponse:
    """The caller's own profile, as nobody else sees all of it: `hidden` is empty here."""
    return shown(request, user_of(request))


@router.get("/people/{username}", auth=ANYBODY, response=ONE, summary="A person")
def show_person(request: HttpRequest, username: str) -> HttpResponse:
    """Results, ratings, milestones and habits, as far as this person shows them, and with `you`
    what the caller has in common with them: games against each other, friendship, a block."""
    return shown(request, person_called(username))


@router.get(
    "/people/{username}/ratings",
    auth=ANYBODY,
    response={200: forms.Ratings, **ERRORS},
    summary="A person's ratings and their history",
)
def list_ratings(request: HttpRequest, username: str) -> HttpResponse:
    """Each rating with its last 50 games, the oldest first; none of a person who hides them."""
    person, me = person_called(username), user_id_of(request)
    hidden = "ratings" in profile.hidden_from(person.pk, me)
    shown = [] if hidden else ratings.ratings_of(person.pk, stage_visibility.types(me))
    return answer({"ratings": [ratings.history_of(person.pk, each) for each in shown]})


@router.get(
    "/people/{username}/games",
    auth=ANYBODY,
    response={200: schemas.GamesPage, **ERRORS},
    summary="A person's public games, newest first",
)
def list_games_of_person(
    request: HttpRequest,
    username: str,
    status: schemas.Status | None = None,
    before: Annotated[int | None, Query(ge=0, le=BIGGEST_ID)] = None,
    limit: Limit = PAGE,
) -> HttpResponse:
    """A page of games; `next` of the answer leads to the page after it. None of a person who hides
    their list of games."""
    person, me = person_called(username), user_id_of(request)
    if "games" in profile.hidden_from(person.pk, me):
        return answer({"games": [], "next": None})
    return games_page(lists.public_of_person(person.pk, me, status or "", before), limit)


@router.post("/people/{username}/friend", response=ONE, summary="Send or accept a friend request")
def befriend(request: HttpRequest, username: str) -> HttpResponse:
    """Two people are friends once each has asked: `you.friend` of the answer says how it is now."""
    person = person_called(username)
    friendship.befriend(user_of(request), person)
    return shown(request, person)


@router.post(
    "/people/{username}/unfriend", response=ONE, summary="End a friendship, or decline a request"
)
def unfriend(request: HttpRequest, username: str) -> HttpResponse:
    """Also takes the caller's own request back. The other person is not notified."""
    person = person_called(username)
    relationships.unfriend(user_of(request), person)
    return shown(request, person)


@router.post("/people/{username}/block", response=ONE, summary="Block a person")
def block(request: HttpRequest, username: str) -> HttpResponse:
    """No invitations, no open games together, no messages from them; a friendship ends. The other
    person is not notified."""
    person = person_called(username)
    relationships.block(user_of(request), person)
    return shown(request, person)


@router.post("/people/{username}/unblock", response=ONE, summary="Unblock a person")
def unblock(request: HttpRequest, username: str) -> HttpResponse:
    """Also unblocks the programs of this person. It changes nothing where there was no block."""
    person = person_called(username)
    relationships.unblock(user_of(request), person)
    return shown(request, person)


def shown(request: HttpRequest, person: User) -> HttpResponse:
    """A person as the caller may see them."""
    here = online.find_online([person.pk]).get(person.pk) if user_id_of(request) else None
    data: forms.Profile = {**profile.show_profile(person, user_id_of(request)), "here": here}
    return answer(data)
