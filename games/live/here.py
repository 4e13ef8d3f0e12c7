"""Who has any page open, in Redis; what is not renewed each minute goes by itself."""

from __future__ import annotations

import time
from collections.abc import Iterable

import redis.asyncio

from accounts.sessions import sockets
from boardgames.redis import hints

_KEY = f"here/{hints.CHANNEL}"
_LASTS = 2 * sockets.LOOK_AGAIN


async def enter(client: redis.asyncio.Redis, user_id: int) -> None:
    """This person is here, for a while."""
    now = time.time()
    async with client.pipeline(transaction=False) as pipeline:
        pipeline.zadd(_KEY, {str(user_id): now + _LASTS})
        pipeline.zremrangebyscore(_KEY, 0, now)
        await pipeline.execute()


def here(user_ids: Iterable[int]) -> set[int]:
    """Those of these people who are here; none while Redis is away."""
    listed = list(user_ids)
    until = hints.scores(_KEY, [str(user_id) for user_id in listed])
    return {user_id for user_id, at in zip(listed, until, strict=True) if at > time.time()}
