"""The players of all games of a list, read at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from boardgames.database.arrays import array
from boardgames.database.rows import query
from games.models import Seat
from games.storage import statements

_AT = f"{statements.SEATS} WHERE game_id = ANY(%s) ORDER BY index"


def at(game_ids: Iterable[int]) -> dict[int, list[Seat]]:
    """The seats with their people in turn order, by game; games without seats are left out."""
    by_game: dict[int, list[Seat]] = defaultdict(list)
    for seat in map(statements.seat_of, query(_AT, [array(game_ids)])):
        by_game[seat.game_id].append(seat)
    return by_game
