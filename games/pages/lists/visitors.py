"""People who are or were here today, and what they play; without people who hide it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import TypedDict

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.company import privacy
from boardgames.http.addresses import path
from boardgames.words import dates
from community import faces, finding
from community.faces import Face
from games.live import connections
from games.models import Game, Seat

#: At most this many recent visitors are considered.
LATELY = 200
TODAY = timedelta(days=1)


class Visitor(TypedDict):
    """A person who is or was here today."""

    name: str
    href: str
    face: Face
    here: bool
    sub: str


def seen_lately() -> dict[int, datetime]:
    """When recent visitors' presence ended or will end, the latest first, if they show it."""
    found = connections.last_seen(LATELY)
    hidden = privacy.hidden_by_many(found)
    return {
        user_id: until
        for user_id, until in found.items()
        if not hidden.get(user_id, set()) & {"here", "present"}
    }


def visitors_of(
    reader_id: int, seen: dict[int, datetime], names: Mapping[str, str]
) -> list[Visitor]:
    """People who are here or were within a day, the most recent first.

    ``names``: the names of the game types that the reader may see.
    """
    now = timezone.now()
    recent = {each: until for each, until in seen.items() if until > now - TODAY}
    people = finding.list_findable_people(reader_id).in_bulk(list(recent))
    plays, drawn = playing(people, reader_id, names), faces.find_faces(people)
    return [
        {
            "name": people[user_id].username,
            "href": path("player", people[user_id].username),
            "face": drawn[user_id],
            "here": until > now,
            "sub": plays.get(user_id, "") or visited(until, now),
        }
        for user_id, until in recent.items()
        if user_id in people
    ]


def playing(user_ids: Iterable[int], reader_id: int, names: Mapping[str, str]) -> dict[int, str]:
    """What these people play, if they show their games: the public game that moved last."""
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
    words = {}
    for user_id, type_, together in seats.values_list("user", "game__type", "together"):
        if type_ in names:
            said = _("plays %(game)s with you") if together else _("plays %(game)s")
            words[user_id] = said % {"game": names[type_]}
    return words


def visited(until: datetime, now: datetime) -> str:
    """When a person was last here, in words."""
    if until > now:
        return _("here now")
    minutes = max(1, int((now - until).total_seconds() // 60))
    if minutes < 60:
        return ngettext("%(n)d minute ago", "%(n)d minutes ago", minutes) % {"n": minutes}
    if minutes < 1440:
        hours = minutes // 60
        return ngettext("%(n)d hour ago", "%(n)d hours ago", hours) % {"n": hours}
    return _("on %(day)s") % {"day": dates.format_date(timezone.localtime(until).date())}
