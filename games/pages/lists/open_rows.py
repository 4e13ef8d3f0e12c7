"""Games that look for players as rows: the game, its players so far, and when it starts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from markupsafe import Markup

from accounts.models import User
from boardgames.http.addresses import path
from community import faces
from community.faces import Face
from games.clocks import kinds as clocks
from games.live import connections
from games.lobby import opponent_stats, requirements
from games.lobby.opponent_stats import Opponent
from games.models import Game
from games.pages import settings
from games.pages.drawing.rendering import fixed
from games.pages.lists.prospects import answers_in, ends, experience, reliable, spoken
from games.ratings import pools, skill
from games.ratings.skill import BEGINNER, Skill
from games.rules import registry
from games.storage.position import Position
from games.words import texts


class Rating(TypedDict):
    number: int
    doubt: int
    provisional: bool


class Waiting(TypedDict):
    """A player who waits there; ``here`` is None if they hide their presence."""

    name: str
    href: str
    face: Face
    here: bool | None
    rating: Rating | None
    facts: list[str]


class OpenRow(TypedDict):
    """A game that looks for players.

    ``what``: its settings; ``at_once``: it starts when the reader joins, ``begins`` says so;
    ``barred``: why the reader may not join; ``then``: what follows, by its heading.
    """

    id: int
    href: str
    join: str
    name: str
    called: str
    cover: Markup
    what: str
    who: Waiting | None
    others: str
    clock: str
    limited: bool
    live: bool
    begins: str
    at_once: bool
    asks: str
    joined: bool
    barred: str
    then: list[tuple[str, str]]


def open_rows(listed: Iterable[Position], reader_id: int | None) -> list[OpenRow]:
    """Rows for these games, without those of uninstalled game types."""
    types = {rules.slug for rules in registry.all()}
    games = [each for each in listed if each.game.type in types]
    people = opponent_stats.read_opponents(seat for each in games for seat in each.seats)
    drawn = faces.find_faces(people)
    present = connections.connected_users(people) if reader_id is not None else None
    mine = requirements.facts_about(reader_id)
    return [_row(each, people, drawn, present, mine, reader_id) for each in games]


def _row(
    position: Position,
    people: dict[int, Opponent],
    drawn: dict[int, Face],
    present: set[int] | None,
    mine: dict[str, requirements.Facts],
    reader_id: int | None,
) -> OpenRow:
    game, rules = position.game, position.type
    asks = requirements.read_stored(game.asks)
    joined = position.seat_of(reader_id) is not None
    free = sum(seat.free for seat in position.seats)
    host, others = _sitting(position)
    who = None
    if host is not None:
        who = _waiting(host, people.get(host.pk), drawn[host.pk], game, present)
    return {
        "id": game.pk,
        "href": path("game", game.pk),
        "join": path("game-join", game.pk),
        "name": _(rules.name),
        "called": game.name,
        "cover": fixed(f"{rules.slug}/cover.svg"),
        "what": ", ".join(_what(position)),
        "who": who,
        "others": settings.join_names(others),
        "clock": clocks.read_clock(game.clock).words(),
        "limited": clocks.read_clock(game.clock).limited,
        "live": clocks.read_clock(game.clock).live,
        "begins": _begins(free - (not joined)),
        "at_once": free == 1 and not joined,
        "asks": ", ".join(requirements.describe(asks)),
        "joined": joined,
        "barred": ""
        if joined
        else requirements.lacks(asks, requirements.facts_in_pool(mine, pools.find_pool(game))),
        "then": _then(position, people, mine, reader_id, free),
    }


def _sitting(position: Position) -> tuple[User | None, list[str]]:
    """The creator, or otherwise the first player, and the names of the others."""
    names = texts.seat_names(position.seats)
    seated = [seat for seat in position.seats if seat.user is not None and not seat.bot]
    seated.sort(key=lambda seat: seat.user_id != position.game.created_by_id)
    bots = [names[seat.index] for seat in position.seats if seat.bot]
    host = seated[0].user if seated else None
    return host, [names[seat.index] for seat in seated[1:]] + bots


def _waiting(
    user: User, known: Opponent | None, face: Face, game: Game, present: set[int] | None
) -> Waiting:
    facts: Sequence[str] = ()
    if known is not None:
        facts = (answers_in(known.pace), reliable(known.turns), experience(known.games, game.type))
    return {
        "name": user.username,
        "href": path("player", user.username),
        "face": face,
        "here": user.pk in present if known and known.shows_here and present is not None else None,
        "rating": _rating(known, pools.find_pool(game)),
        "facts": [fact for fact in facts if fact],
    }


def _rating(known: Opponent | None, pool: str) -> Rating | None:
    standing = (known.ratings or {}).get(pool) if known else None
    if standing is None:
        return None
    shown = Skill(standing.mu, standing.sigma)
    return {"number": shown.number, "doubt": shown.doubt, "provisional": not standing.listed}


def _what(position: Position) -> list[str]:
    players = position.game.players
    return [
        ngettext("%(n)d player", "%(n)d players", players) % {"n": players},
        *([_("rated")] if position.game.rated else []),
        *settings.unusual(position.type, position.game.options),
    ]


def _begins(missing: int) -> str:
    """When it starts, if this many more must join after the reader."""
    if missing <= 0:
        return _("starts when you join")
    return ngettext(
        "needs %(n)d more player after you", "needs %(n)d more players after you", missing
    ) % {"n": missing}


def _then(
    position: Position,
    people: dict[int, Opponent],
    mine: dict[str, requirements.Facts],
    reader_id: int | None,
    free: int,
) -> list[tuple[str, str]]:
    game, setting = position.game, clocks.read_clock(position.game.clock)
    begins = _("at once; the first player is drawn by lot")
    if setting.live:
        begins = _("as soon as everyone confirms, within half a minute, that they are there")
    elif free > 1:
        begins = _("as soon as all seats are taken; you get a notification")
    host, others = _sitting(position)
    language = spoken(host.language) if host else ""
    found = [
        (_("Begins"), begins),
        (_("Lasts"), "" if setting.live else _lasts(position, people)),
        (_("Out of time"), settings.policies()[setting.policy] if setting.limited else ""),
        (_("Rating"), _at_stake(position, people, mine, reader_id)),
        (_("Required"), ", ".join(requirements.describe(requirements.read_stored(game.asks)))),
        (_("With"), settings.join_names(others)),
        (_("Language"), language),
    ]
    return [(heading, said) for heading, said in found if said]


def _lasts(position: Position, people: dict[int, Opponent]) -> str:
    day = ends(position, people, timezone.now())
    return (
        _("until about %(day)s, if everyone plays at their usual pace") % {"day": day}
        if day
        else ""
    )


def _at_stake(
    position: Position,
    people: dict[int, Opponent],
    mine: dict[str, requirements.Facts],
    reader_id: int | None,
) -> str:
    """How a game of two can change the reader's rating."""
    game = position.game
    if not game.rated:
        return _("does not count")
    host = next((seat.user_id for seat in position.seats if seat.user_id is not None), None)
    known = people.get(host or 0)
    if game.players != 2 or host == reader_id or known is None or known.ratings is None:
        return _("counts for everyone")
    standing = known.ratings.get(pools.find_pool(game))
    theirs = Skill(standing.mu, standing.sigma) if standing else BEGINNER
    me = requirements.facts_in_pool(mine, pools.find_pool(game)).skill
    won = skill.update_skills([me, theirs], [1, 2])[0].number - me.number
    lost = me.number - skill.update_skills([me, theirs], [2, 1])[0].number
    return _("win +%(won)d, loss −%(lost)d") % {"won": won, "lost": lost}
