"""Hints to other processes through Redis: they may get lost, but are never slow and never fail.

The sender has already stored the truth in PostgreSQL; a beat tick finds what a lost hint was about.
After a failure Redis is not tried for a while, so that its absence costs a request next to nothing.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.backoff import NoBackoff
from redis.retry import Retry

from boardgames.redis.messages import topics
from boardgames.redis.outage import Outage

# Seconds without a try after a failure: few after the first, on a machine that was busy for a
# moment; doubled after each further one, up to PAUSE.
FIRST_PAUSE, PAUSE = 0.25, 2.0

# A connection that was lost while idle is reopened once; we do not wait for a Redis that hangs.
_client = redis.Redis.from_url(
    settings.REDIS_URL,
    socket_timeout=settings.HINT_SECONDS,
    socket_connect_timeout=settings.HINT_SECONDS,
    retry=Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
)
# Redis's numbered databases do not separate subscriptions, so the channels' names do.
CHANNEL = f"news/{_client.connection_pool.connection_kwargs.get('db', 0)}"

_shut_until, _pause = 0.0, 0.0
_outage = Outage("hints")


def channel(topic: str) -> str:
    """The channel that carries news of a topic."""
    return f"{CHANNEL}/{topic}"


def topic_of(channel: bytes) -> str:
    """The topic of a channel."""
    return channel.decode().removeprefix(f"{CHANNEL}/")


def publish(*messages: bytes) -> bool:
    """Send messages to the web processes that listen to one of their topics, in one round trip.

    False if some may not have been sent.
    """
    commands = [
        ("PUBLISH", channel(topic), message) for message in messages for topic in topics(message)
    ]
    return _try(lambda: _line.ask_all(commands))


def wake(task: str, queue: str, *args: Any, expires: float) -> bool:
    """Queue a Celery task that expires after ``expires`` seconds; then a tick does its work."""
    return _try(
        lambda: current_app.send_task(
            task, args, queue=queue, expires=expires, retry=False, ignore_result=True
        )
    )


def add_to_counter(key: str, seconds: int, by: int = 1) -> int:
    """Add to the counter ``key`` and return its sum since it began; 0 if Redis does not answer.

    The counter begins anew ``seconds`` after its first addition.
    """
    counted = [0]

    def add() -> None:
        with _client.pipeline(transaction=False) as pipeline:
            pipeline.incrby(key, by)
            pipeline.expire(key, seconds, nx=True)
            counted[0] = pipeline.execute()[0]

    _try(add)
    return counted[0]


def seconds_left(key: str) -> int:
    """Seconds until a counter expires; 0 if it does not exist or Redis does not answer."""
    found: list[Any] = []
    _try(lambda: found.append(_client.ttl(key)))
    return max(0, found[0]) if found else 0


def add_to_hash(key: str, field: str, by: float) -> bool:
    """Add to a number in a hash; False if it is unknown whether that was done."""
    return _try(lambda: _line.ask("HINCRBYFLOAT", key, field, by))


def hash_of(key: str) -> dict[bytes, bytes]:
    """All of a hash; empty if Redis does not answer."""
    found: dict[bytes, bytes] = {}
    _try(lambda: found.update(_client.hgetall(key)))  # type: ignore[arg-type]
    return found


def length(key: str) -> int | None:
    """How many entries a list has; None if Redis does not answer."""
    found: list[Any] = []
    _try(lambda: found.append(_client.llen(key)))
    return found[0] if found else None


def last(key: str) -> bytes | None:
    """The last entry of a list; None if it is empty or Redis does not answer."""
    found: list[Any] = []
    _try(lambda: found.append(_client.lindex(key, -1)))
    return found[0] if found else None


def text(key: str) -> bytes | None:
    """The value of a key; None if it does not exist or Redis does not answer."""
    found: list[Any] = []
    _try(lambda: found.append(_line.ask("GET", key)))
    return found[0] if found else None


def clock() -> float | None:
    """Seconds since 1970 by Redis's clock; None if Redis does not answer."""
    found: list[Any] = []
    _try(lambda: found.append(_client.time()))
    return found[0][0] + found[0][1] / 1_000_000 if found else None


def members(key: str, since: float) -> list[bytes]:
    """The members of a sorted set with at least this score; none if Redis does not answer."""
    found: list[Any] = []
    _try(lambda: found.extend(_line.ask("ZRANGEBYSCORE", key, since, "+inf")))
    return found


def members_of(keys: Sequence[str], since: float) -> list[list[bytes]]:
    """The same for many sorted sets, in one round trip; [] if Redis does not answer."""
    found: list[list[bytes]] = []

    def ask() -> None:
        with _client.pipeline(transaction=False) as pipeline:
            for key in keys:
                pipeline.zrangebyscore(key, since, "+inf")
            found.extend(pipeline.execute())

    if keys:
        _try(ask)
    return found


def highest(key: str, most: int) -> list[tuple[bytes, float]]:
    """The members of a sorted set with the highest scores, highest first.

    Empty if Redis does not answer.
    """
    found: list[Any] = []
    _try(lambda: found.extend(_client.zrevrange(key, 0, most - 1, withscores=True)))
    return found


def scores(key: str, members: list[str]) -> list[float]:
    """The scores of these members of a sorted set, 0 for each that is missing or unknown."""
    found: list[Any] = []
    if members:
        _try(lambda: found.extend(_line.ask("ZMSCORE", key, *members)))
    return [float(score or 0) for score in found] or [0.0] * len(members)


class _Line(threading.local):
    """This thread's own connection, for the commands of every move.

    The client's way of choosing a connection and of retrying takes longer than the command.
    """

    connection: Any = None

    def ask(self, *words: Any) -> Any:
        """The answer; on a lost connection the command is sent again on a new one."""
        return self.ask_all([words])[0]

    def ask_all(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The answers to several commands, in one round trip."""
        if self.connection is None:
            self.connection = _client.connection_pool.get_connection()
        try:
            return self._said(commands)
        except redis.ConnectionError:
            return self._said(commands)

    def forget(self) -> None:
        """Drop the connection in a child process: it belongs to the parent."""
        self.connection = None

    def _said(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        try:
            self.connection.send_packed_command(self.connection.pack_commands(commands))
            return [self.connection.read_response() for _command in commands]
        except BaseException:
            self.connection.disconnect()  # otherwise the next command would get this one's answer
            raise


_line = _Line()
os.register_at_fork(after_in_child=_line.forget)


def _try(act: Callable[[], object]) -> bool:
    global _shut_until, _pause
    if time.monotonic() < _shut_until:
        return False
    try:
        act()
    except (redis.RedisError, OperationalError, OSError) as error:
        now = time.monotonic()
        if now >= _shut_until:  # only the first of the threads that tried at the same time
            _pause = min(2 * _pause, PAUSE) or FIRST_PAUSE
            _shut_until = now + _pause
            _outage.goes_on(error)
        return False
    _pause = 0.0
    _outage.is_over()
    return True
