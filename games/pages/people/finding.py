"""The page of people: search by name, visitors of today, people waiting for a game,
newcomers, milestones."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.company import privacy
from accounts.current_user import current_user
from accounts.models import User
from boardgames.http.addresses import path
from community import finding
from games.lobby import lists, opponent_stats
from games.models import Encounter
from games.pages.answers import member
from games.pages.lists.visitors import LATELY, playing, seen_lately, visited, visitors_of
from games.pages.paging import one_of
from games.pages.people.lines import Line, lines
from games.pages.people.recent_milestones import lately
from games.pages.people.tabs import tabs
from games.ratings import lists as ratings
from games.ratings.seasons import season_of
from games.rules import registry
from games.stages import stage_visibility
from games.statistics import habits
from games.storage.position import Position

#: So few people are listed all together, and not in groups.
YOUNG = 12
#: Recent visitors shown at first.
SHOWN = 12
#: Lines of waiting people and of newcomers; open games that are considered for the former.
LINES, WAITING = 6, 40
#: How many regulars of a game are considered to find some whom the reader may see.
LOOKED_AT = 30


@require_safe
@never_cache
@member
def people(request: HttpRequest) -> HttpResponse:
    """`q` searches by a part of the name; `here=all` shows everybody who is or was here today."""
    me = current_user(request)
    part = request.GET.get("q", "").strip()
    seen = seen_lately()
    names = stage_visibility.type_names(me.pk)
    young = _young(me.pk, seen, names)
    context: dict[str, Any] = {
        "tabs": tabs(request, "people"),
        "q": part[:30],
        "fewest": finding.FEWEST_LETTERS,
        "found": _found(part, me.pk, seen, names) if part else None,
        "young": young,
        "own_gold": young is not None,
        "shown_as": _shown_as(me),
        "lately": [] if part else lately(me),
    }
    if young is None:
        visitors = visitors_of(me.pk, seen, names)
        everybody = request.GET.get("here") == "all"
        context |= {
            "waiting": _waiting(me, seen, names),
            "new": lines(finding.newcomers(me.pk, LINES), me.pk, seen, names),
            "regulars": _regulars(me.pk, request.GET.get("game", ""), seen, names),
            "here_now": [one for one in visitors if one["here"]],
            "today": [one for one in visitors if not one["here"]],
            "most": LATELY if everybody else SHOWN,
        }
    return render(request, "games/people.html", context)


def _regulars(
    reader_id: int, wanted: str, seen: dict[int, datetime], names: dict[str, str]
) -> dict[str, Any]:
    """The people who play a game most in this season.

    The game is the one in `game`, otherwise the reader's most played, otherwise the first.
    """
    own = (slug for slug in opponent_stats.types_of(reader_id) if slug in names)
    slug = one_of(wanted, names) or next(own, next(iter(names), ""))
    ids = ratings.regulars(slug, season_of(timezone.now()), LOOKED_AT)
    here = finding.list_findable_people(reader_id).in_bulk(ids)
    found = [here[each] for each in ids if each in here][:LINES]
    return {
        "name": names.get(slug, ""),
        "lines": lines(found, reader_id, seen, names),
        "others": [(name, f"?game={each}") for each, name in names.items() if each != slug],
    }


def _found(
    part: str, reader_id: int, seen: dict[int, datetime], names: dict[str, str]
) -> list[Line]:
    met = Encounter.objects.filter(user=reader_id).values_list("other", flat=True)
    return lines(finding.by_part(part, reader_id, met), reader_id, seen, names, part=part)


def _young(reader_id: int, seen: dict[int, datetime], names: dict[str, str]) -> list[Line] | None:
    """All people, the most recent visitor first, while they are few; otherwise None."""
    everybody = list(finding.members(reader_id)[: YOUNG + 1])
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
    return lines(everybody, reader_id, last, names, subs=subs)


def _waiting(me: User, seen: dict[int, datetime], names: dict[str, str]) -> list[dict[str, Any]]:
    """People who wait in open games.

    First come those who share the reader's language, and among them those with a similar pace.
    """
    reader_id = me.pk
    listing = lists.waiting_for_players(lists.Wish(), reader_id)[:WAITING]
    games = _by_person(lists.positions(listing), reader_id)
    people = finding.list_findable_people(reader_id).in_bulk(list(games))
    answering = habits.read_habits([reader_id, *people])
    mine = answering[reader_id].pace

    def apart(one: User) -> float:
        theirs = answering[one.pk].pace
        if not mine or not theirs:
            return float("inf")
        return max(theirs / mine, mine / theirs)

    def unlike(one: User) -> tuple[bool, float]:
        return bool(me.language and one.language and one.language != me.language), apart(one)

    near = sorted(people.values(), key=unlike)[:LINES]
    subs = {one.pk: _wants(games[one.pk], seen.get(one.pk)) for one in near}
    shown = lines(near, reader_id, seen, names, subs=subs)
    return [
        {"line": line, "join": path("game-join", games[one.pk].game.pk)}
        for one, line in zip(near, shown, strict=True)
    ]


def _by_person(open_games: Sequence[Position], reader_id: int) -> dict[int, Position]:
    """The newest game in which each waits, without those that the reader has joined."""
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
    """What others see here about the reader; empty for a reader who hides."""
    hidden = privacy.hidden_by(me.pk)
    if "found" in hidden:
        return ""
    plays = playing([me.pk], 0, stage_visibility.type_names(None)).get(me.pk, "")
    if hidden & {"here", "present"} or not plays:
        return me.username
    return f"{me.username}, {plays}"
