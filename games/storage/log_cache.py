"""A cache of the last moves of games. Moves that everybody has seen are never taken back, so each
process reads them once."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from boardgames.database.rows import Question
from games.game_cache import cache
from games.models import Game
from games.storage import statements
from games.storage.statements import LogRow

#: The bytes of a row, roughly.
_ROW = 1200


class _Known(NamedTuple):
    """The moves after version ``since`` up to ``until``, which everybody has seen.

    ``created`` identifies the game: in a restored database its number may belong to another one.
    """

    since: int
    until: int
    moves: Sequence[LogRow]
    created_at: datetime


def read_log(game: Game, since: int, version: int) -> Question[list[LogRow]]:
    """The rows of ``statements.read_log``; only moves that are not cached are read.

    Incidents are always read, as they may be added to an older version.
    """
    known = _known_of(game, since, version)
    asked = statements.read_log(game.pk, since, version, moves_since=known.until)

    def read(found: list[tuple[Any, ...]]) -> list[LogRow]:
        moves = [row for row in known.moves if row.version > since]
        rows = sorted([*moves, *asked.read(found)], key=statements.in_order)
        _keep(game, since, version, rows)
        return rows

    return Question(asked.statement, asked.values, read)


def _known_of(game: Game, since: int, version: int) -> _Known:
    known: _Known | None = cache.get(game.pk, "moves")
    if (
        known is not None
        and known.created_at == game.created_at
        and known.since <= since <= known.until <= version
    ):
        return known
    return _Known(since, since, (), game.created_at)


def _keep(game: Game, since: int, version: int, rows: Sequence[LogRow]) -> None:
    until = max(since, min(game.public_version, version))
    moves = [row for row in rows if row.number is not None and row.version <= until]
    known = _Known(since, until, moves, game.created_at)
    cache.put(game.pk, "moves", known, _ROW * len(moves))
