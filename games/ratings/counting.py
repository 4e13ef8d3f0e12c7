"""Ratings counted from finished games, by a tick: always in the order of their ends.

A rated game counts for those who began it, if these were people alone. Who left it, or was late
and did not come back, comes behind all who stayed; who took a seat over risks nothing. What a game
changes depends only on the games that ended before it, so counting anew gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games import changes
from games.models import Game, RatingChange, Standing
from games.ratings import pools
from games.ratings.seasons import ALWAYS, season_of
from games.ratings.skill import BEGINNER, SETTLED, Skill, after
from games.statistics.counts import Count
from games.statistics.finished import Finished

#: For so long after its end somebody may look at a game and wait for the ratings.
LOOKED_AT = timedelta(hours=1)


def _count(type_: str, games: list[Finished]) -> None:
    rated = [game for game in games if game.game.rated and game.of_people]
    for pool in pools.both(type_):
        counted = [game for game in rated if pools.of(game.game) == pool]
        if counted:
            _store(list(_changes(pool, counted)))
    for game in rated:
        if game.game.finished_at and game.game.finished_at > timezone.now() - LOOKED_AT:
            changes.after_commit(changes.beside, game_id=game.game.pk)


def _changes(pool: str, games: list[Finished]) -> Iterable[RatingChange]:
    """What these games of a pool, in their order, change of whose rating."""
    newest = _before(pool, games)
    for one in games:
        people = [starter.user_id or 0 for starter in one.starters]
        places = one.places()
        skills = after([_skill(newest.get(user_id)) for user_id in people], places)
        for user_id, place, skill in zip(people, places, skills, strict=True):
            change = _change(one.game, pool, user_id, place, skill, newest.get(user_id))
            newest[user_id] = change
            yield change


def _skill(change: RatingChange | None) -> Skill:
    return Skill(change.mu, change.sigma) if change else BEGINNER


def _change(
    game: Game, pool: str, user_id: int, place: int, skill: Skill, last: RatingChange | None
) -> RatingChange:
    assert game.finished_at is not None  # it is over
    season = season_of(game.finished_at)
    in_season = last.season_games if last and last.season == season else 0
    return RatingChange(
        game=game,
        user_id=user_id,
        type=pool,
        at=game.finished_at,
        season=season,
        place=place,
        mu=skill.mu,
        sigma=skill.sigma,
        games=1 + (last.games if last else 0),
        season_games=1 + in_season,
    )


def _before(pool: str, games: list[Finished]) -> dict[int, RatingChange]:
    """Of everybody in these games the last change before the first of them."""
    people = {starter.user_id for one in games for starter in one.starters if starter.user_id}
    first = games[0].game
    last = earlier(OuterRef("pk"), pool, first.finished_at, first.pk).values("pk")[:1]
    found = User.objects.filter(pk__in=people).values_list(Subquery(last), flat=True)
    changes = RatingChange.objects.in_bulk([change for change in found if change is not None])
    return {change.user_id: change for change in changes.values()}


def earlier(user: Any, pool: Any, at: Any, game: Any) -> QuerySet[RatingChange]:
    """Somebody's changes in a pool from before a game that ended then, the last first; the values
    may be those of an outer query."""
    before = Q(at__lt=at) | Q(at=at, game__lt=game)
    return RatingChange.objects.filter(before, user=user, type=pool).order_by("-at", "-game")


def _store(changes: list[RatingChange]) -> None:
    RatingChange.objects.bulk_create(
        changes,
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["game", "user"],
        update_fields=["at", "season", "place", "mu", "sigma", "games", "season_games"],
    )
    stand(changes)


def stand(changes: Iterable[RatingChange]) -> None:
    """Let the last of each person's changes be where they stand, and where in its season."""
    standings: dict[tuple[int, int], Standing] = {}
    for change in changes:
        for season in (ALWAYS, change.season):
            standings[change.user_id, season] = Standing(
                type=change.type,
                season=season,
                user_id=change.user_id,
                mu=change.mu,
                sigma=change.sigma,
                games=change.season_games if season else change.games,
                listed=change.games >= SETTLED,
            )
    Standing.objects.bulk_create(
        standings.values(),
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["user", "type", "season"],
        update_fields=["mu", "sigma", "games", "listed"],
    )


RATINGS = Count("ratings", _count, (RatingChange, Standing), at_once=500, pools=pools.both)
