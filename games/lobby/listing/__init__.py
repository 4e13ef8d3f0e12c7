"""The query of a list of games: conditions, an order, and one slice at a time.

It is SQL: Django takes longer to build such a statement and to read its rows than the rest of a
page takes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from boardgames.database.rows import Question, Rows
from boardgames.database.wire import Row, Value
from games.models import Game, Seat

_games = Rows(Game)
#: The table's name, which conditions put before column names.
GAME = _games.table
_TABLES = {
    False: GAME,
    True: f"{GAME} JOIN {Seat._meta.db_table} own ON own.game_id = {GAME}.id",
}
#: Columns that only the rules need, and which are most of a row.
_STATE, _SEED = "state", "seed"


class Condition(NamedTuple):
    """A condition on games in SQL, with its values."""

    sql: str
    values: tuple[Value, ...] = ()

    def __invert__(self) -> Condition:
        return Condition(f"NOT ({self.sql})", self.values)


@dataclass(frozen=True)
class Listing:
    """Games that meet all conditions, in order, as a sequence to take slices of.

    ``by_seat``: conditions and order use a seat, ``own``, and select one per game. The games come
    without seeds, and without states unless ``with_states``.
    """

    conditions: tuple[Condition, ...]
    order: str = f"{GAME}.id DESC"
    order_values: tuple[Value, ...] = ()
    by_seat: bool = False
    with_states: bool = False

    def where(self, *conditions: Condition) -> Listing:
        """The games of this list that also meet these conditions."""
        return replace(self, conditions=(*self.conditions, *conditions))

    def __getitem__(self, part: slice) -> list[Game]:
        first = part.start or 0
        return self._part(first, None if part.stop is None else part.stop - first).answer()

    def _part(self, first: int, number: int | None) -> Question[list[Game]]:
        left_out = (_SEED,) if self.with_states else (_STATE, _SEED)
        values = [value for condition in self.conditions for value in condition.values]
        values += self.order_values
        # A literal number tells the database, which plans the statement once, how small it is.
        bounds = "" if number is None else f" LIMIT {number:d}"
        if first:
            bounds += " OFFSET %s"
            values.append(first)
        return Question(
            f"SELECT {_columns(left_out)} FROM {_TABLES[self.by_seat]}"
            f" WHERE {self._where()}"
            f" ORDER BY {self.order}{bounds}",
            values,
            lambda found: _read(found, left_out),
        )

    def _where(self) -> str:
        return " AND ".join(f"({condition.sql})" for condition in self.conditions)


@cache
def _columns(left_out: tuple[str, ...]) -> str:
    """All columns of games, with NULL for those that are left out."""
    return re.sub(rf'{GAME}\."({"|".join(left_out)})"', "NULL", _games.columns)


def _read(found: list[Row], left_out: tuple[str, ...]) -> list[Game]:
    games = [_games.build(row) for row in found]
    for game in games:
        for name in left_out:  # code that needs it anyway makes Django read it
            del vars(game)[name]
    return games
