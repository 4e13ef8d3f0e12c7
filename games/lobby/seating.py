"""Who sits at the games of a list, read at once for all of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from accounts.models import User
from boardgames.database.arrays import array
from boardgames.database.rows import Question, Rows
from boardgames.database.wire import Row
from games.models import Seat

_seats, _users = Rows(Seat), Rows(User)
_AT = (
    f"SELECT {_seats.columns}, {_users.columns} FROM {_seats.table}"  # noqa: S608  our own names
    f" LEFT JOIN {_users.table} ON {_users.table}.id = {_seats.table}.user_id"
    f" WHERE {_seats.table}.game_id = ANY(%s) ORDER BY {_seats.table}.index"
)


def at(game_ids: Iterable[int]) -> Question[dict[int, list[Seat]]]:
    """The seats with their people in turn order, by game; games without seats are left out."""
    return Question(_AT, [array(game_ids)], _by_game)


def _by_game(found: list[Row]) -> dict[int, list[Seat]]:
    by_game: dict[int, list[Seat]] = defaultdict(list)
    for row in found:
        seat = _seats.build(row[: _seats.width])
        if seat.user_id is not None:
            seat.user = _users.build(row[_seats.width :])
        by_game[seat.game_id].append(seat)
    return by_game
