"""A lost connection in a live game is forgiven once to each seat's owner: up to a minute more.

A live table's open page says each few seconds that it is there, which Redis keeps for a moment.
When the time of a seat is up and its owner was not heard, because the connection is lost or because
Redis is away and nobody knows, the owner has ``FORGIVEN`` to come back. So presence decides about
that minute, and about nothing else.
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
#: A page says that it is there each five seconds; whoever was not heard for so long is away.
HEARD = 12


async def record_presence(client: redis.asyncio.Redis, game_id: int, user_id: int) -> None:
    """This player's page has just said that it is there."""
    async with client.pipeline(transaction=False) as pipeline:
        pipeline.zadd(_key(game_id), {str(user_id): time.time() + HEARD})
        pipeline.expire(_key(game_id), HEARD)
        await pipeline.execute()


def heard(game_id: int) -> set[int]:
    """Whose page at this table has said so a moment ago; nobody while Redis is away."""
    return {int(user_id) for user_id in best_effort.members(_key(game_id), since=time.time())}


def forgive(position: Position, seat: Seat, there: Set[int], now: datetime) -> bool:
    """Let the owner of a live game's seat, whose time is up, come back if he was not ``there``;
    False where that was so before. In the caller's transaction."""
    if not seat.live or seat.forgiven or seat.user_id in there:
        return False
    if position.running().state.held == seat.index:
        return False  # the turn is made, and goes on
    seat.forgiven = True
    clock.give(seat, now, FORGIVEN)
    retime(position, now, [seat])
    incidents.record_incident(position, Incident.Kind.LOST, seat=seat)
    return True


def _key(game_id: int) -> str:
    return f"heard/{best_effort.CHANNEL}/{game_id}"
