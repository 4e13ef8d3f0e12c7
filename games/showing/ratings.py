"""The changes that a finished rated game made to its players' ratings."""

from __future__ import annotations

from games.ratings import lists
from games.ratings.skill import chances
from games.showing import data
from games.storage.position import Position


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
