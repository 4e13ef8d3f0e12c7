"""Leaderboards and somebody's ratings, read from rows that the count keeps; led by indexes."""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import Exists, OuterRef

from accounts.models import Privacy
from games.ratings.seasons import ALWAYS
from games.tallies import RatingChange, Standing

PER_PAGE = 50
#: Games of a curve, the newest; each may lie on a page of the database of its own.
CURVE = 50


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


def ratings_of(user_id: int) -> dict[str, Standing]:
    """Somebody's newest ratings, by game type."""
    rows = Standing.objects.filter(user=user_id, season=ALWAYS)
    return {row.type: row for row in rows}


def curve(user_id: int, type_: str) -> list[RatingChange]:
    """Somebody's last ratings at a type, the oldest first."""
    rows = RatingChange.objects.filter(user=user_id, type=type_).order_by("-at", "-game")
    return list(rows[:CURVE])[::-1]
