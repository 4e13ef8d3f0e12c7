"""People who have any page open, in Redis, each with the time until which they count as online.

A page renews the entry each minute. An expired entry stays for a while and shows when its person
was last online.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta

import redis.asyncio

from accounts.sessions import sockets
from boardgames.redis import best_effort

_KEY = f"here/{best_effort.CHANNEL}"
_LASTS = 2 * sockets.LOOK_AGAIN
#: How long it is known when a person was last here.
KEPT = timedelta(days=30)


async def enter(client: redis.asyncio.Redis, user_id: int) -> None:
    """Record that this person is here, for a while."""
    now = time.time()
    async with client.pipeline(transaction=False) as pipeline:
        pipeline.zadd(_KEY, {str(user_id): now + _LASTS})
        pipeline.zremrangebyscore(_KEY, 0, now - KEPT.total_seconds())
        await pipeline.execute()


def connected_users(user_ids: Iterable[int]) -> set[int]:
    """The people among these who are online; none while Redis is away."""
    listed = list(user_ids)
    until = best_effort.scores(_KEY, [str(user_id) for user_id in listed])
    return {user_id for user_id, at in zip(listed, until, strict=True) if at > time.time()}


def last_seen(most: int) -> dict[int, datetime]:
    """When the last visitors' entries expire, the latest first.

    Empty while Redis is away, which may also have lost some.
    """
    found = best_effort.highest(_KEY, most)
    return {int(user_id): datetime.fromtimestamp(until, UTC) for user_id, until in found}
