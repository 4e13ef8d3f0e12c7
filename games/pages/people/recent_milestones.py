"""Recent achievements for the page of people: first wins, comebacks, turns on time, records.

People who hide them are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from operator import itemgetter
from typing import NamedTuple, TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.company import privacy
from accounts.models import User
from boardgames.http.addresses import path
from boardgames.words import dates
from community import faces, finding
from community.faces import Face
from games.showing.milestones import describe_milestone
from games.stages import stage_visibility
from games.statistics import bests, milestones

#: How long something is new, how many are listed, and among how many these are searched.
NEW, SHOWN, LOOKED_AT = timedelta(days=30), 6, 60


class Reached(TypedDict):
    """A person, and the achievement in words."""

    name: str
    href: str
    face: Face
    sub: str


class _News(NamedTuple):
    at: datetime
    user_id: int
    words: str


def lately(reader: User) -> list[Reached]:
    """Newest first, including the reader's own."""
    since = timezone.now() - NEW
    types = stage_visibility.type_names(reader.pk)
    found = [*_reached(since, types), *_records(since, types)]
    news = sorted(found, key=itemgetter(0), reverse=True)
    ids = {one.user_id for one in news}
    hidden = privacy.hidden_by_many(ids)
    others = (
        finding.list_findable_people(reader.pk).filter(pk__in=ids).values_list("pk", "username")
    )
    names = {**dict(others), reader.pk: reader.username}
    told = [
        one
        for one in news
        if one.user_id in names and "milestones" not in hidden.get(one.user_id, set())
    ][:SHOWN]
    drawn = faces.find_faces({one.user_id for one in told})
    return [
        {
            "name": names[one.user_id],
            "href": path("player", names[one.user_id]),
            "face": drawn[one.user_id],
            "sub": f"{one.words} · {_day(one.at)}",
        }
        for one in told
    ]


def _reached(since: datetime, types: Mapping[str, str]) -> Iterator[_News]:
    for one in milestones.since(since, LOOKED_AT):
        if words := describe_milestone(one, types):
            yield _News(one.at, one.user_id, words)


def _records(since: datetime, types: Mapping[str, str]) -> Iterator[_News]:
    for one in bests.since(since):
        if one.type in types:
            words = _("Record in %(game)s with %(players)d players: %(points)d points") % {
                "game": types[one.type],
                "players": one.players,
                "points": one.score,
            }
            yield _News(one.at, one.user_id, words)


def _day(at: datetime) -> str:
    return dates.format_date(timezone.localtime(at).date(), _("M j"))
