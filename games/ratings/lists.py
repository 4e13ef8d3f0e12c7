"""Leaderboards and somebody's ratings, read from rows that the count keeps; led by indexes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from accounts.models import Privacy
from boardgames.database.rows import Question, Rows
from boardgames.database.wire import Row
from games.models import Game, Progress, RatingChange, Standing
from games.ratings.counting import RATINGS
from games.ratings.seasons import ALWAYS
from games.ratings.skill import BEGINNER, shown

PER_PAGE = 50
#: Games of a curve, the newest; each may lie on a page of the database of its own.
CURVE = 50

_standings, _changes = Rows(Standing), Rows(RatingChange)
_RATINGS = (
    f"SELECT {_standings.columns} FROM {_standings.table} WHERE user_id = %s AND season = {ALWAYS}"
)
_CURVES = (
    f"SELECT change.* FROM {_standings.table} rated, LATERAL ("
    f"SELECT {_changes.columns} FROM {_changes.table}"
    " WHERE user_id = rated.user_id AND type = rated.type"
    f" ORDER BY at DESC, game_id DESC LIMIT {CURVE}) change"
    f" WHERE rated.user_id = %s AND rated.season = {ALWAYS} ORDER BY change.at, change.game_id"
)


_OF_GAME = (
    "SELECT known.counted, change.user_id, change.mu,"
    f" (SELECT earlier.mu FROM {_changes.table} earlier"
    " WHERE earlier.user_id = change.user_id AND earlier.type = change.type"
    " AND (earlier.at, earlier.game_id) < (change.at, change.game_id)"
    " ORDER BY earlier.at DESC, earlier.game_id DESC LIMIT 1),"
    " coalesce('ratings' = ANY(privacy.hidden), false)"
    f" FROM (SELECT EXISTS (SELECT FROM {Progress._meta.db_table}"
    " WHERE name = %s AND (at, row) >= (%s, %s)) AS counted) known"
    f" LEFT JOIN {_changes.table} change ON change.game_id = %s"
    f" LEFT JOIN {Privacy._meta.db_table} privacy ON privacy.user_id = change.user_id"
)


class Change(NamedTuple):
    """What a game has made of somebody's rating, as people are shown it."""

    user_id: int
    before: int
    after: int
    hidden: bool


class OfGame(NamedTuple):
    """What a rated game that is over has changed; ``counted``: nothing more is to come."""

    counted: bool
    changes: list[Change]


class After(NamedTuple):
    """A place on a leaderboard: what stands there, by rating and person."""

    mu: float
    user_id: int


def leaders(type_: str, season: int, after: After | None) -> list[Standing]:
    """The next on the leaderboard, one more than fit on a page if there are more.

    Those whose rating is provisional, who have closed their accounts or who do not want to be
    listed are left out.
    """
    unlisted = Privacy.objects.filter(user=OuterRef("user"), hidden__contains=["leaderboards"])
    rows = (
        Standing.objects.filter(type=type_, season=season, listed=True, user__is_active=True)
        .exclude(Exists(unlisted))
        .select_related("user")
        .order_by("-mu", "user")
    )
    if after is not None:
        rows = rows.filter(mu__lte=after.mu).exclude(mu=after.mu, user__lte=after.user_id)
    return list(rows[: PER_PAGE + 1])


def standing(user_id: int | None, type_: str, season: int) -> Standing | None:
    return Standing.objects.filter(user=user_id, type=type_, season=season).first()


def ratings_of(user_id: int) -> Question[dict[str, Standing]]:
    """Somebody's newest ratings, by game type."""
    return Question(
        _RATINGS, [user_id], lambda found: {row.type: row for row in map(_standings.build, found)}
    )


def curves(user_id: int) -> Question[dict[str, list[RatingChange]]]:
    """Somebody's last ratings at each game type, the oldest first."""
    return Question(_CURVES, [user_id], _by_type)


def of_game(game: Game) -> Question[OfGame]:
    """What this game, which is over, has changed of whose rating."""
    ended = game.finished_at.isoformat() if game.finished_at else None
    return Question(_OF_GAME, [RATINGS.of(game.type), ended, game.pk, game.pk], _of_game)


def _of_game(found: list[Row]) -> OfGame:
    changes = [
        Change(user_id, shown(BEGINNER.mu if before is None else before), shown(after), hidden)
        for _counted, user_id, after, before, hidden in found
        if user_id is not None
    ]
    return OfGame(found[0][0], changes)


def _by_type(found: Iterable[Row]) -> dict[str, list[RatingChange]]:
    changes: dict[str, list[RatingChange]] = {}
    for change in map(_changes.build, found):
        changes.setdefault(change.type, []).append(change)
    return changes
