"""A player's page: results, ratings, habits, and games that others may see, and actions there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.company import privacy, relationships
from accounts.models import User
from boardgames.http.addresses import path
from boardgames.refusal import Refusal
from community import finding
from community.faces import Face
from games.live import online
from games.lobby import friendship, lists
from games.models import Game
from games.moderation import interest
from games.pages.answers import keeps_order, member, reader, refusable, see, why
from games.pages.lists.cards import cards
from games.pages.paging import paged
from games.pages.people import charts
from games.showing import profile, ratings
from games.showing.milestones import TOURNAMENT, Kind, Milestone
from games.showing.profile import TypeResult
from games.showing.ratings import Rating
from games.stages import stage_visibility
from games.storage.position import Position

SHOWN_GAMES = 6
#: Of a rating's history so many games are listed below the curve.
SHOWN_CHANGES = 10
_ICONS = {
    Kind.WON: "score",
    Kind.COMEBACK: "swap",
    Kind.HUNDRED: "clock",
    Kind.THOUSAND: "clock",
    TOURNAMENT: "cup",
}


@require_safe
def show_player(request: HttpRequest, username: str) -> HttpResponse:
    """Everything of somebody that the reader may see."""
    person, me = named(username), request.user.pk
    if person.username != username:
        return redirect("player", username=person.username)
    shown, hides = profile.show_profile(person, me), privacy.hidden_by(person.pk)
    games = {} if "games" in shown["hidden"] else _games(person.pk, me)
    you = shown["you"]
    types = {rules.slug: _(rules.name) for rules in stage_visibility.types(me)}
    context = {
        "person": person,
        "own": person.pk == me,
        "own_gold": person.pk != me,
        "face": Face(**shown["face"]),
        "here": online.find_online([person.pk]).get(person.pk),
        "moderates": keeps_order(request)
        and not interest.refusal(interest.check_person, person.pk, reader(request)),
        "about": shown["about"],
        "favourites": shown["favourites"],
        "links": shown["links"],
        "unlisted": bool(hides),
        "hidden": shown["hidden"],
        "habits": shown["habits"],
        "trophies": shown["trophies"],
        "records": [_record(result) for result in shown["results"]],
        "ratings": [_rating(person.pk, each, types) for each in shown["ratings"]],
        "milestones": [_milestone(each) for each in shown["milestones"]],
        "running": cards(games.get("running", []), me),
        "finished": cards(games.get("finished", []), me),
        "types": [{"slug": slug, "name": name} for slug, name in types.items()],
        "met": you if you and you["games"] else None,
        "friend": you["friend"] if you else "",
        "blocked": bool(you and you["blocked"]),
        "common": you["common"] if you else None,
    }
    return render(request, "games/person.html", context)


@require_safe
def player_games(request: HttpRequest, username: str) -> HttpResponse:
    """The public games of one player, newest first."""
    person = named(username)
    hidden = "games" in profile.hidden_from(person.pk, request.user.pk)
    listed = lists.public_of_person(person.pk, request.user.pk)
    shown, pages = paged(request, [] if hidden else listed)
    games = cards(lists.positions(shown), request.user.pk)
    unlisted = bool(privacy.hidden_by(person.pk))
    context = {"person": person, "games": games, "pages": pages, "unlisted": unlisted}
    return render(request, "games/player.html", context)


def named(username: str) -> User:
    """The person of this name, in any case of letters, suspended or not; 404 for nobody."""
    found = finding.find_named(username)
    if found is None:
        raise Http404
    return found


@require_POST
@member
@refusable
def act_on_person(request: HttpRequest, username: str, what: str) -> HttpResponse:
    """Carry out a button about a person, and return."""
    person, me = named(username), User.objects.get(pk=reader(request))
    try:
        said = _ACTS[what](me, person)
    except KeyError:
        raise Http404 from None
    except Refusal as refused:
        messages.error(request, why(refused))
    else:
        messages.success(request, said % {"name": person.username})
    if request.POST.get("back") == "friends":
        return see("friends")
    return see("player", person.username)


def _befriend(me: User, person: User) -> str:
    if friendship.befriend(me, person):
        return _("You and %(name)s are friends now.")
    return _("You have asked %(name)s. You are friends as soon as they accept.")


def _unfriend(me: User, person: User) -> str:
    relationships.unfriend(me, person)
    return _("%(name)s is no longer on your list.")


def _block(me: User, person: User) -> str:
    relationships.block(me, person)
    return _(
        "%(name)s is blocked: no invitations, no open games together, and no messages from them."
    )


def _unblock(me: User, person: User) -> str:
    relationships.unblock(me, person)
    return _("%(name)s is no longer blocked.")


_ACTS: dict[str, Callable[[User, User], str]] = {
    "friend": _befriend,
    "unfriend": _unfriend,
    "block": _block,
    "unblock": _unblock,
}


def _record(result: TypeResult) -> dict[str, Any]:
    return {**result, "place": number_format(result["place"], 1)}


def _rating(user_id: int, rating: Rating, types: dict[str, str]) -> dict[str, Any]:
    """A rating with its curve and its newest games, the last first."""
    history = ratings.history_of(user_id, rating)["history"]
    name = types[rating["type"]]
    return {
        **rating,
        "name": _("%(game)s, live") % {"game": name} if rating["live"] else name,
        "curve": charts.curve(
            [game["after"] for game in history], [game["doubt"] for game in history]
        ),
        "changes": [
            {**game, "href": path("game", game["game"])}
            for game in reversed(history[-SHOWN_CHANGES:])
        ],
    }


def _milestone(stone: Milestone) -> dict[str, Any]:
    """``href`` is empty where the reader may not look at the game."""
    if stone["tournament"] is not None:
        href = path("tournament", stone["tournament"])
    else:
        href = path("game", stone["game"]) if stone["game"] is not None else ""
    return {**stone, "icon": _ICONS[stone["kind"]], "href": href}


def _games(user_id: int, reader_id: int | None) -> dict[str, list[Position]]:
    """A person's newest public games, by status."""
    newest: list[Game] = []
    for status in (Game.Status.RUNNING, Game.Status.FINISHED):
        newest += lists.public_of_person(user_id, reader_id, status)[:SHOWN_GAMES]
    found: dict[str, list[Position]] = defaultdict(list)
    for position in lists.positions(newest):
        found[position.game.status].append(position)
    return found
