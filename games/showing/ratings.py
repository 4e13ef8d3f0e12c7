"""Ratings as a reader may see them: a person's, with their history, and the changes that a finished
rated game made to its players'."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Annotated, Any

from games.models import RatingChange, Standing
from games.ratings import lists, pools
from games.ratings.skill import BEGINNER, SETTLED, chances, display_value
from games.rules.engine import Rules
from games.showing import data
from games.showing.forms import About, Form
from games.storage.position import Position


class RatingNumber(Form):
    """A rating, on a scale on which a beginner has 1500 ± 500."""

    number: int
    doubt: Annotated[int, About("one standard deviation")]
    provisional: bool
    missing: Annotated[int, About("rated games until it is no longer provisional")]
    games: Annotated[int, About("rated games that it is from")]


class Rating(RatingNumber):
    """Somebody's rating at a game type."""

    type: str
    live: Annotated[bool, About("of live games, which are rated apart")]


class RatedGame(Form):
    """What a game has made of a rating."""

    game: int
    at: datetime
    place: Annotated[int, About("the place that counted")]
    before: int
    after: int
    doubt: Annotated[int, About("afterwards")]


class RatingHistory(Rating):
    """A rating with its newest games, the oldest of them first."""

    history: list[RatedGame]


def number(standing: Standing) -> RatingNumber:
    """A stored rating as people are shown it."""
    return {
        "number": display_value(standing.mu),
        "doubt": display_value(standing.sigma),
        "provisional": not standing.listed,
        "missing": max(0, SETTLED - standing.games) if not standing.season else 0,
        "games": standing.games,
    }


def ratings_of(user_id: int, types: Iterable[Rules[Any]]) -> list[Rating]:
    """Somebody's ratings at these types; whether they hide them is for the caller to have asked."""
    standings = lists.ratings_of(user_id)
    return [
        {"type": rules.slug, "live": pools.is_live(pool), **number(standings[pool])}
        for rules in types
        for pool in pools.both(rules.slug)
        if pool in standings
    ]


def history_of(user_id: int, rating: Rating) -> RatingHistory:
    """The rating with its newest games."""
    changes = lists.curve(user_id, pools.pool(rating["type"], live=rating["live"]))
    return {**rating, "history": _history(changes)}


def _history(changes: list[RatingChange]) -> list[RatedGame]:
    befores = [BEGINNER.mu, *(change.mu for change in changes)]
    return [
        {
            "game": change.game_id,
            "at": change.at,
            "place": change.place,
            "before": display_value(before),
            "after": display_value(change.mu),
            "doubt": display_value(change.sigma),
        }
        for before, change in zip(befores, changes, strict=False)
    ]


def of_game(position: Position) -> lists.OfGame | None:
    """The changes of all players, read once for everybody who is shown the position.

    None if there is nothing to know. The ratings are counted some minutes after the end.
    """
    game = position.game
    if not (game.rated and game.counts):
        return None
    return position.memo.get_or_make("ratings", lambda: lists.of_game(game))


def changes(position: Position, reader: int | None) -> list[data.RatingChange] | None:
    """The changes of rating by seat, without players who hide their rating from the reader."""
    found = of_game(position)
    if found is None or not found.changes:
        return None
    seats = {seat.user_id: seat.index for seat in position.seats}
    told: list[data.RatingChange] = [
        {"seat": seats[change.user_id], "before": change.before, "after": change.after}
        for change in found.changes
        if change.user_id in seats and (change.user_id == reader or not change.hidden)
    ]
    return sorted(told, key=lambda change: change["seat"])


def expected(position: Position, reader: int | None) -> float | None:
    """How likely it was that the reader came first.

    None for a reader without a part in the game, and if a player hides their rating: the number
    would reveal it.
    """
    found = of_game(position)
    if found is None or any(one.hidden and one.user_id != reader for one in found.changes):
        return None
    people = [change.user_id for change in found.changes]
    if reader not in people:
        return None
    return chances([change.was for change in found.changes])[people.index(reader)]
