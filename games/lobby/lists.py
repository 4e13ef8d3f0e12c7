"""Lists of games, newest first, without the rules' game and, except for ``positions``, the
seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from games.lobby import requirements
from games.lobby.listing import Condition, Listing, conditions, seats
from games.lobby.pace import PACES, Pace
from games.models import Game
from games.ratings import pools
from games.rules import registry
from games.storage.position import Position


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

    Left out are open games and offered seats of people whom the ``reader`` blocks or who block
    them. ``to_move`` selects those that wait for that person, ``offered`` those with a seat that
    somebody may take over, ``before`` those with smaller numbers.
    """
    if of is not None:
        found = of_person(of, status).where(*[conditions.TO_MOVE] * to_move)
    else:
        of_status = [conditions.of_status(status)] if status else []
        found = Listing((conditions.PUBLIC, conditions.on_offer_to(reader), *of_status))
    if offered:
        found = found.where(conditions.OFFERED)
    if status == Game.Status.OPEN or offered:
        found = found.where(conditions.not_apart_from(reader))
    if status == Game.Status.OPEN and of is None:
        found = found.where(conditions.ALL_CAN_COME, conditions.seat_for(reader))
    if before is not None:
        found = found.where(conditions.before(before, by_seat=of is not None))
    return found.where(*conditions.of_type(type_))


def running(type_: str, reader: int | None) -> Listing:
    """Public games that can be watched."""
    return _public(Game.Status.RUNNING, type_, reader)


def seats_on_offer(type_: str, reader: int | None) -> Listing:
    """Games with a seat on offer, except games of people who have blocked the reader, or whom the
    reader has blocked."""
    return _public(Game.Status.RUNNING, type_, reader).where(
        conditions.OFFERED, conditions.not_apart_from(reader)
    )


def looking_for_players(type_: str, reader: int | None) -> Listing:
    """Public games that wait for players.

    Left out are games of people who block the reader or are blocked, games of suspended people,
    until the suspension ends, and games whose free seats are reserved for others.
    """
    return _with_room(_public(Game.Status.OPEN, type_, reader), reader)


def of_person(user_id: int, status: str = "") -> Listing:
    """All games of this person, of any status unless one is given, except practice games."""
    theirs = conditions.theirs(user_id), conditions.IN_EARNEST
    found = Listing(theirs, order=conditions.NEWEST_OF_THEIRS, by_seat=True)
    if status in (Game.Status.OPEN, Game.Status.RUNNING):
        found = found.where(conditions.NOT_OVER_FOR_THEM)
    return found.where(conditions.of_status(status)) if status else found


def public_of_person(
    user_id: int, reader: int | None, status: str = "", before: int | None = None
) -> Listing:
    """This person's games that are public for all readers who may see their types; ``before``
    narrows them down to those with smaller numbers."""
    found = of_person(user_id, status).where(conditions.PUBLIC, conditions.on_offer_to(reader))
    return found if before is None else found.where(conditions.before(before, by_seat=True))


def of_club(club_id: int, reader: int, status: str, before: int | None = None) -> Listing:
    """All games of a club; whether the reader is in it is for the caller to have asked."""
    found = Listing(
        (
            conditions.of_club(club_id),
            conditions.of_status(status),
            conditions.on_offer_to(reader),
        )
    )
    return found if before is None else found.where(conditions.before(before, by_seat=False))


def open_of_club(club_id: int, reader: int, before: int | None = None) -> Listing:
    """The club's games that wait for players, like ``looking_for_players`` for others."""
    return _with_room(of_club(club_id, reader, Game.Status.OPEN, before), reader)


def _with_room(found: Listing, reader: int | None) -> Listing:
    return found.where(
        conditions.not_apart_from(reader), conditions.ALL_CAN_COME, conditions.seat_for(reader)
    )


def _public(status: str, type_: str, reader: int | None) -> Listing:
    return Listing((conditions.PUBLIC, conditions.of_status(status))).where(
        *conditions.of_type(type_), conditions.on_offer_to(reader)
    )


class Wish(NamedTuple):
    """A filter of open games; empty fields filter nothing.

    ``options`` is "usual" or "other", ``rated`` "yes" or "no", ``language`` that of the creator.
    ``now``: the game starts when this person joins; ``fits``: they meet its requirements. ``order``
    is one of ``ORDERS``; ``club``: games of this one, of which the person is a member.
    """

    type: str = ""
    players: int = 0
    pace: str = ""
    options: str = ""
    rated: str = ""
    language: str = ""
    now: bool = False
    fits: bool = False
    order: str = ""
    club: int = 0


#: The order of the lobby unless another one is chosen: newest first.
ORDERS = {
    "": conditions.NEWEST_FIRST,
    "soonest": conditions.FULLEST_FIRST,
    "near": conditions.NEAREST_FIRST,
    "pace": conditions.FASTEST_FIRST,
}


def waiting_for_players(wish: Wish, user_id: int | None) -> Listing:
    """Public games that wait for players and fit the filter, in its order.

    Orders other than by age consider only the newest ``conditions.ORDERED`` games.
    """
    if wish.club and user_id is not None:
        found = open_of_club(wish.club, user_id).where(*conditions.of_type(wish.type))
    else:
        found = looking_for_players(wish.type, user_id)
    if wish.players:
        found = found.where(conditions.for_players(wish.players))
    if wish.pace:
        found = found.where(PACES[wish.pace].condition())
    if wish.options:
        usual_ones = conditions.usual([rules.slug for rules in registry.all()])
        found = found.where(usual_ones if wish.options == "usual" else ~usual_ones)
    if wish.rated:
        found = found.where(conditions.rated(wish.rated == "yes"))
    if wish.language:
        found = found.where(conditions.made_by_one_who_reads(wish.language))
    if wish.now:
        found = found.where(conditions.ONE_SEAT_FREE, conditions.without(user_id))
    if wish.fits:
        found = found.where(_fitting(user_id))
    if wish.order and not wish.club:
        found = found.where(conditions.AMONG_NEWEST_OPEN)
    near = wish.order == "near"
    return replace(found, order=ORDERS[wish.order], order_values=(user_id,) if near else ())


def _fitting(user_id: int | None) -> Condition:
    """Games whose requirements this person meets."""
    facts = requirements.facts_about(user_id)
    has = {
        pool: requirements.facts_in_pool(facts, pool)
        for rules in registry.all()
        for pool in pools.both(rules.slug)
    }
    in_time = requirements.in_time(requirements.facts_in_pool(facts, "").turns)
    return conditions.asking_at_most(
        {pool: (known.rating, known.games) for pool, known in has.items()},
        100 if in_time is None else in_time,
    )


def others_waiting_for_players(user_id: int) -> Listing:
    """Games of others that this person can join."""
    return looking_for_players("", user_id).where(conditions.without(user_id))


def mine(user_id: int, *, show: str, type_: str = "", people: Sequence[str] = ()) -> Listing:
    """A person's own games with their states.

    With an empty ``show`` those that wait for this person, the most urgent first; otherwise those
    of that status. ``people`` selects games with these players, by name. Running games come with
    those that wait first, then the others by their last move.
    """
    found = of_person(user_id, show or Game.Status.RUNNING)
    if not show:
        found = replace(
            found.where(conditions.TO_MOVE, conditions.UNBROKEN), order=conditions.URGENT_FIRST
        )
    elif show == Game.Status.RUNNING:
        found = replace(found, order=conditions.WAITING_FIRST)
    found = found.where(*conditions.of_type(type_), *map(conditions.with_, people))
    return replace(found, with_states=True)


def invited(user_id: int) -> Listing:
    """The open games to which this person is invited and that they can still join.

    Invitations across a block are left out.
    """
    return Listing(
        (
            conditions.of_status(Game.Status.OPEN),
            conditions.ALL_CAN_COME,
            conditions.inviting(user_id),
            conditions.without(user_id),
            conditions.there_for(user_id),
        )
    )


def as_usual(types: Iterable[str], pace: Pace, *, rated: bool) -> Listing:
    """Public waiting games of these types with all the usual settings.

    The fullest come first, then the oldest.
    """
    return Listing(
        (
            conditions.PUBLIC,
            conditions.of_status(Game.Status.OPEN),
            conditions.BY_A_PERSON,
            conditions.usual(types),
            pace.condition(),
            conditions.rated(rated),
        ),
        order=conditions.FULLEST_FIRST,
    )


def near(
    found: Listing, user_id: int, first: int, step: int, minutes: int, now: datetime
) -> Listing:
    """Games whose creator has about this person's rating, in a range that grows as the game waits.

    See ``conditions.made_near``.
    """
    return found.where(conditions.made_near(user_id, first, step, minutes, now))


def older_quick_matches(game: Game) -> Listing:
    """Games like this one that a quick match opened before it."""
    return Listing(
        (conditions.QUICK, conditions.like(game), conditions.before(game.pk, by_seat=False)),
        order=conditions.FULLEST_FIRST,
    )


def with_seat_for(found: Listing, user_id: int) -> Listing:
    """Games of this list that this person may join and has not joined."""
    return found.where(
        _fitting(user_id),
        conditions.without(user_id),
        conditions.not_apart_from(user_id),
        conditions.seat_for(user_id),
        conditions.ALL_CAN_COME,
    )


def joined_by(found: Listing, user_id: int) -> Listing:
    """Games of this list in which this person has a seat."""
    return found.where(~conditions.without(user_id))


def positions(listed: Iterable[Game]) -> list[Position]:
    """Listed games with their seats, in the form that pages and API use."""
    games = list(listed)
    there = seats.at(game.pk for game in games) if games else {}
    return [Position(game, there.get(game.pk, []), None, 0, 0, newest=False) for game in games]


def by_number(game_ids: Iterable[int]) -> list[Position]:
    """The games with these numbers in the same form."""
    return positions(Game.objects.defer("state", "seed").filter(pk__in=list(game_ids)))
