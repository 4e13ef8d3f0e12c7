"""What others may see of somebody: results, ratings, habits, games; and what one may do there."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any, TypedDict

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import company, names, privacy
from accounts.models import User
from games.lobby import friendship, lists
from games.models import Game, Seat
from games.pages import charts
from games.pages.answers import member, reader, refusable, see
from games.pages.cards import cards
from games.ratings import lists as rating_lists
from games.ratings.skill import SETTLED, shown
from games.rules import registry
from games.statistics import habits
from games.tallies import Encounter, Standing, Tally

SHOWN_GAMES = 6


class Record(TypedDict):
    """Somebody's results at a type; shares in percent, ``place`` the mean one."""

    type: str
    name: str
    games: int
    won: int
    won_share: int
    place: str
    share: int


@require_safe
def page(request: HttpRequest, username: str) -> HttpResponse:
    """Everything of somebody that the reader may see."""
    person = named(username)
    if person.username != username:
        return redirect("player", username=person.username)
    own = person.pk == request.user.pk
    hidden = set() if own else privacy.hidden_by(person.pk)
    context = {
        "person": person,
        "own": own,
        "hidden": hidden,
        "records": [] if "results" in hidden else _records(person.pk),
        "ratings": [] if "ratings" in hidden else _ratings(person.pk),
        "pace": None if "habits" in hidden else habits.pace([person.pk])[person.pk],
        "turns": None if "habits" in hidden else habits.reliability([person.pk])[person.pk],
        "running": [] if "games" in hidden else _games(person.pk, "running", request.user.pk),
        "finished": [] if "games" in hidden else _games(person.pk, "finished", request.user.pk),
        "types": [{"slug": rules.slug, "name": _(rules.name)} for rules in registry.all()],
        **_between(request.user.pk, person),
    }
    return render(request, "games/person.html", context)


def named(username: str) -> User:
    """The person of this name, in any case of letters; 404 for nobody."""
    if not names.could_be(username):
        raise Http404
    return get_object_or_404(User, username__iexact=username, is_active=True)


@require_POST
@member
@refusable
def act(request: HttpRequest, username: str, what: str) -> HttpResponse:
    """A button about somebody; back to where it was."""
    person, me = named(username), User.objects.get(pk=reader(request))
    try:
        said = _ACTS[what](me, person)
    except KeyError:
        raise Http404 from None
    except company.Refused as refused:
        messages.error(request, str(refused))
    else:
        messages.success(request, said % {"name": person.username})
    if request.POST.get("back") == "friends":
        return see("friends")
    return see("player", person.username)


def _befriend(me: User, person: User) -> str:
    if friendship.befriend(me, person):
        return _("You and %(name)s are friends now.")
    return _("%(name)s is asked. You are friends as soon as the answer is yes.")


def _unfriend(me: User, person: User) -> str:
    company.unfriend(me, person)
    return _("%(name)s is no longer on your list.")


def _block(me: User, person: User) -> str:
    company.block(me, person)
    return _("%(name)s is blocked: no invitations, no common open games, and no word from there.")


def _unblock(me: User, person: User) -> str:
    company.unblock(me, person)
    return _("%(name)s is no longer blocked.")


_ACTS: dict[str, Callable[[User, User], str]] = {
    "friend": _befriend,
    "unfriend": _unfriend,
    "block": _block,
    "unblock": _unblock,
}


def _records(user_id: int) -> list[Record]:
    rows: dict[str, list[Tally]] = defaultdict(list)
    for row in Tally.objects.filter(user=user_id, kind="record"):
        rows[row.type].append(row)
    return [
        _record(rules.slug, _(rules.name), rows[rules.slug])
        for rules in registry.all()
        if rows[rules.slug]
    ]


def _record(type_: str, name: str, rows: list[Tally]) -> Record:
    games, won = sum(row.games for row in rows), round(sum(row.wins for row in rows))
    return {
        "type": type_,
        "name": name,
        "games": games,
        "won": won,
        "won_share": round(100 * won / games),
        "place": number_format(sum(row.places for row in rows) / games, 1),
        "share": round(100 * sum(row.share for row in rows) / games),
    }


def _ratings(user_id: int) -> list[dict[str, Any]]:
    found = rating_lists.ratings_of(user_id)
    return [
        {
            "type": rules.slug,
            "name": _(rules.name),
            **rating(found[rules.slug]),
            **_drawn(user_id, rules.slug),
        }
        for rules in registry.all()
        if rules.slug in found
    ]


def rating(standing: Standing) -> dict[str, Any]:
    """A rating as pages show it."""
    return {
        "number": shown(standing.mu),
        "doubt": shown(standing.sigma),
        "provisional": not standing.listed,
        "missing": max(0, SETTLED - standing.games) if not standing.season else 0,
        "games": standing.games,
    }


def _drawn(user_id: int, type_: str) -> dict[str, Any]:
    changes = rating_lists.curve(user_id, type_)
    return {
        "curve": charts.curve(
            [shown(change.mu) for change in changes], [shown(change.sigma) for change in changes]
        ),
        "changes": [
            {
                "game": change.game_id,
                "at": change.at,
                "place": change.place,
                "number": shown(change.mu),
            }
            for change in changes[:-11:-1]
        ],
    }


def _games(user_id: int, status: str, viewer: int | None) -> list[Any]:
    rows = lists.games(of=user_id, status=status).filter(visibility=Game.Visibility.PUBLIC)
    return list(cards(rows[:SHOWN_GAMES], viewer))


def _between(me_id: int | None, person: User) -> dict[str, Any]:
    """What the reader and this person have in common."""
    if me_id is None or me_id == person.pk:
        return {"met": None, "friend": "", "blocked": False, "common": None}
    asked = set(person.friend_of.filter(user=me_id).values_list("user_id", flat=True))
    asks = set(person.friends.filter(friend=me_id).values_list("friend_id", flat=True))
    met = list(Encounter.objects.filter(user=me_id, other=person.pk))
    return {
        "met": {
            "games": sum(row.games for row in met),
            "ahead": sum(row.ahead for row in met),
            "behind": sum(row.behind for row in met),
        }
        if met
        else None,
        "friend": "both" if asked and asks else "asked" if asked else "asks" if asks else "",
        "blocked": person.blocked_by.filter(user=me_id).exists(),
        "common": _common_table(me_id, person.pk),
    }


def _common_table(me_id: int, user_id: int) -> int | None:
    """The newest game that is not over and in which both sit."""
    mine = Seat.objects.filter(user=me_id, rank=None, game__status__in=["open", "running"])
    theirs = Seat.objects.filter(user=user_id, rank=None, game__in=mine.values("game"))
    return theirs.order_by("-game").values_list("game_id", flat=True).first()
