"""Conditions of lists of games: on the game, on its seats, and on the reader."""

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
_FREE = (
    f"(SELECT count(*) FROM {_SEAT} free"
    f" WHERE free.game_id = {GAME}.id AND free.user_id IS NULL AND free.bot = '')"
)


#: The pool in which an open game counts.
_POOL = f"{GAME}.type || CASE {_KIND} WHEN 'live' THEN '{LIVE_POOL}' ELSE '' END"


def _rating_of(who: str) -> str:
    """The rating of somebody in the game's pool, as the model has it."""
    standing = (
        f"SELECT mu FROM {Standing._meta.db_table} held WHERE held.user_id = {who}"
        f" AND held.type = {_POOL} AND held.season = {ALWAYS}"
    )
    return f"COALESCE(({standing}), {BEGINNER.mu})"


#: How far the maker's rating is from that of a person, on the scale that people are shown.
_APART = f"{SCALE} * abs({_rating_of(f'{GAME}.created_by_id')} - {_rating_of('%s')})"
_HIDES_RATINGS = (
    f"EXISTS (SELECT FROM {Privacy._meta.db_table} WHERE user_id = {GAME}.created_by_id"
    " AND 'ratings' = ANY(hidden))"
)

PUBLIC = Condition(f"{GAME}.visibility = '{Game.Visibility.PUBLIC}'")
#: Nobody's to practise, which have a list of their own.
IN_EARNEST = Condition(f"NOT {GAME}.practice")
UNBROKEN = Condition(f"{GAME}.broken_at IS NULL")
#: Somebody may take a seat over.
OFFERED = Condition(
    f"{GAME}.status = '{Game.Status.RUNNING}' AND {GAME}.broken_at IS NULL"
    f" AND {GAME}.id IN (SELECT game_id FROM {_SEAT}"
    " WHERE offered_at IS NOT NULL AND resigned_at IS NULL)"
)
#: To put them in another order than that of their numbers, so many open games are looked at.
ORDERED = 200
AMONG_NEWEST_OPEN = Condition(
    f"{GAME}.id IN (SELECT newest.id FROM {GAME} newest"
    f" WHERE newest.status = '{Game.Status.OPEN}'"
    f" AND newest.visibility = '{Game.Visibility.PUBLIC}'"
    f" ORDER BY newest.id DESC LIMIT {ORDERED})"
)
ONE_SEAT_FREE = Condition(f"{_FREE} = 1")
#: Nobody there is suspended, nor a bot of somebody who is.
ALL_CAN_COME = Condition(
    f"NOT EXISTS (SELECT FROM {_SEAT} taken JOIN {_USER} person ON person.id = taken.user_id"
    f" LEFT JOIN {_USER} owner ON owner.id = person.owner_id"
    f" WHERE taken.game_id = {GAME}.id AND NOT (person.is_active AND owner.is_active IS NOT FALSE))"
)
LIVE = Condition(f"{_KIND} = 'live'")
#: No program of somebody's has opened it.
BY_A_PERSON = Condition(
    f"{GAME}.created_by_id NOT IN (SELECT id FROM {_USER} WHERE owner_id IS NOT NULL)"
)
WITHOUT_LIMIT = Condition(f"{_KIND} = 'none'")

#: Of the seat ``own``.
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
    f" WHEN 'reserve' THEN ({GAME}.clock ->> 'increment_hours')::int END NULLS LAST, {GAME}.id"
)
#: By whose maker's rating is nearest to that of a person; last those whose makers hide theirs.
NEAREST_FIRST = f"CASE WHEN {_HIDES_RATINGS} THEN NULL ELSE {_APART} END NULLS LAST, {GAME}.id"


def of_club(club_id: int) -> Condition:
    # The number in the statement: an index is for games of clubs alone.
    return Condition(f"{GAME}.club_id = {club_id:d}")


def of_status(status: str) -> Condition:
    # In the statement itself: how the database goes about it depends on how many there are.
    return Condition(f"{GAME}.status = '{Game.Status(status)}'")


def of_type(type_: str) -> list[Condition]:
    """None for any."""
    if not type_:
        return []
    # In the statement itself, as the status is: a rare type is then found by its own index.
    return [Condition(f"{GAME}.type = '{type_}'" if _SLUG.fullmatch(type_) else "FALSE")]


def there_for(reader: int | None) -> Condition:
    """No alpha that this person does not test."""
    return _of_none(unseen.ABSENT, reader)


def on_offer_to(reader: int | None) -> Condition:
    """Games of types that this person may see, without betas if they want none."""
    return _of_none(unseen.UNLISTED, reader)


def _of_none(types: unseen.Types, reader: int | None) -> Condition:
    # Of NOT IN the planner guesses that it leaves half of the games, of NOT EXISTS none of a type,
    # and goes through all games then; of this, that it leaves nearly all.
    hidden = f"{GAME}.type = ANY(ARRAY({types.sql}))"
    return Condition(f"CASE WHEN {hidden} THEN 1 ELSE 0 END <> 1", types.of(reader))


def for_players(number: int) -> Condition:
    return Condition(f"{GAME}.players = %s", (number,))


def rated(wanted: bool) -> Condition:
    return Condition(f"{GAME}.rated = %s", (str(wanted),))


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


def timed(days: tuple[int, int], hours: tuple[int, int]) -> Condition:
    """A turn has more days than the first and at most the second number, or brings so many hours
    to a reserve."""
    return Condition(
        f"{_KIND} = 'per_turn' AND {_within('days', days)}"
        f" OR {_KIND} = 'reserve' AND {_within('increment_hours', hours)}"
    )


def _within(name: str, numbers: tuple[int, int]) -> str:
    value = f"{GAME}.clock -> '{name}'"
    return f"{value} > '{numbers[0]}' AND {value} <= '{numbers[1]}'"


def theirs(user_id: int) -> Condition:
    """The seat ``own`` is this person's."""
    # By the seat's column, so that an index leads straight to the games.
    return Condition("own.user_id = %s", (user_id,))


def before(number: int, *, by_seat: bool) -> Condition:
    """Games with smaller numbers."""
    return Condition(f"{'own.game_id' if by_seat else f'{GAME}.id'} < %s", (number,))


def not_apart_from(reader: int | None) -> Condition:
    """Nobody sits there who has blocked this person, or is blocked."""
    sitting = f"SELECT user_id FROM {_SEAT} WHERE game_id = {GAME}.id"
    return Condition(f"NOT (ARRAY({sitting}) && ARRAY({APART}))", (reader, reader))


def seat_for(reader: int | None) -> Condition:
    """A seat is free that is not kept for somebody else who is invited."""
    return Condition(
        f"{_FREE} > (SELECT count(*) FROM {_INVITATION} asked WHERE asked.game_id = {GAME}.id"
        " AND asked.declined_at IS NULL AND asked.lapsed_at IS NULL"
        " AND asked.user_id IS DISTINCT FROM %s AND NOT EXISTS (SELECT"
        f" FROM {_SEAT} taken WHERE taken.game_id = {GAME}.id AND taken.user_id = asked.user_id))",
        (reader,),
    )


def without(user_id: int | None) -> Condition:
    """This person does not sit there."""
    return Condition(
        f"NOT EXISTS (SELECT FROM {_SEAT} taken"
        f" WHERE taken.game_id = {GAME}.id AND taken.user_id = %s)",
        (user_id,),
    )


def with_(name: str) -> Condition:
    """Somebody of this name sits there."""
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
    """This person is asked to come, by one with whom there is no block."""
    return Condition(
        f"{GAME}.id IN (SELECT game_id FROM {_INVITATION}"
        " WHERE user_id = %s AND declined_at IS NULL AND lapsed_at IS NULL"
        f" AND invited_by_id NOT IN ({APART}))",
        (user_id, user_id, user_id),
    )


def asking_at_most(has: Mapping[str, tuple[int, int]], in_time: int) -> Condition:
    """Games whose requirements this person meets: a rating and finished games, by pool, and turns
    on time, of a hundred."""
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
    """Games whose creator's rating is at most ``first`` from this person's, and ``step`` more for
    each so many minutes that the game has waited."""
    waited = f"floor(extract(epoch FROM %s::timestamptz - {GAME}.created_at) / {60 * minutes:d})"
    return Condition(f"{_APART} <= {first:d} + {step:d} * {waited}", (user_id, now.isoformat()))


QUICK = Condition(f"{GAME}.quick AND {GAME}.status = '{Game.Status.OPEN}'")


def like(game: Game) -> Condition:
    """As that game is played: its type, options, clock and number of players, rated or not."""
    return Condition(
        f"{GAME}.type = %s AND {GAME}.options = %s::jsonb AND {GAME}.clock = %s::jsonb"
        f" AND {GAME}.players = %s AND {GAME}.rated = %s",
        (
            game.type, json.dumps(game.options), json.dumps(game.clock), game.players,
            str(game.rated),
        ),
    )  # fmt: skip
