"""Lists of games, newest first, without their rules and, but for ``positions``, their seats."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from accounts.company import ties
from accounts.models import User
from boardgames.database.rows import answers
from games.lobby import listing, seating
from games.lobby.listing import GAME, Condition, Listing
from games.lobby.pace import PACES
from games.models import Game, Invitation, Seat
from games.rules import registry
from games.storage.position import Position

_SEAT, _USER = Seat._meta.db_table, User._meta.db_table
_INVITATION = Invitation._meta.db_table

_PUBLIC = Condition(f"{GAME}.visibility = '{Game.Visibility.PUBLIC}'")
_UNBROKEN = Condition(f"{GAME}.broken_at IS NULL")
_OFFERED = Condition(
    f"{GAME}.status = '{Game.Status.RUNNING}' AND {GAME}.broken_at IS NULL"
    f" AND {GAME}.id IN (SELECT game_id FROM {_SEAT}"
    " WHERE offered_at IS NOT NULL AND resigned_at IS NULL)"
)
_ONE_SEAT_FREE = Condition(
    f"(SELECT count(*) FROM {_SEAT} free"
    f" WHERE free.game_id = {GAME}.id AND free.user_id IS NULL AND free.bot = '') = 1"
)
_ALL_CAN_COME = Condition(
    f"NOT EXISTS (SELECT FROM {_SEAT} taken JOIN {_USER} person ON person.id = taken.user_id"
    f" WHERE taken.game_id = {GAME}.id AND NOT person.is_active)"
)
_TO_MOVE = Condition("own.to_move AND own.bot = ''")
_NOT_OVER_FOR_THEM = Condition("own.rank IS NULL")
_URGENT_FIRST = f"own.deadline ASC NULLS LAST, own.waiting_since, {GAME}.id DESC"
_WAITING_FIRST = (
    f"own.to_move DESC, own.deadline ASC NULLS LAST, {GAME}.moved_at DESC, {GAME}.id DESC"
)


def games(
    *,
    of: int | None = None,
    to_move: bool = False,
    status: str = "",
    type_: str = "",
    offered: bool = False,
    reader: int | None = None,
    before: int | None = None,
) -> Listing:
    """Public games or, with the user id ``of``, all games of that person.

    Open games and offered seats of those with whom the ``reader`` wants nothing to do, or they with
    the reader, are left out. ``to_move`` narrows these down to those waiting for them, ``offered``
    to those with a seat that somebody may take over, ``before`` to those with smaller numbers.
    """
    if of is not None:
        found = of_person(of, status).where(*[_TO_MOVE] * to_move)
    else:
        found = Listing((_PUBLIC, *([_of_status(status)] if status else [])))
    if offered:
        found = found.where(_OFFERED)
    if status == Game.Status.OPEN or offered:
        found = found.where(_not_apart_from(reader))
    if status == Game.Status.OPEN and of is None:
        found = found.where(_ALL_CAN_COME, seat_for(reader))
    if before is not None:
        number = f"{GAME}.id" if of is None else "own.game_id"
        found = found.where(Condition(f"{number} < %s", (before,)))
    return found.where(*_of_type(type_))


def running(type_: str = "") -> Listing:
    """Public games that can be watched."""
    return _public(Game.Status.RUNNING, type_)


def offered(type_: str, reader: int | None) -> Listing:
    """Those with a seat that somebody may take over, but for those of people with whom the reader
    wants nothing to do, or they with the reader."""
    return _public(Game.Status.RUNNING, type_).where(_OFFERED, _not_apart_from(reader))


def looking_for_players(type_: str, reader: int | None) -> Listing:
    """Public games that wait for players, but for those of the same people, of who is
    suspended (they come back with that person), and those whose seats are kept for others."""
    return _public(Game.Status.OPEN, type_).where(
        _not_apart_from(reader), _ALL_CAN_COME, seat_for(reader)
    )


def of_person(user_id: int, status: str = "") -> Listing:
    """All games of this person, of any status unless one is given."""
    # By the seat's column, so that an index leads straight to the games.
    theirs = Condition("own.user_id = %s", (user_id,))
    found = Listing((theirs,), order="own.game_id DESC", by_seat=True)
    if status in (Game.Status.OPEN, Game.Status.RUNNING):
        found = found.where(_NOT_OVER_FOR_THEM)
    return found.where(_of_status(status)) if status else found


def public_of_person(user_id: int, status: str = "") -> Listing:
    """Those of them that everybody may see."""
    return of_person(user_id, status).where(_PUBLIC)


def _public(status: str, type_: str) -> Listing:
    return Listing((_PUBLIC, _of_status(status))).where(*_of_type(type_))


def _of_status(status: str) -> Condition:
    # In the statement itself: how the database goes about it depends on how many there are.
    return Condition(f"{GAME}.status = '{Game.Status(status)}'")


def _of_type(type_: str) -> list[Condition]:
    return [Condition(f"{GAME}.type = %s", (type_,))] if type_ else []


def _not_apart_from(reader: int | None) -> Condition:
    """Nobody sits there who has blocked this person, or is blocked."""
    sitting = f"SELECT user_id FROM {_SEAT} WHERE game_id = {GAME}.id"
    return Condition(f"NOT (ARRAY({sitting}) && ARRAY({ties.APART}))", (reader, reader))


def seat_for(reader: int | None) -> Condition:
    """A seat is free that is not kept for somebody else who is invited."""
    return Condition(
        f"(SELECT count(*) FROM {_SEAT} free WHERE free.game_id = {GAME}.id"
        " AND free.user_id IS NULL AND free.bot = '')"
        f" > (SELECT count(*) FROM {_INVITATION} asked WHERE asked.game_id = {GAME}.id"
        " AND asked.declined_at IS NULL AND asked.lapsed_at IS NULL"
        " AND asked.user_id IS DISTINCT FROM %s AND NOT EXISTS (SELECT"
        f" FROM {_SEAT} taken WHERE taken.game_id = {GAME}.id AND taken.user_id = asked.user_id))",
        (reader,),
    )


def _without(user_id: int | None) -> Condition:
    """This person does not sit there."""
    return Condition(
        f"NOT EXISTS (SELECT FROM {_SEAT} taken"
        f" WHERE taken.game_id = {GAME}.id AND taken.user_id = %s)",
        (user_id,),
    )


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


def waiting_for_players(wish: Wish, user_id: int | None) -> Listing:
    """Public games that look for players and fit the wish, newest first."""
    found = looking_for_players(wish.type, user_id)
    if wish.players:
        found = found.where(Condition(f"{GAME}.players = %s", (wish.players,)))
    if wish.pace:
        found = found.where(PACES[wish.pace].condition())
    if wish.options:
        usual_ones = usual([rules.slug for rules in registry.all()])
        found = found.where(usual_ones if wish.options == "usual" else ~usual_ones)
    if wish.rated:
        found = found.where(Condition(f"{GAME}.rated = %s", (str(wish.rated == "yes"),)))
    if wish.language:
        maker = f"SELECT language FROM {_USER} WHERE id = {GAME}.created_by_id"
        found = found.where(Condition(f"({maker}) = %s", (wish.language,)))
    if wish.now:
        found = found.where(_ONE_SEAT_FREE, _without(user_id))
    return found


def others_waiting_for_players(user_id: int) -> Listing:
    """Those that this person could join."""
    return looking_for_players("", user_id).where(_without(user_id))


def usual(types: Iterable[str]) -> Condition:
    """A game of one of these types has all options as usual."""
    known = list(types)
    rows = ", ".join(["(%s, %s::jsonb)"] * len(known))
    values = [
        value
        for type_ in known
        for value in (type_, json.dumps(registry.get(type_).check_options({})))
    ]
    return Condition(f"({GAME}.type, {GAME}.options) IN ({rows})", tuple(values))


def mine(user_id: int, *, show: str, type_: str = "", people: Sequence[str] = ()) -> Listing:
    """One's own games with their states: those that wait for this person, the most urgent first
    (`show` is empty), or those of a status. ``people``: who plays there too, by name.

    Of the running ones those that wait come first, then those that moved last.
    """
    found = of_person(user_id, show or Game.Status.RUNNING)
    if not show:
        found = replace(found.where(_TO_MOVE, _UNBROKEN), order=_URGENT_FIRST)
    elif show == Game.Status.RUNNING:
        found = replace(found, order=_WAITING_FIRST)
    found = found.where(*_of_type(type_), *map(_with, people))
    return replace(found, with_states=True)


def _with(name: str) -> Condition:
    """Somebody of this name sits there."""
    return Condition(
        f"EXISTS (SELECT FROM {_SEAT} there"
        f" JOIN {_USER} person ON person.id = there.user_id"
        f" WHERE there.game_id = {GAME}.id AND upper(person.username) = upper(%s))",
        (name,),
    )


def invited(user_id: int) -> Listing:
    """The open games that this person is invited to, has not joined and can join, by one with whom
    there is no block."""
    return Listing(
        (
            _of_status(Game.Status.OPEN),
            _ALL_CAN_COME,
            Condition(
                f"{GAME}.id IN (SELECT game_id FROM {_INVITATION}"
                " WHERE user_id = %s AND declined_at IS NULL AND lapsed_at IS NULL"
                f" AND invited_by_id NOT IN ({ties.APART}))",
                (user_id, user_id, user_id),
            ),
            _without(user_id),
        )
    )


def positions(listed: Iterable[Game]) -> list[Position]:
    """Listed games with their seats, read at once, in the form in which pages and API take them."""
    games = list(listed)
    return _seated(games, seating.at(game.pk for game in games).answer()) if games else []


def by_number(game_ids: Iterable[int]) -> list[Position]:
    """The games of these numbers in the same form."""
    ids = list(game_ids)
    return _seated(*answers(listing.by_number(ids), seating.at(ids)))


def _seated(games: Iterable[Game], seats: Mapping[int, list[Seat]]) -> list[Position]:
    return [Position(game, seats.get(game.pk, []), None, 0, 0, newest=False) for game in games]
