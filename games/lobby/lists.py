"""Lists of games, newest first, without their rules and, but for ``positions``, their seats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Subquery

from accounts import company
from boardgames.database.arrays import array
from boardgames.database.rows import Question, Rows, answers, query
from boardgames.database.wire import Row
from games.lobby import seating
from games.lobby.pace import PACES
from games.models import Game, Invitation, Seat
from games.rules import registry
from games.storage.position import Position

_games = Rows(Game)
#: What only the rules need, and the most of a row.
_LEFT_OUT = ("state", "seed")
_COLUMNS = re.sub(rf'{_games.table}\."({"|".join(_LEFT_OUT)})"', "NULL", _games.columns)
_BY_NUMBER = f"SELECT {_COLUMNS} FROM {_games.table} WHERE id = ANY(%s)"  # noqa: S608  our own names
_INVITED = (
    f"SELECT game.id FROM {Invitation._meta.db_table} invitation"  # noqa: S608  our own names
    f" JOIN {Game._meta.db_table} game ON game.id = invitation.game_id"
    " WHERE invitation.user_id = %s AND invitation.declined_at IS NULL"
    f" AND game.status = '{Game.Status.OPEN}'"
    f" AND NOT EXISTS (SELECT FROM {Seat._meta.db_table} seat"
    " WHERE seat.game_id = game.id AND seat.user_id = %s)"
    f" AND invitation.invited_by_id NOT IN ({company.APART})"
)


def games(
    *,
    of: int | None = None,
    to_move: bool = False,
    status: str = "",
    type_: str = "",
    offered: bool = False,
    reader: int | None = None,
) -> QuerySet[Game]:
    """Public games or, with the user id ``of``, all games of that person.

    Open games and offered seats of those with whom the ``reader`` wants nothing to do, or they with
    the reader, are left out. ``to_move`` narrows these down to those waiting for them, ``offered``
    to those with a seat that somebody may take over.
    """
    found = _listed()
    if of is not None:
        found = found.filter(_own_seat(of, to_move, status)).order_by("-seats__game_id")
    else:
        found = found.filter(visibility=Game.Visibility.PUBLIC).order_by("-id")
    if status:
        found = found.filter(status=status)
    if offered:
        seats = Seat.objects.filter(offered_at__isnull=False, resigned_at=None)
        found = found.filter(
            status=Game.Status.RUNNING, broken_at=None, pk__in=seats.values("game_id")
        )
    if type_:
        found = found.filter(type=type_)
    apart = company.apart_from(reader) if status == Game.Status.OPEN or offered else set()
    if apart:
        found = found.exclude(Exists(Seat.objects.filter(game=OuterRef("pk"), user__in=apart)))
    return found


def _own_seat(user_id: int, to_move: bool, status: str) -> Q:
    """The condition that this person sits there, so that an index leads straight to the games."""
    seat = Q(seats__user=user_id)
    if to_move:
        seat &= Q(seats__to_move=True, seats__bot="")
    if status in (Game.Status.OPEN, Game.Status.RUNNING):
        seat &= Q(seats__rank=None)
    return seat


class Wish(NamedTuple):
    """What somebody looks for among open games; what is empty matters nothing.

    ``options`` is "usual" or "other", ``rated`` "yes" or "no", ``language`` that of who made the
    game; ``now``: it begins when this person joins.
    """

    type: str = ""
    players: int = 0
    pace: str = ""
    options: str = ""
    rated: str = ""
    language: str = ""
    now: bool = False


def waiting_for_players(wish: Wish, user_id: int | None) -> QuerySet[Game]:
    """Public games that look for players and fit the wish, newest first."""
    found = games(status=Game.Status.OPEN, type_=wish.type, reader=user_id)
    if wish.players:
        found = found.filter(players=wish.players)
    if wish.pace:
        found = found.filter(PACES[wish.pace].condition())
    if wish.options:
        usual_ones = usual([rules.slug for rules in registry.all()])
        found = found.filter(usual_ones if wish.options == "usual" else ~usual_ones)
    if wish.rated:
        found = found.filter(rated=wish.rated == "yes")
    if wish.language:
        found = found.filter(created_by__language=wish.language)
    if wish.now:
        free = Seat.objects.filter(game=OuterRef("pk"), user=None, bot="").order_by()
        number = free.values("game").annotate(number=Count("pk")).values("number")
        found = found.alias(free=Subquery(number)).filter(free=1)
        if user_id is not None:
            found = found.exclude(pk__in=Seat.objects.filter(user_id=user_id).values("game_id"))
    return found


def usual(types: Iterable[str]) -> Q:
    """The condition that a game of one of these types has all options as usual."""
    found = Q(pk__in=[])
    for type_ in types:
        found |= Q(type=type_, options=registry.get(type_).check_options({}))
    return found


def mine(user_id: int, *, show: str, type_: str = "", people: Sequence[str] = ()) -> QuerySet[Game]:
    """One's own games with their states: those that wait for this person, the most urgent first
    (`show` is empty), or those of a status. ``people``: who plays there too, by name.

    Of the running ones those that wait come first, then those that moved last.
    """
    found = games(of=user_id, status=show) if show else waiting(user_id)
    if show == Game.Status.RUNNING:
        own = F("seats__deadline").asc(nulls_last=True)
        found = found.order_by("-seats__to_move", own, "-moved_at", "-id")
    if type_:
        found = found.filter(type=type_)
    for name in people:
        there = Seat.objects.filter(game=OuterRef("pk"), user__username__iexact=name)
        found = found.filter(Exists(there))
    return found.defer(None).defer("seed")


def positions(listed: Iterable[Game]) -> list[Position]:
    """Listed games with their seats, read at once, in the form in which pages and API take them."""
    games = list(listed)
    return _seated(games, seating.at(game.pk for game in games).answer()) if games else []


def by_number(game_ids: Iterable[int]) -> list[Position]:
    """The games of these numbers in the same form."""
    ids = list(game_ids)
    return _seated(*answers(Question(_BY_NUMBER, [array(ids)], _without_states), seating.at(ids)))


def _seated(games: Iterable[Game], seats: Mapping[int, list[Seat]]) -> list[Position]:
    return [Position(game, seats.get(game.pk, []), None, 0, 0, newest=False) for game in games]


def _without_states(found: list[Row]) -> list[Game]:
    games = [_games.build(row) for row in found]
    for game in games:
        for name in _LEFT_OUT:  # who asks for it all the same has it read
            del vars(game)[name]
    return games


def waiting(user_id: int) -> QuerySet[Game]:
    """The running games that wait for this person, the most urgent first."""
    return (
        _listed()
        .filter(
            seats__user_id=user_id,
            seats__to_move=True,
            seats__bot="",
            status=Game.Status.RUNNING,
            broken_at=None,
        )
        .order_by(F("seats__deadline").asc(nulls_last=True), "seats__waiting_since", "-id")
    )


def invited(user_id: int) -> QuerySet[Game]:
    """The open games that this person is invited to and has not joined, by one with whom there is
    no block."""
    invited_to = [game_id for (game_id,) in query(_INVITED, [user_id] * 4)]
    if not invited_to:  # as for most who open a page
        return Game.objects.none()
    return _listed().filter(pk__in=invited_to).order_by("-id")


def _listed() -> QuerySet[Game]:
    """Games without their states."""
    return Game.objects.defer("state", "seed")
