"""A person's page as plain data, with only what its reader may see. The API answers it as it is."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any, NamedTuple

from django.db.models import Exists, OuterRef, Sum
from django.utils.translation import gettext as _

from accounts.company import privacy
from accounts.models import Block, Friend, User
from community import faces, links, own_profile
from games.models import Encounter, Game, Seat, Tally
from games.rules.engine import POINTS, Rules
from games.showing.forms import About, Form
from games.showing.milestones import Milestone, list_milestones
from games.showing.ratings import Rating, ratings_of
from games.stages import stage_visibility
from games.statistics import habits
from games.tournaments import listing as tournaments


class Link(Form):
    """An address elsewhere; ``name`` is that of a known site, else its host."""

    name: str
    href: str


class Face(Form):
    """The face that is drawn for a person."""

    piece: str
    colour: str
    pattern: str
    ground: str


class TypeResult(Form):
    """Somebody's results at a game type."""

    type: str
    name: str
    games: int
    won: Annotated[int, About("a shared first place counts in part")]
    won_share: Annotated[int, About("percent of the games")]
    drawn: Annotated[int | None, About("null where games have points")]
    place: Annotated[float, About("the average place")]
    share: Annotated[
        int | None, About("percent of all points of these games; null where they have none")
    ]


class Trophy(Form):
    """One of the first three places of a tournament."""

    tournament: int
    name: str
    place: int
    ended_at: datetime | None


class Habits(Form):
    """How fast and how reliably somebody moves."""

    pace: Annotated[int | None, About("median waking seconds to a move; null: not known yet")]
    turns: Annotated[int, About("of the last turns, so many are known: at most 100")]
    timeouts: Annotated[int, About("in so many of them time ran out")]


class Acquaintance(Form):
    """What the caller and this person have in common."""

    games: Annotated[int, About("that both have finished together")]
    ahead: Annotated[int, About("in so many of them the caller ranked higher")]
    behind: Annotated[int, About("in so many of them the other person did")]
    friend: Annotated[
        str,
        About(
            "asked: the caller has asked; asks: the other has", enum=["", "asked", "asks", "both"]
        ),
    ]
    blocked: Annotated[bool, About("by the caller")]
    common: Annotated[int | None, About("the newest unfinished game in which both sit")]


class Profile(Form):
    """What the caller may know of a person; what they hide is named in ``hidden``, and empty."""

    username: str
    since: Annotated[str, About("year and month in which the account was created")]
    language: str
    guest: bool
    suspended: bool
    bot_of: Annotated[str | None, About("of a program: the person who runs it")]
    face: Face
    about: str
    links: list[Link]
    favourites: Annotated[list[str], About("game types")]
    hidden: Annotated[list[str], About(items={"type": "string", "enum": list(privacy.PARTS)})]
    results: list[TypeResult]
    ratings: list[Rating]
    milestones: list[Milestone]
    trophies: Annotated[list[Trophy], About("the newest first")]
    habits: Habits | None
    you: Annotated[Acquaintance | None, About("null without an account, and of the caller")]


class _Sums(NamedTuple):
    """Sums over somebody's games of a type."""

    games: int
    wins: float
    places: int
    share: float


def show_profile(person: User, reader_id: int | None) -> Profile:
    """Everything of somebody that the reader may see."""
    hidden = hidden_from(person.pk, reader_id)
    types = stage_visibility.types(reader_id)
    shown = own_profile.profile_of(person.pk)
    you = None if reader_id in (None, person.pk) else _between(reader_id or 0, person.pk)
    quiet = you is not None and you["blocked"]
    return {
        "username": person.username,
        "since": f"{person.date_joined:%Y-%m}",
        "language": person.language,
        "guest": person.is_guest,
        "suspended": not person.is_active,
        "bot_of": person.owner.username if person.owner else None,
        "face": face_of(person.pk),
        "about": "" if quiet else shown.about,
        "links": [] if quiet else [{**each._asdict()} for each in links.links(shown.links)],  # type: ignore[typeddict-item]
        "favourites": [rules.slug for rules in types if rules.slug in shown.favourites],
        "hidden": sorted(hidden),
        "results": [] if "results" in hidden else _results(person.pk, types),
        "ratings": [] if "ratings" in hidden else ratings_of(person.pk, types),
        "milestones": [] if "milestones" in hidden else list_milestones(person.pk, reader_id),
        "trophies": [] if "results" in hidden else _trophies(person.pk, reader_id),
        "habits": None if "habits" in hidden else _habits(person.pk),
        "you": you,
    }


def hidden_from(user_id: int, reader_id: int | None) -> set[str]:
    """The parts of a person's page that this reader does not see; people see all of their own."""
    return set() if user_id == reader_id else privacy.hidden_by(user_id)


def face_of(user_id: int) -> Face:
    """The face that they chose, or one by lot."""
    piece, colour, pattern, ground = faces.find_faces([user_id])[user_id]
    return {"piece": piece, "colour": colour, "pattern": pattern, "ground": ground}


def known_favourites(user_id: int, wanted: Iterable[str]) -> list[str]:
    """Those of these game types that this person may see, to be shown as favourites."""
    known = {rules.slug for rules in stage_visibility.types(user_id)}
    return [slug for slug in wanted if slug in known]


def _results(user_id: int, types: Iterable[Rules[Any]]) -> list[TypeResult]:
    """Somebody's results, by game type."""
    tallies = Tally.objects.filter(user=user_id, kind="record").values_list("type")
    sums = tallies.annotate(Sum("games"), Sum("wins"), Sum("places"), Sum("share"))
    found = {type_: _Sums(*rest) for type_, *rest in sums}
    tallies = Tally.objects.filter(user=user_id, kind="drawn").values_list("type")
    drawn = dict(tallies.annotate(Sum("games")))
    return [
        _result(rules, found[rules.slug], drawn.get(rules.slug, 0))
        for rules in types
        if rules.slug in found
    ]


def _result(rules: Rules[Any], sums: _Sums, drawn: int) -> TypeResult:
    games, won = sums.games, round(sums.wins)
    has_points = rules.outcome == POINTS
    return {
        "type": rules.slug,
        "name": _(rules.name),
        "games": games,
        "won": won,
        "won_share": round(100 * won / games),
        "drawn": None if has_points else drawn,
        "place": sums.places / games,
        "share": round(100 * sums.share / games) if has_points else None,
    }


def _trophies(user_id: int, reader_id: int | None) -> list[Trophy]:
    return [
        {
            "tournament": won.tournament_id,
            "name": won.tournament.name,
            "place": won.place or 0,
            "ended_at": won.tournament.ended_at,
        }
        for won in tournaments.trophies(user_id, reader_id)
    ]


def _habits(user_id: int) -> Habits:
    pace, turns = habits.read_habits([user_id])[user_id]
    return {
        "pace": None if pace is None else round(pace.total_seconds()),
        "turns": turns.turns,
        "timeouts": turns.timeouts,
    }


def _between(me_id: int, user_id: int) -> Acquaintance:
    """``common`` is the newest game that is not over and in which both sit."""
    asked = Friend.objects.filter(user=me_id, friend=user_id).exists()
    asks = Friend.objects.filter(user=user_id, friend=me_id).exists()
    met = Encounter.objects.filter(user=me_id, other=user_id).aggregate(
        games=Sum("games", default=0),
        ahead=Sum("ahead", default=0),
        behind=Sum("behind", default=0),
    )
    unfinished = Seat.objects.filter(
        rank=None, game__status__in=(Game.Status.OPEN, Game.Status.RUNNING)
    )
    theirs = unfinished.filter(user=user_id, game=OuterRef("game"))
    common = unfinished.filter(Exists(theirs), user=me_id).order_by("-game")
    return {
        "games": met["games"],
        "ahead": met["ahead"],
        "behind": met["behind"],
        "friend": "both" if asked and asks else "asked" if asked else "asks" if asks else "",
        "blocked": Block.objects.filter(user=me_id, blocked=user_id).exists(),
        "common": common.values_list("game", flat=True).first(),
    }
