"""Ratings counted from finished games by a tick, always in the order in which they ended.

A rated game counts for the players who began it, if all of these were people. Players who left it,
or were late and did not come back, rank behind all who stayed; a replacement player risks nothing.
Games that somebody leaves without a word during one absence count only once for them: the one that
ends first. The others count only for the other players who began them. A game's changes depend only
on games that ended before it, so a recount gives the same numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from games import changes
from games.models import Game, RatingChange, Standing
from games.ratings import pools
from games.ratings.seasons import ALWAYS, season_of
from games.ratings.skill import BEGINNER, SETTLED, Skill, update_skills
from games.statistics.counts import Count
from games.statistics.finished import Finished

#: How long after its end a reader may be waiting for a game's ratings.
LOOKED_AT = timedelta(hours=1)


def _count(type_: str, games: list[Finished]) -> None:
    rated = [game for game in games if game.game.rated and game.of_people]
    for pool in pools.both(type_):
        counted = [game for game in rated if pools.find_pool(game.game) == pool]
        if counted:
            _store(counted, list(_changes(pool, counted)))
    for game in rated:
        if game.game.finished_at and game.game.finished_at > timezone.now() - LOOKED_AT:
            changes.after_commit(changes.beside, game_id=game.game.pk)


def _changes(pool: str, games: list[Finished]) -> Iterable[RatingChange]:
    """The changes of ratings by these games of a pool, in order."""
    newest, counted = _before(pool, games), _absences_before(pool, games)
    for one in games:
        placed = [
            (starter, place)
            for starter, place in zip(one.starters, one.places(), strict=True)
            if (starter.user_id, starter.away_since) not in counted
        ]
        if len(placed) < 2:
            continue
        skills = update_skills(
            [_skill(newest.get(starter.user_id or 0)) for starter, _place in placed],
            [place for _starter, place in placed],
        )
        for (starter, place), skill in zip(placed, skills, strict=True):
            user_id = starter.user_id or 0
            change = _change(one.game, pool, user_id, place, skill, newest.get(user_id))
            newest[user_id] = change
            if starter.away_since is not None:
                change.away_since = starter.away_since
                counted.add((user_id, starter.away_since))
            yield change


def _skill(change: RatingChange | None) -> Skill:
    return Skill(change.mu, change.sigma) if change else BEGINNER


def _change(
    game: Game, pool: str, user_id: int, place: int, skill: Skill, last: RatingChange | None
) -> RatingChange:
    assert game.finished_at is not None  # the game is over
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
    """The last change of each of these players before the first of these games."""
    people = {starter.user_id for one in games for starter in one.starters if starter.user_id}
    first = games[0].game
    last = earlier(OuterRef("pk"), pool, first.finished_at, first.pk).values("pk")[:1]
    found = User.objects.filter(pk__in=people).values_list(Subquery(last), flat=True)
    changes = RatingChange.objects.in_bulk([change for change in found if change is not None])
    return {change.user_id: change for change in changes.values()}


def _absences_before(pool: str, games: list[Finished]) -> set[tuple[int | None, datetime | None]]:
    """The players in these games, and the starts of their absences, already counted in earlier
    games."""
    absences = {each.away_since for one in games for each in one.starters} - {None}
    if not absences:
        return set()
    first = games[0].game
    before = Q(at__lt=first.finished_at) | Q(at=first.finished_at, game__lt=first.pk)
    people = {starter.user_id for one in games for starter in one.starters if starter.away_since}
    changes = RatingChange.objects.filter(before, user__in=people, type=pool)
    return set(changes.filter(away_since__in=absences).values_list("user", "away_since"))


def earlier(user: Any, pool: Any, at: Any, game: Any) -> QuerySet[RatingChange]:
    """A person's changes in a pool from before a game that ended then, the last first.

    The values may be those of an outer query.
    """
    before = Q(at__lt=at) | Q(at=at, game__lt=game)
    return RatingChange.objects.filter(before, user=user, type=pool).order_by("-at", "-game")


def _store(games: list[Finished], changes: list[RatingChange]) -> None:
    """Store the changes of these games, replacing their earlier ones."""
    people = {(change.game_id, change.user_id) for change in changes}
    known = RatingChange.objects.filter(game__in=[one.game.pk for one in games])
    subtract_changes([change for change in known if (change.game_id, change.user_id) not in people])
    RatingChange.objects.bulk_create(
        changes,
        batch_size=1000,
        update_conflicts=True,
        unique_fields=["game", "user"],
        update_fields=[
            *("at", "season", "place", "mu", "sigma", "games", "season_games", "away_since")
        ],
    )
    stand(changes)


def subtract_changes(gone: Iterable[RatingChange]) -> None:
    """Subtract these changes from the ratings."""
    for change in list(gone):
        change.delete()
        changes = RatingChange.objects.filter(user=change.user_id, type=change.type)
        for season in (ALWAYS, change.season):
            of_season = changes.filter(season=season) if season else changes
            last = of_season.order_by("-at", "-game").first()
            standing = Standing.objects.filter(user=change.user_id, type=change.type, season=season)
            if last is None:
                standing.delete()
            else:
                games = last.season_games if season else last.games
                standing.update(mu=last.mu, sigma=last.sigma, games=games)


def stand(changes: Iterable[RatingChange]) -> None:
    """Store the last of each person's changes as their standing, overall and in its season."""
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
