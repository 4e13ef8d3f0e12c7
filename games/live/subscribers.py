"""Players whose sockets want the game itself, and not only the news that it changed.

The process that makes a change has the new position at hand, so it sends these players their views
with the message, and their sockets need neither the database nor the rules. The players are listed
in Redis; entries that are not renewed expire, and a lost one costs its player one more request.
"""

from __future__ import annotations

import time

import msgspec

from accounts.preferences import reading_as
from boardgames.redis import best_effort
from games.live.news import Change
from games.showing import snapshot
from games.storage.position import Position

_encode = msgspec.json.Encoder().encode


def key(game_id: int) -> str:
    """The key of the set of followers, each with the time when it expires."""
    return f"following/{best_effort.CHANNEL}/{game_id}"


def games(position: Position, change: Change) -> dict[int, msgspec.Raw]:
    """The game as seen by each follower who may know of the change and did not make it."""
    if position.log is None:
        return {}
    following = _followers(position.game.pk) & set(change.newest) - {change.by}
    # used for these and for the answer to the mover
    position.public = dict(snapshot.public(position))
    shown = {}
    for seat in position.seats:
        if seat.user_id in following and seat.user is not None:
            with reading_as(seat.user):
                game = snapshot.game(position, seat.user_id, position.log_since)
            shown[seat.user_id] = msgspec.Raw(_encode(game))
    return shown


def _followers(game_id: int) -> set[int]:
    members = best_effort.members(key(game_id), since=time.time())
    return {int(member.partition(b"/")[0]) for member in members}
