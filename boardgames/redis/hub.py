"""What comes in from other processes, handed to the sockets of this one.

One subscription per process carries all news; a message names the topics it is about (a game's
number, ``u`` and a user's), and costs a look into a table here and nothing per socket in Redis.
When Redis goes away every socket is told to close: its page then polls, comes back with a back-off
and catches up, instead of missing news in silence.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Protocol
from weakref import WeakKeyDictionary

import redis.asyncio
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from boardgames.redis import hints, messages
from boardgames.redis.outage import Outage

log = structlog.get_logger(__name__)
_outage = Outage("live updates")

QUIET = 20.0  # seconds without a message before the connection is tried
ANSWER = 5.0  # seconds until it has to answer then, and at the start
PATIENCE = 2.0  # seconds that Redis may take for an answer
#: When a thousand pages open at once their commands wait for each other: a connection for each
#: took so long to open that sockets were closed for want of an answer.
CONNECTIONS = 8


class Listener(Protocol):
    """One socket. Both calls return at once: a slow reader holds up nobody."""

    def heard(self, news: messages.News) -> None:
        """News of its topic."""

    def lost(self) -> None:
        """No more news will come: close."""


class Hub:
    """The listeners of one process (in tests: of one event loop)."""

    def __init__(self) -> None:
        pool = redis.asyncio.BlockingConnectionPool.from_url(
            settings.REDIS_URL,
            max_connections=CONNECTIONS,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
            protocol=2,  # of the newer one redis-py makes a text for its log of each message
        )
        self.redis = redis.asyncio.Redis.from_pool(pool)
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._reader: asyncio.Task[None] | None = None
        self._subscribed: asyncio.Future[None]

    async def join(self, topic: str, listener: Listener) -> None:
        """From now on ``listener`` hears of this; ConnectionError while Redis is away."""
        if self._reader is None:
            self._subscribed = asyncio.Future()
            self._reader = asyncio.create_task(self._read(self._subscribed))
        reader = self._reader
        await asyncio.shield(self._subscribed)
        if self._reader is not reader:  # it has ended before we could be among those whom it tells
            raise ConnectionError("live updates away")
        self._listeners[topic].add(listener)

    def leave(self, topic: str, listener: Listener) -> None:
        listeners = self._listeners[topic]
        listeners.discard(listener)
        if not listeners:
            del self._listeners[topic]

    async def _read(self, subscribed: asyncio.Future[None]) -> None:
        reason = "ended"
        try:
            async with self.redis.pubsub() as pubsub:
                await pubsub.subscribe(hints.CHANNEL)
                asked = True  # to be told
                while True:
                    message = await pubsub.get_message(timeout=ANSWER if asked else QUIET)
                    if message is None:
                        if asked:
                            raise TimeoutError("no answer")
                        await pubsub.ping()
                    elif message["type"] == "subscribe":
                        subscribed.set_result(None)
                        _outage.is_over()
                    elif message["type"] == "message":
                        self._hand_out(message["data"])
                    asked = message is None
        except (RedisError, OSError) as error:
            reason = str(error)
        except Exception as error:
            reason = repr(error)
            log.error("news not taken in", exc_info=error)
        finally:
            self._close_all(subscribed, reason)

    def _hand_out(self, data: bytes) -> None:
        try:
            found = [self._listeners.get(topic, ()) for topic in messages.topics(data)]
        except UnicodeDecodeError as error:
            log.warning("news about nothing", error=str(error))
            return
        if not any(found):  # it is for sockets of other processes
            return
        news = messages.read(data)
        for listeners in found:
            for listener in tuple(listeners):
                try:
                    listener.heard(news)
                except Exception as error:  # whatever one suffers from, the others hear of it
                    log.error("news not heard", exc_info=error)
                    listener.lost()

    def _close_all(self, subscribed: asyncio.Future[None], reason: str) -> None:
        _outage.goes_on(reason)
        self._reader = None
        if not subscribed.done():
            subscribed.set_exception(ConnectionError(reason))
            subscribed.exception()  # seen, also where nobody waits any more
        listeners = [one for group in self._listeners.values() for one in group]
        self._listeners.clear()
        for listener in listeners:
            listener.lost()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
