"""The page of people: found by a part of the name, here now or today, waiting for a game, new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, TypedDict

from django.db.models import Exists, OuterRef
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.company import privacy
from accounts.models import User
from accounts.oneself import myself
from boardgames.http.addresses import path
from community import finding
from community.faces import Face, by_lot
from games.live import here
from games.lobby import lists
from games.models import Encounter, Game, Seat
from games.pages.answers import member
from games.pages.people.lines import Line, lines, visited
from games.pages.people.tabs import tabs
from games.rules import registry
from games.statistics import habits
from games.storage.position import Position

#: So few are shown all together, and not by what they do.
YOUNG = 12
#: Of those who were here last so many are looked at, and so many shown at first.
LATELY, SHOWN = 200, 12
#: Lines of those who wait, and of those who are new; open games that are looked at for it.
LINES, WAITING = 6, 40
TODAY = timedelta(days=1)


class Visitor(TypedDict):
    """Somebody who is here, or was today."""

    name: str
    href: str
    face: Face
    here: bool
    sub: str


@require_safe
@never_cache
@member
def people(request: HttpRequest) -> HttpResponse:
    """`q` finds by a part of the name; `here=all` shows everybody who is here or was today."""
    me = myself(request)
    part = request.GET.get("q", "").strip()
    seen = _seen()
    young = _young(me.pk, seen)
    context: dict[str, Any] = {
        "tabs": tabs(request, "people"),
        "q": part[:30],
        "fewest": finding.FEWEST_LETTERS,
        "found": _found(part, me.pk, seen) if part else None,
        "young": young,
        "own_gold": young is not None,
        "shown_as": _shown_as(me),
    }
    if young is None:
        visitors = _visitors(me.pk, seen)
        everybody = request.GET.get("here") == "all"
        context |= {
            "waiting": _waiting(me.pk, seen),
            "new": lines(finding.newcomers(me.pk, LINES), me.pk, seen),
            "here_now": [one for one in visitors if one["here"]],
            "today": [one for one in visitors if not one["here"]],
            "most": LATELY if everybody else SHOWN,
        }
    return render(request, "games/people.html", context)


def _seen() -> dict[int, datetime]:
    """Until when those were here who let everybody know it, the last first."""
    found = here.lately(LATELY)
    hidden = privacy.hidden_by_many(found)
    return {
        user_id: until
        for user_id, until in found.items()
        if not hidden.get(user_id, set()) & {"here", "present"}
    }


def _found(part: str, reader_id: int, seen: dict[int, datetime]) -> list[Line]:
    met = Encounter.objects.filter(user=reader_id).values("other")
    return lines(finding.by_part(part, reader_id, met), reader_id, seen, part=part)


def _young(reader_id: int, seen: dict[int, datetime]) -> list[Line] | None:
    """Everybody, who was here last first, while these are few; else None."""
    everybody = list(finding.listed(reader_id).filter(is_guest=False)[: YOUNG + 1])
    if len(everybody) > YOUNG:
        return None
    now = timezone.now()
    hidden = privacy.hidden_by_many(one.pk for one in everybody)
    shy = {each for each, parts in hidden.items() if parts & {"here", "present"}}
    last = {
        one.pk: seen.get(one.pk) or min(one.last_login or one.date_joined, now)
        for one in everybody
        if one.pk not in shy
    }
    everybody.sort(key=lambda one: last.get(one.pk, one.date_joined), reverse=True)
    subs = {user_id: visited(at, now) for user_id, at in last.items()}
    return lines(everybody, reader_id, last, subs=subs)


def _visitors(reader_id: int, seen: dict[int, datetime]) -> list[Visitor]:
    """Who is here or was within a day, the last first."""
    now = timezone.now()
    recent = {each: until for each, until in seen.items() if until > now - TODAY}
    people = finding.listed(reader_id).in_bulk(list(recent))
    playing = _playing(people, reader_id)
    return [
        {
            "name": people[user_id].username,
            "href": path("player", people[user_id].username),
            "face": by_lot(user_id),
            "here": until > now,
            "sub": playing.get(user_id, "") or visited(until, now),
        }
        for user_id, until in recent.items()
        if user_id in people
    ]


def _playing(user_ids: Iterable[int], reader_id: int) -> dict[int, str]:
    """What those of these people play who show their games: the public game that moved last."""
    ids = list(user_ids)
    hidden = privacy.hidden_by_many(ids)
    mine = Seat.objects.filter(game=OuterRef("game"), user=reader_id).exclude(user=OuterRef("user"))
    seats = (
        Seat.objects.filter(
            user__in=[each for each in ids if "games" not in hidden.get(each, ())],
            rank=None,
            bot="",
            game__status=Game.Status.RUNNING,
            game__visibility=Game.Visibility.PUBLIC,
        )
        .order_by("user", "-game__moved_at")
        .distinct("user")
        .annotate(together=Exists(mine))
    )
    types = {rules.slug: rules for rules in registry.all()}
    words = {}
    for user_id, type_, together in seats.values_list("user", "game__type", "together"):
        if type_ in types:
            said = _("plays %(game)s with you") if together else _("plays %(game)s")
            words[user_id] = said % {"game": _(types[type_].name)}
    return words


def _waiting(reader_id: int, seen: dict[int, datetime]) -> list[dict[str, Any]]:
    """Who waits in which open game, those first who answer about as fast as the reader."""
    listing = lists.waiting_for_players(lists.Wish(), reader_id)[:WAITING]
    games = _by_person(lists.positions(listing), reader_id)
    people = finding.listed(reader_id).in_bulk(list(games))
    answering = habits.of([reader_id, *people])
    mine = answering[reader_id].pace

    def apart(one: User) -> float:
        theirs = answering[one.pk].pace
        if not mine or not theirs:
            return float("inf")
        return max(theirs / mine, mine / theirs)

    near = sorted(people.values(), key=apart)[:LINES]
    subs = {one.pk: _wants(games[one.pk], seen.get(one.pk)) for one in near}
    shown = lines(near, reader_id, seen, subs=subs)
    return [
        {"line": line, "join": path("game-join", games[one.pk].game.pk)}
        for one, line in zip(near, shown, strict=True)
    ]


def _by_person(open_games: Sequence[Position], reader_id: int) -> dict[int, Position]:
    """The newest game in which each waits, but for those in which the reader does."""
    found: dict[int, Position] = {}
    types = {rules.slug for rules in registry.all()}
    for position in open_games:
        if position.seat_of(reader_id) is None and position.game.type in types:
            for seat in position.seats:
                if seat.user_id is not None:
                    found.setdefault(seat.user_id, position)
    return found


def _wants(position: Position, until: datetime | None) -> str:
    wants = _("wants %(game)s for %(number)d") % {
        "game": _(position.type.name),
        "number": position.game.players,
    }
    if until is None:
        return wants
    return f"{visited(until, timezone.now())}, {wants}"


def _shown_as(me: User) -> str:
    """What others read here of the reader; empty for who hides."""
    hidden = privacy.hidden_by(me.pk)
    if "found" in hidden:
        return ""
    playing = _playing([me.pk], 0).get(me.pk, "")
    if hidden & {"here", "present"} or not playing:
        return me.username
    return f"{me.username}, {playing}"
