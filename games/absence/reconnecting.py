"""A lost connection in a live game is forgiven once per seat and owner: up to a minute more.

An open page of a live table reports every few seconds, which Redis stores for a moment. If a seat's
time is up and its owner was not heard, because of the connection or because Redis is away, the
owner gets ``FORGIVEN`` to come back. Presence decides about that minute, and about nothing else.
"""

from __future__ import annotations

import time
from collections.abc import Set
from datetime import datetime, timedelta

import redis.asyncio

from boardgames.redis import best_effort
from games.clocks import clock
from games.models import Incident, Seat
from games.moves import incidents
from games.moves.recording import retime
from games.storage.position import Position

FORGIVEN = timedelta(seconds=60)
#: Pages report every second, programs every five; players who were silent for longer are away.
HEARD = 12


async def record_presence(client: redis.asyncio.Redis, game_id: int, user_id: int) -> None:
    """Record that this player's page has just reported."""
    async with client.pipeline(transaction=False) as pipeline:
        pipeline.zadd(_key(game_id), {str(user_id): time.time() + HEARD})
        pipeline.expire(_key(game_id), HEARD)
        await pipeline.execute()


def heard(game_id: int) -> set[int]:
    """The players at this table whose page has just reported; none while Redis is away."""
    return {int(user_id) for user_id in best_effort.members(_key(game_id), since=time.time())}


def forgive(position: Position, seat: Seat, there: Set[int], now: datetime) -> bool:
    """Let the owner of a live game's seat come back whose time is up, if absent from ``there``.

    False if that was granted before. In the caller's transaction.
    """
    if not seat.live or seat.forgiven or seat.user_id in there:
        return False
    if position.running().state.held == seat.index:
        return False  # the turn is made, and will be confirmed
    seat.forgiven = True
    clock.give(seat, now, FORGIVEN)
    retime(position, now, [seat])
    incidents.record_incident(position, Incident.Kind.LOST, seat=seat)
    return True


def _key(game_id: int) -> str:
    return f"heard/{best_effort.CHANNEL}/{game_id}"
