"""Games and game types in lists: what readers see without opening them."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, TypedDict

import structlog
from django.utils.translation import gettext as _
from markupsafe import Markup

from boardgames.http.addresses import path
from boardgames.words import dates
from games.errors import GameError
from games.models import Game, Seat
from games.moves import breaking
from games.moves.conditions import on_offer
from games.pages import clocks, settings
from games.pages.drawing.rendering import fixed
from games.rules import registry
from games.rules.engine import Rules, RulesError
from games.stages import stage_visibility
from games.storage.position import Position, load
from games.words import outcomes, table_package, texts

log = structlog.get_logger(__name__)


class Player(TypedDict):
    """A player of a game; ``offered``: the seat can be taken over.

    ``outcome``: won, lost or drawn in words, at the end of a game without points.
    """

    seat: int
    name: str
    free: bool
    offered: bool
    bot: bool
    to_move: bool
    you: bool
    score: int | None
    rank: int | None
    outcome: str
    about: list[str]


class Card(TypedDict):
    """A game in a list.

    ``join``: where to post in order to join. ``ends``: the day on which it would end if it started
    now. ``absent``: one of the players is suspended. ``deadline`` is the reader's clock, ``when``
    the last known event, ``at`` its moment.
    """

    id: int
    href: str
    join: str
    type: str
    name: str
    called: str
    cover: Markup
    status: str
    status_label: str
    unusual: list[str]
    clock: str
    private: bool
    maker: bool
    joined: bool
    free: int
    absent: bool
    offered: bool
    mine: bool
    deadline: clocks.Clock | None
    players: list[Player]
    when: str
    at: str
    invited: bool
    rated: bool
    ends: str


class TypeCard(TypedDict):
    """The arguments of the template's `type_card`; ``lesson``: its minutes, 0 without one."""

    slug: str
    name: str
    players: str
    cover: Markup
    lesson: int


def cards(listed: Iterable[Position], user_id: int | None, *, invited: bool = False) -> list[Card]:
    """Cards for games of a list, without those of uninstalled game types."""
    found = []
    for here in listed:
        try:
            rules = here.type
        except registry.UnknownGameType:
            continue
        found.append(_card(here.game, here.seats, rules, user_id, invited))
    return found


def _card(
    game: Game, seats: list[Seat], rules: Rules[Any], user_id: int | None, invited: bool
) -> Card:
    when, at = _when(game)
    own = next((seat for seat in seats if user_id is not None and seat.user_id == user_id), None)
    people = texts.seat_names(seats)
    return {
        "id": game.pk,
        "href": path("game", game.pk),
        "join": path("game-join", game.pk),
        "type": rules.slug,
        "name": _(rules.name),
        "called": game.name,
        "cover": fixed(f"{rules.slug}/cover.svg"),
        "status": game.status,
        "status_label": _("stopped") if game.broken_at else str(Game.Status(game.status).label),
        "unusual": settings.unusual(rules, game.options),
        "clock": settings.pace(game.clock),
        "private": game.visibility == Game.Visibility.PRIVATE,
        "maker": game.created_by_id == user_id,
        "joined": own is not None,
        "free": sum(seat.free for seat in seats),
        "absent": any(seat.user is not None and not seat.user.is_active for seat in seats),
        "offered": game.status == Game.Status.RUNNING and any(map(on_offer, seats)),
        "mine": bool(own and own.to_move and not own.bot and game.status == Game.Status.RUNNING),
        "deadline": clocks.running(own, game) if own else None,
        "players": [
            {
                "seat": seat.index,
                "name": people[seat.index],
                "free": seat.free,
                "offered": game.status == Game.Status.RUNNING and on_offer(seat),
                "bot": bool(seat.bot),
                "to_move": seat.to_move,
                "you": seat is own,
                "score": seat.score,
                "rank": seat.rank,
                "outcome": outcome,
                "about": [],
            }
            for seat, outcome in zip(seats, outcomes.describe_outcomes(seats), strict=True)
        ],
        "when": when,
        "at": at.isoformat(timespec="seconds"),
        "invited": invited,
        "rated": game.rated,
        "ends": "",
    }


def with_points(cards: list[Card]) -> list[Card]:
    """The same cards with everybody's public points so far; none for a game that cannot be
    shown."""
    for card in cards:
        for player, points in zip(card["players"], _points(card["id"]), strict=False):
            player["score"] = sum(points.values())
    return cards


def _points(game_id: int) -> list[dict[str, int]]:
    try:
        return load(game_id, None).running().scored() or []
    except RulesError as error:
        breaking.look_into(game_id, error)
    except GameError as error:
        log.info("no points shown", game=game_id, reason=error.code)
    return []


def _when(game: Game) -> tuple[str, datetime]:
    """The last known event in words, and its moment."""
    if game.finished_at:
        said, at = _("ended %(when)s"), game.finished_at
    elif game.moved_at and game.started_at:
        said, at = _("last move %(when)s"), game.moved_at
    else:
        said, at = _("created %(when)s"), game.created_at
    return said % {"when": _day(at)}, at


def _day(at: datetime) -> str:
    """A moment with its day and time, in short form."""
    return dates.format_date(at, _("M j, H:i"))


def types(user_id: int | None) -> list[TypeCard]:
    """Every game type that this person may see."""
    return [type_card(rules) for rules in stage_visibility.types(user_id)]


def type_card(rules: Rules[Any]) -> TypeCard:
    return {
        "slug": rules.slug,
        "name": _(rules.name),
        "players": settings.players(rules),
        "cover": fixed(f"{rules.slug}/cover.svg"),
        "lesson": next((lesson.minutes for lesson in table_package.lessons(rules)), 0),
    }
