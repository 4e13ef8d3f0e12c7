"""People as lines of a list: their name, presence, games, and pace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import TypedDict

from django.utils import timezone
from django.utils.http import urlencode
from markupsafe import Markup

from accounts.company import privacy
from accounts.models import User
from boardgames.http.addresses import path
from community import faces
from community.faces import Face
from games.models import Standing
from games.pages.drawing.rendering import fixed
from games.pages.lists.prospects import answers_in, reliable, spoken
from games.ratings.seasons import ALWAYS
from games.ratings.skill import display_value
from games.showing.people import known_to
from games.statistics import habits

#: Ratings of one person that fit in a line.
RATINGS = 2


class Plays(TypedDict):
    """A game type that a person has a rating at."""

    name: str
    cover: Markup
    number: int
    doubt: int
    provisional: bool


class Line(TypedDict):
    """One person in a list.

    ``marked`` is the name in three parts, of which the middle one was searched for; ``here`` is
    None if they hide their presence; ``ask`` is the address to invite them.
    """

    name: str
    marked: tuple[str, str, str]
    href: str
    face: Face
    here: bool | None
    sub: str
    plays: list[Plays]
    facts: list[str]
    ask: str


def lines(
    people: Sequence[User],
    reader_id: int,
    seen: dict[int, datetime],
    names: Mapping[str, str],
    *,
    part: str = "",
    subs: dict[int, str] | None = None,
) -> list[Line]:
    """These people as lines.

    ``seen``: when each visible person was last here; ``names``: the game types that the reader may
    see; ``subs``: lines below names, instead of how well the reader knows them.
    """
    ids = [one.pk for one in people]
    hidden, answering, drawn = (
        privacy.hidden_by_many(ids),
        habits.read_habits(ids),
        faces.find_faces(ids),
    )
    ratings, known = _ratings(ids, names), known_to(reader_id, people)
    now = timezone.now()
    found: list[Line] = []
    for one, how_well in zip(people, known, strict=True):
        hides = hidden.get(one.pk, set())
        plays = [] if "ratings" in hides else ratings[one.pk][:RATINGS]
        said = [] if "habits" in hides else _habits(answering[one.pk])
        found.append(
            {
                "name": one.username,
                "marked": _marked(one.username, part),
                "href": path("player", one.username),
                "face": drawn[one.pk],
                "here": seen[one.pk] > now if one.pk in seen else None,
                "sub": (subs or {}).get(one.pk) or how_well["known"],
                "plays": [plays_at for _type, plays_at in plays],
                "facts": [each for each in (", ".join(said), spoken(one.language)) if each],
                "ask": ask(one.username, plays[0][0] if plays else ""),
            }
        )
    return found


def ask(name: str, type_: str = "") -> str:
    """The address to invite this person: to a game of this type, or of one chosen there."""
    if not type_:
        return f"{path('player', name)}#invite"
    return f"{path('game-new', type_)}?{urlencode({'visibility': 'private', 'invite': name})}"


def _marked(name: str, part: str) -> tuple[str, str, str]:
    at = name.lower().find(part.lower()) if part else -1
    if at < 0:
        return name, "", ""
    return name[:at], name[at : at + len(part)], name[at + len(part) :]


def _habits(answering: habits.Answering) -> list[str]:
    said = (answers_in(answering.pace), reliable(answering.turns))
    return [each for each in said if each]


def _ratings(ids: Iterable[int], names: Mapping[str, str]) -> dict[int, list[tuple[str, Plays]]]:
    """Everybody's ratings with their types, those with the most games first."""
    found: dict[int, list[tuple[str, Plays]]] = defaultdict(list)
    standings = Standing.objects.filter(user__in=list(ids), season=ALWAYS, type__in=names)
    for one in standings.order_by("-games"):
        plays: Plays = {
            "name": names[one.type],
            "cover": fixed(f"{one.type}/cover.svg"),
            "number": display_value(one.mu),
            "doubt": display_value(one.sigma),
            "provisional": not one.listed,
        }
        found[one.user_id].append((one.type, plays))
    return found
