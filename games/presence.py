"""Who has a game's page open, counted in Redis; an entry that is not renewed goes by itself."""

import time
from typing import Any

import redis.asyncio

from boardgames import hints

RENEWED = 25.0  # seconds between two renewals
LASTS = 60


async def enter(
    client: redis.asyncio.Redis, game_id: int, player: str, socket: str
) -> dict[str, Any]:
    """Count this socket, for the first time or again; returns who is there.

    ``player`` is the name of a seated player, else empty. The answer is
    ``{"users": [names of players, sorted], "spectators": number of others' sockets}``.
    """
    now, key = time.time(), _key(game_id, player)
    async with client.pipeline(transaction=False) as pipeline:
        pipeline.zadd(key, {f"{player}/{socket}": now + LASTS})
        pipeline.zremrangebyscore(key, 0, now)
        pipeline.expire(key, LASTS)
        return await _present(pipeline, game_id, now)


async def leave(
    client: redis.asyncio.Redis, game_id: int, player: str, socket: str
) -> dict[str, Any]:
    """Count this socket no more; returns who is still there, like ``enter``."""
    async with client.pipeline(transaction=False) as pipeline:
        pipeline.zrem(_key(game_id, player), f"{player}/{socket}")
        return await _present(pipeline, game_id, time.time())


async def _present(pipeline: Any, game_id: int, now: float) -> dict[str, Any]:
    pipeline.zrangebyscore(_key(game_id, "player"), now, "+inf")
    pipeline.zcount(_key(game_id, ""), now, "+inf")
    *_done, sockets, spectators = await pipeline.execute()
    names = {socket.decode().rpartition("/")[0] for socket in sockets}
    return {"users": sorted(names), "spectators": spectators}


def _key(game_id: int, player: str) -> str:
    return f"present/{hints.CHANNEL}/{game_id}/{'players' if player else 'spectators'}"
