"""The SQL of every move, in few and cheap statements."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from accounts.models import User
from boardgames.database.rows import Question, Rows, queries, query
from boardgames.database.wire import Asked, Row, Value
from community.models import ClubMember
from games.models import (
    ChatMessage,
    FaultReport,
    Game,
    Incident,
    Invitation,
    Move,
    Package,
    Seat,
    Tenure,
)
from games.rules.engine import Json
from games.storage import packed, unseen

_games, _seats, _moves, _users = Rows(Game), Rows(Seat), Rows(Move), Rows(User)
_incidents, _messages = Rows(Incident), Rows(ChatMessage)

#: The largest row number that the database stores.
BIGGEST_ID = 2**63 - 1
_LONGEST_KEY = 100

#: Seats with their people, each read by ``seat_of``.
SEATS = (
    f"SELECT {_seats.columns}, {_users.columns} FROM {_seats.table}"
    f" LEFT JOIN {_users.table} ON {_users.table}.id = {_seats.table}.user_id"
)
_GAMES_AND_SEATS = (
    f"SELECT {_games.columns}, {_seats.columns}, {_users.columns} FROM {_games.table}"
    f" LEFT JOIN {_seats.table} ON {_seats.table}.game_id = {_games.table}.id"
    f" LEFT JOIN {_users.table} ON {_users.table}.id = {_seats.table}.user_id"
    f" WHERE {_games.table}.id = %s"
)
_GAME_AND_SEATS = f"{_GAMES_AND_SEATS} ORDER BY {_seats.table}.index"
#: A condition: a person is in the game's club; false for a game without a club.
IN_ITS_CLUB = (
    f"EXISTS (SELECT FROM {ClubMember._meta.db_table} member"
    " WHERE member.club_id = {game}.club_id AND member.user_id = %s)"
)
#: A condition: a person maintains the game's type and a report about the game exists.
REPORTED_TO = (
    f"EXISTS (SELECT FROM {FaultReport._meta.db_table} report"
    f" JOIN {Package.maintainers.through._meta.db_table} looks ON looks.package_id = report.type"
    " WHERE report.game_id = {game}.id AND looks.user_id = %s)"
)
# Private games are visible to their present, former and invited players, and to people who have the
# link; a club's games to its members and to present and former players; games of an alpha to its
# testers among these, and to its players. A game with fault reports is visible to maintainers of
# its type.
_MAY_SEE = (
    f"((({_games.table}.club_id IS NULL"
    f" AND ({_games.table}.visibility = '{Game.Visibility.PUBLIC}'"
    f" OR ({_games.table}.key <> '' AND {_games.table}.key = %s)"
    f" OR EXISTS (SELECT FROM {Invitation._meta.db_table} asked"
    f" WHERE asked.game_id = {_games.table}.id AND asked.user_id = %s))"
    f" OR {IN_ITS_CLUB.format(game=_games.table)})"
    f" AND {_games.table}.type NOT IN ({unseen.ABSENT.sql}))"
    f" OR EXISTS (SELECT FROM {_seats.table} held"
    f" WHERE held.game_id = {_games.table}.id AND held.user_id = %s)"
    f" OR EXISTS (SELECT FROM {Tenure._meta.db_table} sat"
    f" JOIN {_seats.table} seat ON seat.id = sat.seat_id"
    f" WHERE seat.game_id = {_games.table}.id AND sat.user_id = %s)"
    f" OR {REPORTED_TO.format(game=_games.table)})"
)
_GAME = "%s"
_SEEN_GAME = f"(SELECT id FROM {_games.table} WHERE id = %s AND {_MAY_SEE})"
_SEEN_GAME_AND_SEATS = f"{_GAMES_AND_SEATS} AND {_MAY_SEE} ORDER BY {_seats.table}.index"


def _to_lock(game: str) -> tuple[str, str, str]:
    """Lock a game and its seats, and read its log after the public version."""
    return (
        f"SELECT {_games.columns} FROM {_games.table} WHERE id = {game} FOR UPDATE",
        f"{SEATS} WHERE {_seats.table}.game_id = {game} ORDER BY {_seats.table}.index",
        f"WITH game AS (SELECT id, public_version FROM {_games.table} WHERE id = {game})"
        f" SELECT version, number, seat, action, events, at FROM {_moves.table}"
        " WHERE game_id = (SELECT id FROM game)"
        " AND version > (SELECT public_version FROM game) AND undone_by IS NULL"
        " UNION ALL SELECT version, NULL, seat, kind, jsonb_build_array(data), at"
        f" FROM {_incidents.table} WHERE game_id = (SELECT id FROM game)"
        " AND version >= (SELECT public_version FROM game)"
        " ORDER BY version, at",
    )


_LOCK, _LOCK_SEEN = _to_lock(_GAME), _to_lock(_SEEN_GAME)
_LOG = (
    f"SELECT version, number, seat, action, events, at, NULL::bytea FROM {_moves.table}"
    " WHERE game_id = %s AND version > %s AND version <= %s"
    " AND (undone_by IS NULL OR undone_by > %s)"
    " UNION ALL SELECT version, NULL, seat, kind, jsonb_build_array(data), at, NULL"
    f" FROM {_incidents.table} WHERE game_id = %s AND version BETWEEN %s AND %s"
    f"{packed.or_packed(6)} ORDER BY version, at"
)
_NEWEST_BESIDE = (
    f"SELECT (SELECT max(id) FROM {_messages.table} WHERE game_id = %s),"
    f" (SELECT max(id) FROM {_incidents.table} WHERE game_id = %s)"
)
#: A bot's owner, and the owner's other bots, count as having a part in its game.
_HAS_PART = (
    f"SELECT EXISTS (SELECT FROM {_seats.table} held"
    f" LEFT JOIN {Tenure._meta.db_table} sat ON sat.seat_id = held.id"
    f" JOIN {_users.table} person ON person.id IN (held.user_id, sat.user_id)"
    " WHERE held.game_id = %s AND COALESCE(person.owner_id, person.id)"
    f" = (SELECT COALESCE(owner_id, id) FROM {_users.table} WHERE id = %s))"
)
_OWN_LAST = (
    f"SELECT held.index, held.tenure_id, (SELECT version FROM {_moves.table}"
    " WHERE game_id = held.game_id AND seat = held.index"
    " AND tenure_id IS NOT DISTINCT FROM held.tenure_id"
    " AND undone_by IS NULL AND version <= %s ORDER BY version DESC LIMIT 1), NULL::bytea"
    f" FROM {_seats.table} held WHERE held.game_id = %s{packed.or_packed(3)}"
)
_USED = (
    f"SELECT number, version, choice, NULL::bytea FROM {_moves.table}"
    " WHERE game_id = %s AND user_id = %s AND key = %s AND key <> ''"  # the columns of the index
    f"{packed.or_packed(3)}"
)
_NEWEST_MOVE = (
    f"SELECT {_moves.columns} FROM {_moves.table}"
    " WHERE game_id = %s AND version > %s AND undone_by IS NULL ORDER BY version DESC LIMIT 1"
)
_GAME_FIELDS = (
    *("status", "rules_version", "state", "version", "public_version", "number"),
    *("result", "unplayed", "started_at", "moved_at", "finished_at"),
)
SEAT_FIELDS = (
    *("to_move", "waiting_since", "used", "decision_id", "asked_version"),
    *("deadline", "clock_from", "budget", "stretch", "reserve", "turns_left"),
    *("aside", "live", "forgiven", "lag_given"),
    *("score", "rank"),
)


class LogRow(NamedTuple):
    """A row of the log. An incident has no number; its kind is the ``action``, its data the only
    event."""

    version: int
    number: int | None
    seat: int | None
    action: str
    events: list[Json]
    at: datetime


class Used(NamedTuple):
    """The move that a person has sent with an idempotency key."""

    number: int
    version: int
    choice: list[object]


class Locked(NamedTuple):
    game: Game
    seats: list[Seat]
    log: list[LogRow]
    used: Used | None


def game(game_id: int) -> tuple[Game, list[Seat]] | None:
    """The game, and its seats in order with their owners."""
    return _game_and_seats(_GAME_AND_SEATS, [game_id]) if game_id <= BIGGEST_ID else None


def seen_game(game_id: int, user_id: int | None, key: str) -> tuple[Game, list[Seat]] | None:
    """The same, if this person may see it or has its link; otherwise None."""
    if game_id > BIGGEST_ID:
        return None
    return _game_and_seats(_SEEN_GAME_AND_SEATS, [game_id, *_who(user_id, key)])


def may_see(game_id: int, user_id: int | None, key: str) -> bool:
    """Whether the game exists and this person, or the holder of this link, may see it."""
    return game_id <= BIGGEST_ID and bool(query(_SEEN_GAME, [game_id, *_who(user_id, key)]))


def _who(user_id: int | None, key: str) -> list[Value]:
    """The values of ``_MAY_SEE``; no user has the number 0."""
    person = user_id or 0
    return [
        key[:_LONGEST_KEY].encode("utf-8", "replace"),
        *(person, person, *unseen.ABSENT.of(user_id), person, person, person),
    ]


def _game_and_seats(statement: str, values: Sequence[Value]) -> tuple[Game, list[Seat]] | None:
    found = query(statement, values)
    if not found:
        return None
    return _games.build(found[0][: _games.width]), _seats_of(row[_games.width :] for row in found)


def locked_game(
    game_id: int, *, wait: bool = True, user_id: int | None = None, key: str = ""
) -> Locked | None:
    """The game and its seats, under their row locks until the transaction ends.

    It also has the log since the public version, and the move that the user has sent with this
    idempotency key. None for a game that this user may not see.

    Without ``wait``, None if another process holds the lock. Everything else is read after the
    lock: a statement that waited for a lock sees all other rows as they were before.
    """
    if game_id > BIGGEST_ID:
        return None
    lock, *others = _LOCK if user_id is None else _LOCK_SEEN
    which: list[Value] = [game_id] if user_id is None else [game_id, *_who(user_id, "")]
    lock = lock if wait else f"{lock} SKIP LOCKED"
    asked: list[Asked] = [(statement, which) for statement in (lock, *others)]
    if key:
        asked.append((_USED, [game_id, user_id, key, game_id]))
    found, seats, log, *used = queries(*asked)
    if not found:
        return None
    return Locked(
        game=_games.build(found[0]),
        seats=_seats_of(seats),
        log=[LogRow(*row) for row in log],
        used=_used(used[0], game_id, user_id, key) if used else None,
    )


def keep_rows(game_id: int, user_id: int) -> None:
    """Lock a person's row and then a game's as foreign keys to them do, until the transaction ends:
    a row that is added with both then waits for neither."""
    queries(
        (f"SELECT id FROM {_users.table} WHERE id = %s FOR KEY SHARE", [user_id]),
        (f"SELECT id FROM {_games.table} WHERE id = %s FOR KEY SHARE", [game_id]),
    )


def _used(found: list[Row], game_id: int, user_id: int | None, key: str) -> Used | None:
    rows, log = packed.parted(found, game_id)
    if log is not None:
        rows = [
            (move.number, move.version, move.choice)
            for move in log.moves
            if (move.user_id, move.key) == (user_id, key)
        ]
    return Used(*rows[0]) if rows else None


def _seats_of(rows: Iterable[tuple[Any, ...]]) -> list[Seat]:
    seats = []
    for row in rows:
        if row[0] is None:  # a game without seats
            break
        seats.append(seat_of(row))
    return seats


def seat_of(row: tuple[Any, ...]) -> Seat:
    """The seat with its owner, from a row of ``SEATS``."""
    seat = _seats.build(row[: _seats.width])
    if seat.user_id is not None:
        seat.user = _users.build(row[_seats.width :])
    return seat


def read_log(
    game_id: int, since: int, version: int, *, moves_since: int | None = None
) -> Question[list[LogRow]]:
    """The rows after version ``since`` that were live at ``version``, and the incidents since then.

    Several incidents may have the same version, so those at ``since`` are included again. Moves
    come only after ``moves_since`` if it is given.
    """
    after = since if moves_since is None else moves_since
    values = [game_id, after, version, version, game_id, since, version, game_id]

    def read(found: list[Row]) -> list[LogRow]:
        rows, whole = packed.parted(found, game_id)
        told = [LogRow(*row) for row in rows]
        if whole is None:
            return told
        moves = [whole.moves[place] for place in whole.live(version)]
        made = [log_row(move) for move in moves if move.version > after]
        return sorted([*made, *told], key=in_order)

    return Question(_LOG, values, read)


def newest_beside(game_id: int) -> Question[tuple[int, int]]:
    """The numbers of the last chat message and of the last incident; 0 if there is none."""
    return Question(
        _NEWEST_BESIDE, [game_id, game_id], lambda found: (found[0][0] or 0, found[0][1] or 0)
    )


def has_part(game_id: int, user_id: int) -> Question[bool]:
    """Whether this person, or a bot of theirs, holds or has held a seat of the game."""
    return Question(_HAS_PART, [game_id, user_id], lambda found: bool(found[0][0]))


def own_last(game_id: int, version: int) -> Question[dict[int, int | None]]:
    """By seat, the version of its present holder's last move, at most ``version``."""

    def read(found: list[Row]) -> dict[int, int | None]:
        rows, log = packed.parted(found, game_id)
        if log is None:
            return {seat: last for seat, _tenure, last in rows}
        made = {
            (move.seat, move.tenure_id): move.version
            for move in log.moves
            if move.undone_by is None and move.version <= version
        }
        return {seat: made.get((seat, tenure)) for seat, tenure, _last in rows}

    return Question(_OWN_LAST, [version, game_id, game_id], read)


def log_row(move: Move) -> LogRow:
    """The row of the log for a new move."""
    events = msgspec.json.decode(msgspec.json.encode(move.events))
    return LogRow(move.version, move.number, move.seat, move.action, events, move.at)


#: The order of the log's rows.
in_order = attrgetter("version", "at")


def newest_move(game: Game) -> Move | None:
    """The last move that was not taken back, among those that not everybody has seen."""
    found = query(_NEWEST_MOVE, [game.pk, game.public_version])
    return _moves.build(found[0]) if found else None


def new_move(**values: Any) -> Move:
    return _moves.new(**values)


def append(move: Move) -> None:
    _moves.insert([move])


def update(game: Game, changed: Iterable[Seat]) -> None:
    """Write what a move has changed of a game and of these seats."""
    _games.update(game, _GAME_FIELDS)
    for seat in changed:
        _seats.update(seat, SEAT_FIELDS)
