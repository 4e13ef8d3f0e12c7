"""Conditions for lists of games: on the game, on its seats, and on the reader."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import datetime

from accounts.models import Privacy, User
from accounts.statements import APART
from games.lobby.listing import GAME, Condition
from games.models import Game, Invitation, Seat, Standing
from games.ratings.pools import LIVE as LIVE_POOL
from games.ratings.seasons import ALWAYS
from games.ratings.skill import BEGINNER, SCALE
from games.rules import registry
from games.storage import unseen

_SEAT, _USER = Seat._meta.db_table, User._meta.db_table
_INVITATION = Invitation._meta.db_table
_SLUG = re.compile(r"[-a-zA-Z0-9_]+", re.ASCII)
_KIND = f"{GAME}.clock ->> 'kind'"
_DAYS = f"{GAME}.clock -> 'days'"
#: What a turn adds to a reserve, on average if it comes after several turns.
_HOURS = (
    f"({GAME}.clock ->> 'increment_hours')::float / COALESCE(({GAME}.clock ->> 'turns')::int, 1)"
)
_FREE = (
    f"(SELECT count(*) FROM {_SEAT} free"
    f" WHERE free.game_id = {GAME}.id AND free.user_id IS NULL AND free.bot = '')"
)


#: The pool in which an open game would count.
_POOL = f"{GAME}.type || CASE {_KIND} WHEN 'live' THEN '{LIVE_POOL}' ELSE '' END"


def _rating_of(who: str) -> str:
    """A person's rating in the game's pool, on the scale of the model."""
    standing = (
        f"SELECT mu FROM {Standing._meta.db_table} held WHERE held.user_id = {who}"
        f" AND held.type = {_POOL} AND held.season = {ALWAYS}"
    )
    return f"COALESCE(({standing}), {BEGINNER.mu})"


#: The difference between the creator's rating and a person's, on the scale of pages.
_APART = f"{SCALE} * abs({_rating_of(f'{GAME}.created_by_id')} - {_rating_of('%s')})"
_HIDES_RATINGS = (
    f"EXISTS (SELECT FROM {Privacy._meta.db_table} WHERE user_id = {GAME}.created_by_id"
    " AND 'ratings' = ANY(hidden))"
)

PUBLIC = Condition(f"{GAME}.visibility = '{Game.Visibility.PUBLIC}'")
#: Not a practice game; those have a list of their own.
IN_EARNEST = Condition(f"NOT {GAME}.practice")
UNBROKEN = Condition(f"{GAME}.broken_at IS NULL")
#: Somebody can take over a seat.
OFFERED = Condition(
    f"{GAME}.status = '{Game.Status.RUNNING}' AND {GAME}.broken_at IS NULL"
    f" AND {GAME}.id IN (SELECT game_id FROM {_SEAT}"
    " WHERE offered_at IS NOT NULL AND resigned_at IS NULL)"
)
#: At most this many open games are considered for an order other than by number.
ORDERED = 200
AMONG_NEWEST_OPEN = Condition(
    f"{GAME}.id IN (SELECT newest.id FROM {GAME} newest"
    f" WHERE newest.status = '{Game.Status.OPEN}'"
    f" AND newest.visibility = '{Game.Visibility.PUBLIC}'"
    f" ORDER BY newest.id DESC LIMIT {ORDERED})"
)
ONE_SEAT_FREE = Condition(f"{_FREE} = 1")
#: None of its players is suspended, nor a bot of a suspended person.
ALL_CAN_COME = Condition(
    f"NOT EXISTS (SELECT FROM {_SEAT} taken JOIN {_USER} person ON person.id = taken.user_id"
    f" LEFT JOIN {_USER} owner ON owner.id = person.owner_id"
    f" WHERE taken.game_id = {GAME}.id AND NOT (person.is_active AND owner.is_active IS NOT FALSE))"
)
LIVE = Condition(f"{_KIND} = 'live'")
#: Its creator is not a person's bot.
BY_A_PERSON = Condition(
    f"{GAME}.created_by_id NOT IN (SELECT id FROM {_USER} WHERE owner_id IS NOT NULL)"
)
WITHOUT_LIMIT = Condition(f"{_KIND} = 'none'")

#: Conditions on the seat ``own``.
TO_MOVE = Condition("own.to_move AND own.bot = ''")
NOT_OVER_FOR_THEM = Condition("own.rank IS NULL")

NEWEST_OF_THEIRS = "own.game_id DESC"
URGENT_FIRST = f"own.deadline ASC NULLS LAST, own.waiting_since, {GAME}.id DESC"
WAITING_FIRST = (
    f"own.to_move DESC, own.deadline ASC NULLS LAST, {GAME}.moved_at DESC, {GAME}.id DESC"
)
FULLEST_FIRST = f"{_FREE}, {GAME}.id"
NEWEST_FIRST = f"{GAME}.id DESC"
FASTEST_FIRST = (
    f"CASE {_KIND} WHEN 'live' THEN 0 WHEN 'per_turn' THEN 24 * ({GAME}.clock ->> 'days')::int"
    f" WHEN 'reserve' THEN {_HOURS} END NULLS LAST, {GAME}.id"
)
#: Orders by the creator's distance in rating from a person; creators who hide theirs come last.
NEAREST_FIRST = f"CASE WHEN {_HIDES_RATINGS} THEN NULL ELSE {_APART} END NULLS LAST, {GAME}.id"


def of_club(club_id: int) -> Condition:
    # The number is a literal because a partial index covers games of clubs only.
    return Condition(f"{GAME}.club_id = {club_id:d}")


def of_status(status: str) -> Condition:
    # A literal: the best plan depends on the number of values.
    return Condition(f"{GAME}.status = '{Game.Status(status)}'")


def of_type(type_: str) -> list[Condition]:
    """Games of this type; None for any."""
    if not type_:
        return []
    # A literal, like the status, so that a rare type is found by its own index.
    return [Condition(f"{GAME}.type = '{type_}'" if _SLUG.fullmatch(type_) else "FALSE")]


def there_for(reader: int | None) -> Condition:
    """Without alphas that this person does not test."""
    return _of_none(unseen.ABSENT, reader)


def on_offer_to(reader: int | None) -> Condition:
    """Games of types that this person may see, without betas if they want none."""
    return _of_none(unseen.UNLISTED, reader)


def _of_none(types: unseen.Types, reader: int | None) -> Condition:
    # For NOT IN the planner assumes half of the games, for NOT EXISTS none of a type, and then
    # reads all games. For this form it assumes nearly all.
    hidden = f"{GAME}.type = ANY(ARRAY({types.sql}))"
    return Condition(f"CASE WHEN {hidden} THEN 1 ELSE 0 END <> 1", types.of(reader))


def for_players(number: int) -> Condition:
    return Condition(f"{GAME}.players = %s", (number,))


def rated(wanted: bool) -> Condition:
    return Condition(f"{GAME}.rated = %s", (str(wanted),))


def usual(types: Iterable[str]) -> Condition:
    """Games of one of these types with the usual options."""
    known = list(types)
    rows = ", ".join(["(%s, %s::jsonb)"] * len(known))
    values = [
        value
        for type_ in known
        for value in (type_, json.dumps(registry.get(type_).check_options({})))
    ]
    return Condition(f"({GAME}.type, {GAME}.options) IN ({rows})", tuple(values))


def timed(days: tuple[int, int], hours: tuple[int, int]) -> Condition:
    """A range of days per turn, or of hours that a turn adds to a reserve.

    More than the first number, at most the second.
    """
    return Condition(
        f"{_KIND} = 'per_turn' AND {_DAYS} > '{days[0]:d}' AND {_DAYS} <= '{days[1]:d}'"
        f" OR {_KIND} = 'reserve' AND {_HOURS} > {hours[0]:d} AND {_HOURS} <= {hours[1]:d}"
    )


def theirs(user_id: int) -> Condition:
    """The seat ``own`` belongs to this person."""
    # It uses the seat's column, so that an index leads straight to the games.
    return Condition("own.user_id = %s", (user_id,))


def before(number: int, *, by_seat: bool) -> Condition:
    """Games with smaller numbers."""
    return Condition(f"{'own.game_id' if by_seat else f'{GAME}.id'} < %s", (number,))


def not_apart_from(reader: int | None) -> Condition:
    """Without games of players who block this person or are blocked."""
    sitting = f"SELECT user_id FROM {_SEAT} WHERE game_id = {GAME}.id"
    return Condition(f"NOT (ARRAY({sitting}) && ARRAY({APART}))", (reader, reader))


def seat_for(reader: int | None) -> Condition:
    """There is a free seat that is not reserved for another invited person."""
    return Condition(
        f"{_FREE} > (SELECT count(*) FROM {_INVITATION} asked WHERE asked.game_id = {GAME}.id"
        " AND asked.declined_at IS NULL AND asked.lapsed_at IS NULL"
        " AND asked.user_id IS DISTINCT FROM %s AND NOT EXISTS (SELECT"
        f" FROM {_SEAT} taken WHERE taken.game_id = {GAME}.id AND taken.user_id = asked.user_id))",
        (reader,),
    )


def without(user_id: int | None) -> Condition:
    """This person has no seat."""
    return Condition(
        f"NOT EXISTS (SELECT FROM {_SEAT} taken"
        f" WHERE taken.game_id = {GAME}.id AND taken.user_id = %s)",
        (user_id,),
    )


def with_(name: str) -> Condition:
    """The player of this name has a seat."""
    return Condition(
        f"EXISTS (SELECT FROM {_SEAT} there"
        f" JOIN {_USER} person ON person.id = there.user_id"
        f" WHERE there.game_id = {GAME}.id AND upper(person.username) = upper(%s))",
        (name,),
    )


def made_by_one_who_reads(language: str) -> Condition:
    maker = f"SELECT language FROM {_USER} WHERE id = {GAME}.created_by_id"
    return Condition(f"({maker}) = %s", (language,))


def inviting(user_id: int) -> Condition:
    """This person is invited, by somebody with whom there is no block."""
    return Condition(
        f"{GAME}.id IN (SELECT game_id FROM {_INVITATION}"
        " WHERE user_id = %s AND declined_at IS NULL AND lapsed_at IS NULL"
        f" AND invited_by_id NOT IN ({APART}))",
        (user_id, user_id, user_id),
    )


def asking_at_most(has: Mapping[str, tuple[int, int]], in_time: int) -> Condition:
    """Games whose requirements this person meets.

    Rating and finished games are given by pool, turns on time as a percentage.
    """
    rows = ", ".join(["(%s::text, %s::int, %s::int)"] * len(has))
    values = [value for pool, (rating, games) in has.items() for value in (pool, rating, games)]

    def asked(name: str, else_: int) -> str:
        return f"COALESCE(({GAME}.asks ->> '{name}')::int, {else_})"

    return Condition(
        f"{GAME}.asks IS NULL OR ({asked('in_time', 0)} <= %s::int"
        f" AND EXISTS (SELECT FROM (VALUES {rows}) has(pool, rating, games)"
        f" WHERE has.pool = {_POOL} AND has.games >= {asked('games', 0)}"
        f" AND has.rating BETWEEN {asked('least', -100_000)} AND {asked('most', 100_000)}))",
        (in_time, *values),
    )


def made_near(user_id: int, first: int, step: int, minutes: int, now: datetime) -> Condition:
    """Games whose creator's rating is close to this person's.

    The difference may be ``first``, and ``step`` more for every ``minutes`` that the game has
    waited.
    """
    waited = f"floor(extract(epoch FROM %s::timestamptz - {GAME}.created_at) / {60 * minutes:d})"
    return Condition(f"{_APART} <= {first:d} + {step:d} * {waited}", (user_id, now.isoformat()))


QUICK = Condition(f"{GAME}.quick AND {GAME}.status = '{Game.Status.OPEN}'")


def like(game: Game) -> Condition:
    """Games with the same type, options, clock, number of players and rating as this one."""
    return Condition(
        f"{GAME}.type = %s AND {GAME}.options = %s::jsonb AND {GAME}.clock = %s::jsonb"
        f" AND {GAME}.players = %s AND {GAME}.rated = %s",
        (
            game.type, json.dumps(game.options), json.dumps(game.clock), game.players,
            str(game.rated),
        ),
    )  # fmt: skip
