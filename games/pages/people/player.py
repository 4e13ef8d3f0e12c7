"""A player's page: results, ratings, habits, and games that others may see, and actions there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypedDict

from django.contrib import messages
from django.db.models import Exists, OuterRef, Q, Sum
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import names
from accounts.company import privacy, relationships
from accounts.models import Block, Friend, User
from accounts.moderation import sanctions
from boardgames.http.addresses import path
from boardgames.refusal import Refusal
from community import faces, links, own_profile
from games.live import connections
from games.lobby import friendship, lists
from games.models import Encounter, Game, RatingChange, Seat, Standing, Tally
from games.moderation import interest
from games.pages.answers import keeps_order, member, reader, refusable, see, why
from games.pages.lists.cards import cards
from games.pages.paging import paged
from games.pages.people import charts, milestones
from games.ratings import lists as rating_lists
from games.ratings import pools
from games.ratings.skill import BEGINNER, SETTLED, shown
from games.rules.engine import Rules
from games.stages import stage_visibility
from games.statistics import habits
from games.storage.position import Position
from games.tournaments import listing as tournaments

SHOWN_GAMES = 6


class Results(NamedTuple):
    """Sums over a person's games of a type."""

    games: int
    wins: float
    places: int
    share: float


class Record(TypedDict):
    """A person's results at a type; shares in percent, ``place`` the mean one."""

    type: str
    name: str
    games: int
    won: int
    won_share: int
    place: str
    share: int


@require_safe
def show_player(request: HttpRequest, username: str) -> HttpResponse:
    """Everything about a person that the reader may see."""
    person = named(username)
    if person.username != username:
        return redirect("player", username=person.username)
    own = person.pk == request.user.pk
    hiding = privacy.hidden_by(person.pk)
    hidden = set() if own else hiding
    profile = own_profile.profile_of(person.pk)
    answering = habits.read_habits([person.pk])[person.pk]
    games = {} if "games" in hidden else _games(person.pk, request.user.pk)
    types = stage_visibility.types(request.user.pk)
    context = {
        "person": person,
        "own": own,
        "own_gold": not own,
        "face": faces.find_faces([person.pk])[person.pk],
        "here": person.pk in connections.connected_users([person.pk])
        if not hiding & {"here", "present"}
        else None,
        "about": profile.about,
        "favourites": profile.favourites,
        "links": links.links(profile.links),
        "moderates": keeps_order(request)
        and not interest.refusal(interest.check_person, person.pk, reader(request)),
        "hidden": hidden,
        "unlisted": bool(hiding),
        "records": [] if "results" in hidden else _records(person.pk, types),
        "ratings": [] if "ratings" in hidden else _ratings(person.pk, types),
        "milestones": []
        if "milestones" in hidden
        else milestones.shown(person.pk, request.user.pk),
        "trophies": [] if "results" in hidden else tournaments.trophies(person.pk, request.user.pk),
        "pace": None if "habits" in hidden else answering.pace,
        "turns": None if "habits" in hidden else answering.turns,
        "running": cards(games.get("running", []), request.user.pk),
        "finished": cards(games.get("finished", []), request.user.pk),
        "types": [{"slug": rules.slug, "name": _(rules.name)} for rules in types],
        **_between(None if own else request.user.pk, person.pk),
    }
    return render(request, "games/person.html", context)


@require_safe
def player_games(request: HttpRequest, username: str) -> HttpResponse:
    """The public games of one player, newest first."""
    person = named(username)
    hides = privacy.hidden_by(person.pk)
    hidden = person.pk != request.user.pk and "games" in hides
    listed = lists.public_of_person(person.pk, request.user.pk)
    shown, pages = paged(request, [] if hidden else listed)
    games = cards(lists.positions(shown), request.user.pk)
    context = {"person": person, "games": games, "pages": pages, "unlisted": bool(hides)}
    return render(request, "games/player.html", context)


def named(username: str) -> User:
    """The person of this name, case ignored, suspended or not; 404 for nobody."""
    if not names.could_be(username):
        raise Http404
    here = Q(is_active=True) | Q(pk__in=sanctions.away().values("user"))
    return get_object_or_404(User, here, username__iexact=username)


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


def _records(user_id: int, types: Iterable[Rules[Any]]) -> list[Record]:
    """A person's results, by game type."""
    tallies = Tally.objects.filter(user=user_id, kind="record").values_list("type")
    sums = tallies.annotate(Sum("games"), Sum("wins"), Sum("places"), Sum("share"))
    results = {type_: Results(*rest) for type_, *rest in sums}
    return [
        _record(rules.slug, _(rules.name), results[rules.slug])
        for rules in types
        if rules.slug in results
    ]


def _record(type_: str, name: str, results: Results) -> Record:
    games, won = results.games, round(results.wins)
    return {
        "type": type_,
        "name": name,
        "games": games,
        "won": won,
        "won_share": round(100 * won / games),
        "place": number_format(results.places / games, 1),
        "share": round(100 * results.share / games),
    }


def _ratings(user_id: int, types: Iterable[Rules[Any]]) -> list[dict[str, Any]]:
    standings = rating_lists.ratings_of(user_id)
    return [
        {
            "type": rules.slug,
            "live": pools.is_live(pool),
            "name": _("%(game)s, live") % {"game": _(rules.name)}
            if pools.is_live(pool)
            else _(rules.name),
            **rating(standings[pool]),
            **_drawn(rating_lists.curve(user_id, pool)),
        }
        for rules in types
        for pool in pools.both(rules.slug)
        if pool in standings
    ]


def rating(standing: Standing) -> dict[str, Any]:
    """A rating in the form for pages."""
    return {
        "number": shown(standing.mu),
        "doubt": shown(standing.sigma),
        "provisional": not standing.listed,
        "missing": max(0, SETTLED - standing.games) if not standing.season else 0,
        "games": standing.games,
    }


def _drawn(changes: Sequence[RatingChange]) -> dict[str, Any]:
    befores = [BEGINNER.mu, *(change.mu for change in changes)]
    return {
        "curve": charts.curve(
            [shown(change.mu) for change in changes], [shown(change.sigma) for change in changes]
        ),
        "changes": [
            {
                "href": path("game", change.game_id),
                "at": change.at,
                "place": change.place,
                "before": shown(before),
                "after": shown(change.mu),
            }
            for before, change in [*zip(befores, changes, strict=False)][:-11:-1]
        ],
    }


def _games(user_id: int, reader_id: int | None) -> dict[str, list[Position]]:
    """A person's newest public games, by status."""
    newest: list[Game] = []
    for status in (Game.Status.RUNNING, Game.Status.FINISHED):
        newest += lists.public_of_person(user_id, reader_id, status)[:SHOWN_GAMES]
    found: dict[str, list[Position]] = defaultdict(list)
    for position in lists.positions(newest):
        found[position.game.status].append(position)
    return found


def _between(me_id: int | None, user_id: int) -> dict[str, Any]:
    """What the reader and this person have in common, None if nobody.

    ``common`` is the newest unfinished game that both play.
    """
    if me_id is None:  # No row has the number 0, but free seats do.
        return {"met": None, "friend": "", "blocked": False, "common": None}
    asked = Friend.objects.filter(user=me_id, friend=user_id).exists()
    asks = Friend.objects.filter(user=user_id, friend=me_id).exists()
    met = Encounter.objects.filter(user=me_id, other=user_id).aggregate(
        games=Sum("games"), ahead=Sum("ahead"), behind=Sum("behind")
    )
    unfinished = Seat.objects.filter(
        rank=None, game__status__in=(Game.Status.OPEN, Game.Status.RUNNING)
    )
    theirs = unfinished.filter(user=user_id, game=OuterRef("game"))
    common = unfinished.filter(Exists(theirs), user=me_id).order_by("-game")
    return {
        "met": met if met["games"] is not None else None,
        "friend": "both" if asked and asks else "asked" if asked else "asks" if asks else "",
        "blocked": Block.objects.filter(user=me_id, blocked=user_id).exists(),
        "common": common.values_list("game", flat=True).first(),
    }
