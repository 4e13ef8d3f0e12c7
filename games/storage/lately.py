"""The last moves of games. What everybody has seen of a game is never taken back, so what this
process has read of it is not read again."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from boardgames.database.rows import Question
from games.models import Game
from games.storage import statements
from games.storage.statements import LogRow

#: Of so many games the last moves are kept.
MOST = 300


class _Known(NamedTuple):
    """All moves after version ``since`` up to ``until``, which everybody has seen."""

    since: int
    until: int
    moves: Sequence[LogRow]


_known: OrderedDict[Hashable, _Known] = OrderedDict()
_alone = threading.Lock()


def log(game: Game, since: int, version: int) -> Question[list[LogRow]]:
    """What ``statements.log`` tells, of which only those moves are asked for that are not known.
    Incidents are: what is not done at the table may be written down at an older version."""
    known = _known_of(game, since, version)
    asked = statements.log(game.pk, since, version, moves_since=known.until)

    def read(found: list[tuple[Any, ...]]) -> list[LogRow]:
        moves = [row for row in known.moves if row.version > since]
        rows = sorted([*moves, *asked.read(found)], key=_order)
        _keep(game, since, version, rows)
        return rows

    return Question(asked.statement, asked.values, read)


_order = attrgetter("version", "at")


def _known_of(game: Game, since: int, version: int) -> _Known:
    known = _known.get(_key(game))
    if known is not None and known.since <= since <= known.until <= version:
        return known
    return _Known(since, since, ())


def _keep(game: Game, since: int, version: int, rows: Sequence[LogRow]) -> None:
    until = max(since, min(game.public_version, version))
    moves = [row for row in rows if row.number is not None and row.version <= until]
    with _alone:
        _known[_key(game)] = _Known(since, until, moves)
        _known.move_to_end(_key(game))
        if len(_known) > MOST:
            _known.popitem(last=False)


def _key(game: Game) -> Hashable:
    return game.pk, game.created_at
