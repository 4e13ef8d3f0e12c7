"""What every move reads and writes, in as few and cheap statements as can be."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, NamedTuple

import msgspec

from accounts.models import User
from boardgames.database.rows import Question, Rows, queries, query
from boardgames.database.wire import Asked
from games.models import ChatMessage, Game, Incident, Move, Seat
from games.rules.engine import Json

_games, _seats, _moves, _users = Rows(Game), Rows(Seat), Rows(Move), Rows(User)
_incidents, _messages = Rows(Incident), Rows(ChatMessage)

#: No row has a number beyond it, and the database takes none.
BIGGEST_ID = 2**63 - 1

_GAME = f"SELECT {_games.columns} FROM {_games.table} WHERE id = %s FOR UPDATE"  # noqa: S608
_GAME_AND_SEATS = (
    f"SELECT {_games.columns}, {_seats.columns}, {_users.columns} FROM {_games.table}"  # noqa: S608
    f" LEFT JOIN {_seats.table} ON {_seats.table}.game_id = {_games.table}.id"
    f" LEFT JOIN {_users.table} ON {_users.table}.id = {_seats.table}.user_id"
    f" WHERE {_games.table}.id = %s ORDER BY {_seats.table}.index"
)
_SEATS = (
    f"SELECT {_seats.columns}, {_users.columns} FROM {_seats.table}"  # noqa: S608
    f" LEFT JOIN {_users.table} ON {_users.table}.id = {_seats.table}.user_id"
    f" WHERE {_seats.table}.game_id = %s ORDER BY {_seats.table}.index"
)
_LOG = (
    f"SELECT version, number, seat, action, events, at FROM {_moves.table}"  # noqa: S608
    " WHERE game_id = %s AND version > %s AND version <= %s"
    " AND (undone_by IS NULL OR undone_by > %s)"
    " UNION ALL SELECT version, NULL, seat, kind, jsonb_build_array(data), at"
    f" FROM {_incidents.table} WHERE game_id = %s AND version BETWEEN %s AND %s"
    " ORDER BY version, at"
)
_LOG_OF_NEWEST = (  # as the one above, after what everybody has seen
    f"SELECT version, number, seat, action, events, at FROM {_moves.table}"  # noqa: S608
    f" WHERE game_id = %s AND version > (SELECT public_version FROM {_games.table} WHERE id = %s)"
    " AND undone_by IS NULL"
    " UNION ALL SELECT version, NULL, seat, kind, jsonb_build_array(data), at"
    f" FROM {_incidents.table} WHERE game_id = %s"
    f" AND version >= (SELECT public_version FROM {_games.table} WHERE id = %s)"
    " ORDER BY version, at"
)
_NEWEST_BESIDE = (
    f"SELECT (SELECT max(id) FROM {_messages.table} WHERE game_id = %s),"  # noqa: S608
    f" (SELECT max(id) FROM {_incidents.table} WHERE game_id = %s)"
)
_OWN_LAST = (
    f"SELECT version FROM {_moves.table}"  # noqa: S608
    " WHERE game_id = %s AND seat = %s AND tenure_id IS NOT DISTINCT FROM %s"
    " AND undone_by IS NULL AND version <= %s ORDER BY version DESC LIMIT 1"
)
_USED = (
    f"SELECT number, version, choice FROM {_moves.table}"  # noqa: S608
    " WHERE game_id = %s AND user_id = %s AND key = %s AND key <> ''"  # as the index has it
)
_NEWEST_MOVE = (
    f"SELECT {_moves.columns} FROM {_moves.table}"  # noqa: S608
    " WHERE game_id = %s AND version > %s AND undone_by IS NULL ORDER BY version DESC LIMIT 1"
)
_GAME_FIELDS = (
    *("status", "rules_version", "state", "version", "public_version", "number"),
    *("result", "started_at", "moved_at", "finished_at"),
)
SEAT_FIELDS = (
    *("to_move", "waiting_since", "decision_id", "asked_version"),
    *("deadline", "clock_from", "budget", "stretch", "reserve", "aside"),
    *("score", "rank"),
)


class LogRow(NamedTuple):
    """What a row of the log tells. An incident has no number, its kind as ``action`` and its data
    as the only one of ``events``."""

    version: int
    number: int | None
    seat: int | None
    action: str
    events: list[Json]
    at: datetime


class Used(NamedTuple):
    """The move that somebody has sent with an idempotency key."""

    number: int
    version: int
    choice: list[object]


class Locked(NamedTuple):
    game: Game
    seats: list[Seat]
    log: list[LogRow]
    used: Used | None


def game(game_id: int) -> tuple[Game, list[Seat]] | None:
    """The game and its seats in order, with their owners."""
    if game_id > BIGGEST_ID:
        return None
    found = query(_GAME_AND_SEATS, [game_id])
    if not found:
        return None
    return _games.build(found[0][: _games.width]), _seats_of(row[_games.width :] for row in found)


def locked_game(
    game_id: int, *, wait: bool = True, user_id: int = 0, key: str = ""
) -> Locked | None:
    """The same, nobody else's to change until the transaction ends, its log since its public
    version, and what the user has sent with this idempotency key.

    Without ``wait`` there is none if somebody else has it. Everything else is read after the lock:
    a statement that has waited for a lock sees all other rows as they were before.
    """
    if game_id > BIGGEST_ID:
        return None
    lock = _GAME if wait else f"{_GAME} SKIP LOCKED"
    asked: list[Asked] = [
        (lock, [game_id]),
        (_SEATS, [game_id]),
        (_LOG_OF_NEWEST, [game_id] * 4),
    ]
    if key:
        asked.append((_USED, [game_id, user_id, key]))
    found, seats, log, *used = queries(*asked)
    if not found:
        return None
    return Locked(
        game=_games.build(found[0]),
        seats=_seats_of(seats),
        log=[LogRow(*row) for row in log],
        used=Used(*used[0][0]) if used and used[0] else None,
    )


def _seats_of(rows: Iterable[tuple[Any, ...]]) -> list[Seat]:
    seats = []
    for row in rows:
        if row[0] is None:  # a game without seats
            break
        seat = _seats.build(row[: _seats.width])
        if seat.user_id is not None:
            seat.user = _users.build(row[_seats.width :])
        seats.append(seat)
    return seats


def log(game_id: int, since: int, version: int) -> Question[list[LogRow]]:
    """The rows after version ``since`` that were live at ``version``, and the incidents since then:
    more of them may come at the same version, so those at ``since`` are told again."""
    values = [game_id, since, version, version, game_id, since, version]
    return Question(_LOG, values, lambda found: [LogRow(*row) for row in found])


def newest_beside(game_id: int) -> Question[tuple[int, int]]:
    """The numbers of the last thing said and of the last incident; 0 for none."""
    return Question(
        _NEWEST_BESIDE, [game_id, game_id], lambda found: (found[0][0] or 0, found[0][1] or 0)
    )


def own_last(seat: Seat, version: int) -> Question[int | None]:
    """The version of the last move, up to ``version``, of who holds this seat."""
    values = [seat.game_id, seat.index, seat.tenure_id, version]
    return Question(_OWN_LAST, values, lambda found: found[0][0] if found else None)


def log_row(move: Move) -> LogRow:
    """The row of the log that a new move makes."""
    events = msgspec.json.decode(msgspec.json.encode(move.events))
    return LogRow(move.version, move.number, move.seat, move.action, events, move.at)


def newest_move(game: Game) -> Move | None:
    """The last one that has not been taken back, of those that not everybody has seen."""
    found = query(_NEWEST_MOVE, [game.pk, game.public_version])
    return _moves.build(found[0]) if found else None


def new_move(**values: Any) -> Move:
    return _moves.new(**values)


def append(move: Move) -> None:
    _moves.insert([move])


def update(game: Game, changed: Iterable[Seat]) -> None:
    """Write what a move changes of a game and of these seats."""
    _games.update(game, _GAME_FIELDS)
    for seat in changed:
        _seats.update(seat, SEAT_FIELDS)
