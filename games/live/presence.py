"""People who have a game's page open, in Redis; entries that are not renewed expire."""

import time
from collections.abc import Iterable
from typing import Annotated, Any

import redis.asyncio

from boardgames.redis import best_effort
from games.live import subscribers
from games.showing.forms import About, Form

RENEWED = 25.0  # seconds between two renewals
LASTS = 60


class Present(Form):
    """The people at a table, with names in order."""

    users: Annotated[list[str], About("players who have the game open, by name")]
    spectators: Annotated[int, About("how many others do")]


async def enter(
    client: redis.asyncio.Redis, game_id: int, player: str, socket: str, follower: int | None = None
) -> Present:
    """Count this socket, for the first time or again; return who is there.

    ``player`` is the name of a seated player, otherwise empty; ``follower`` the user who wants the
    game along with its news (``games.live.subscribers``).
    """
    now = time.time()
    async with client.pipeline(transaction=False) as pipeline:
        for key, member in _entries(game_id, player, socket, follower):
            pipeline.zadd(key, {member: now + LASTS})
            pipeline.zremrangebyscore(key, 0, now)
            pipeline.expire(key, LASTS)
        return await _present(pipeline, game_id, now)


def at_tables(game_ids: Iterable[int]) -> dict[int, set[str]]:
    """The names of the players who have these games open, by game; empty if Redis is away."""
    ids = list(game_ids)
    found = best_effort.members_of([_key(game_id, "player") for game_id in ids], since=time.time())
    return {
        game_id: {socket.decode().rpartition("/")[0] for socket in sockets}
        for game_id, sockets in zip(ids, found, strict=False)
    }


def spectators(game_ids: Iterable[int]) -> dict[int, int]:
    """How many others have these games open, by game; empty if Redis is away."""
    ids = list(game_ids)
    found = best_effort.members_of([_key(game_id, "") for game_id in ids], since=time.time())
    return {game_id: len(sockets) for game_id, sockets in zip(ids, found, strict=False)}


async def leave(
    client: redis.asyncio.Redis, game_id: int, player: str, socket: str, follower: int | None = None
) -> Present:
    """Stop counting this socket; return who is still there, like ``enter``."""
    async with client.pipeline(transaction=False) as pipeline:
        for key, member in _entries(game_id, player, socket, follower):
            pipeline.zrem(key, member)
        return await _present(pipeline, game_id, time.time())


def _entries(game_id: int, player: str, socket: str, follower: int | None) -> list[tuple[str, str]]:
    entries = [(_key(game_id, player), f"{player}/{socket}")]
    if follower is not None:
        entries.append((subscribers.key(game_id), f"{follower}/{socket}"))
    return entries


async def _present(pipeline: Any, game_id: int, now: float) -> Present:
    pipeline.zrangebyscore(_key(game_id, "player"), now, "+inf")
    pipeline.zcount(_key(game_id, ""), now, "+inf")
    *_done, sockets, spectators = await pipeline.execute()
    names = {socket.decode().rpartition("/")[0] for socket in sockets}
    return {"users": sorted(names), "spectators": spectators}


def _key(game_id: int, player: str) -> str:
    return f"present/{best_effort.CHANNEL}/{game_id}/{'players' if player else 'spectators'}"
