"""What a table shows beside its position, read in one round trip.

That includes how many games wait for a person, which every page shows.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Any, TypeVar

from boardgames.database.rows import Question, Rows, answers
from boardgames.database.wire import Row
from games.models import Game, Instruction, Notebook, Package, Plan, Seat, Vote
from games.models.packages import Stage
from games.storage import log_cache, statements

_notebooks, _instructions, _plans = Rows(Notebook), Rows(Instruction), Rows(Plan)

L = TypeVar("L", Instruction, Plan)

_WAITING = (
    f"FROM {Seat._meta.db_table} seat"
    f" JOIN {Game._meta.db_table} game ON game.id = seat.game_id"
    " WHERE seat.user_id = %s AND seat.bot = '' AND seat.to_move"
    f" AND game.status = '{Game.Status.RUNNING}' AND game.broken_at IS NULL"
    " AND NOT game.practice"
)
#: Selects the numbers of the games that wait for a person.
WAITING_GAMES = f"SELECT seat.game_id {_WAITING}"
_NUMBER = f"SELECT count(*) {_WAITING}"
_NOTEBOOKS = f"SELECT {_notebooks.columns} FROM {_notebooks.table} WHERE game_id = %s"
_LEFT = (
    f"SELECT {_instructions.columns} FROM {_instructions.table}"
    f" WHERE active AND tenure_id IN (SELECT tenure_id FROM {Seat._meta.db_table}"
    " WHERE game_id = %s)"
)
_PLANS = (
    f"SELECT {_plans.columns} FROM {_plans.table}"
    f" WHERE tenure_id IN (SELECT tenure_id FROM {Seat._meta.db_table} WHERE game_id = %s)"
    f" ORDER BY {_plans.table}.id"
)
_VOTES = (
    f"SELECT kind, seat, closed_at FROM {Vote._meta.db_table}"
    " WHERE game_id = %s AND closed_at > %s AND outcome IN ('rejected', 'wait')"
)
_STAGE = (
    f"SELECT stage FROM {Package._meta.db_table} WHERE type = %s AND stage <> '{Stage.PUBLISHED}'"
)

#: A vote's kind, the seat it was about, and when it was closed.
Closed = tuple[str, int | None, datetime]


def count_waiting_games(user_id: int) -> Question[int]:
    """How many games wait for this person."""
    return Question(_NUMBER, [user_id], lambda found: int(found[0][0]))


def instructions(game_id: int) -> Question[dict[int | None, list[Instruction]]]:
    """The instructions of all seats, by tenure, including outdated ones.

    Each may be shown only to its owner.
    """
    return Question(_LEFT, [game_id], partial(_by_tenure, _instructions))


def plans(game_id: int) -> Question[dict[int | None, list[Plan]]]:
    """The plans of all seats, by tenure, also those that have ended, oldest first.

    Each may be shown only to its owner.
    """
    return Question(_PLANS, [game_id], partial(_by_tenure, _plans))


def _by_tenure(rows: Rows[L], found: list[Row]) -> dict[int | None, list[L]]:
    left: dict[int | None, list[L]] = {}
    for row in map(rows.build, found):
        left.setdefault(row.tenure_id, []).append(row)
    return left


def votes(game_id: int, since: datetime) -> Question[list[Closed]]:
    """The votes at this table since then that did not pass."""
    return Question(_VOTES, [game_id, since.isoformat()], lambda found: list(map(_closed, found)))


def _closed(row: Row) -> Closed:
    kind, seat, closed_at = row
    return kind, seat, closed_at


def _stage(slug: str) -> Question[str]:
    """The stage that a game type has now, "alpha" or "beta"; empty for a published one."""
    return Question(_STAGE, [slug], lambda found: str(found[0][0]) if found else "")


def _notes(game_id: int) -> Question[dict[int, Notebook]]:
    """People's private notes about a game, by person; each may be shown only to its owner."""
    return Question(
        _NOTEBOOKS,
        [game_id],
        lambda found: {row.user_id: row for row in map(_notebooks.build, found)},
    )


def read_context(
    game: Game, since: int, version: int, votes_since: datetime | None, waits: int | None
) -> dict[str, Any]:
    """The log after version ``since``, the newest numbers beside it, and the type's stage.

    With ``votes_since``, for people with a part in the game: their instructions, plans and notes,
    and the votes. With ``waits``: how many games wait for that person.
    """
    asked: dict[str, Question[Any]] = {
        "newest": statements.newest_beside(game.pk),
        "log": log_cache.read_log(game, since, version),
        "stage": _stage(game.type),
    }
    if votes_since is not None:
        asked["own_last"] = statements.own_last(game.pk, version)
        asked["votes"] = votes(game.pk, votes_since)
        asked["instructions"] = instructions(game.pk)
        asked["plans"] = plans(game.pk)
        asked["notebooks"] = _notes(game.pk)
    if waits is not None:
        asked["waiting"] = count_waiting_games(waits)
    return dict(zip(asked, answers(*asked.values()), strict=True))
