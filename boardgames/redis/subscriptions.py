"""Passes messages from other processes to the sockets of this one.

Each topic (a game's number, or ``u`` and a user's) has a channel. The first listener of this
process subscribes to it and the last one unsubscribes, so a process reads only messages for its own
sockets. One connection carries all channels. When Redis goes away every socket is told to close:
its page then polls and reconnects with a back-off, instead of missing news in silence.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol
from weakref import WeakKeyDictionary

import redis.asyncio
import structlog
from django.conf import settings
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from boardgames.redis import best_effort, messages
from boardgames.redis.outage import Outage

log = structlog.get_logger(__name__)
_outage = Outage("live updates")

QUIET = 20.0  # seconds without a message before the connection is tried
ANSWER = 5.0  # seconds until it has to answer then, and when a channel is joined
PATIENCE = 2.0  # seconds that Redis may take for an answer
#: When a thousand pages open at once their commands wait for each other: a connection for each
#: took so long to open that sockets were closed for want of an answer.
CONNECTIONS = 8


class Listener(Protocol):
    """A socket. Both methods return at once, so that a slow reader holds up nobody."""

    def heard(self, news: messages.News) -> None:
        """Receive a message for its topic."""

    def lost(self) -> None:
        """No more messages will come: close."""


class Hub:
    """The listeners of one process (in tests: of one event loop)."""

    def __init__(self) -> None:
        self._pool = redis.asyncio.BlockingConnectionPool.from_url(
            settings.REDIS_URL,
            max_connections=CONNECTIONS,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),
            protocol=2,  # newer versions of redis-py format each message for their log
        )
        self.redis = redis.asyncio.Redis.from_pool(self._pool)
        self._listeners: dict[str, set[Listener]] = {}
        self._line: _Line | None = None

    async def join(self, topic: str, listener: Listener) -> None:
        """Subscribe ``listener`` to a topic; ConnectionError while Redis is away."""
        if self._line is None:
            self._line = _Line(self._pool, self._hand_out, self._close_all)
        line = self._line
        listeners = self._listeners.setdefault(topic, set())
        # before the await, so that a listener leaving meanwhile does not close the channel
        listeners.add(listener)
        if len(listeners) == 1:
            line.order("SUBSCRIBE", topic)
        try:
            await line.follows(topic)
        except ConnectionError:
            listeners.discard(listener)
            raise

    def leave(self, topic: str, listener: Listener) -> None:
        listeners = self._listeners.get(topic, set())
        listeners.discard(listener)
        if not listeners and self._listeners.pop(topic, None) is not None and self._line:
            self._line.order("UNSUBSCRIBE", topic)

    def _hand_out(self, topic: str, data: bytes) -> None:
        listeners = self._listeners.get(topic)
        if not listeners:  # the last listener has just left
            return
        news = messages.read_message(data)
        for listener in tuple(listeners):
            try:
                listener.heard(news)
            except Exception as error:  # an error of one listener does not affect the others
                log.error("news not heard", exc_info=error)
                listener.lost()

    def _close_all(self) -> None:
        self._line = None
        listeners = [one for group in self._listeners.values() for one in group]
        self._listeners.clear()
        for listener in listeners:
            listener.lost()


class _Line:
    """A connection and the channels subscribed over it.

    It never reconnects, which would lose messages in silence, but reports its end.
    """

    def __init__(
        self,
        pool: Any,
        hand_out: Callable[[str, bytes], None],
        ended: Callable[[], None],
    ) -> None:
        self._pool, self._hand_out, self._ended = pool, hand_out, ended
        self._orders: asyncio.Queue[tuple[str, ...]] = asyncio.Queue()
        self._ordered: deque[asyncio.Future[None]] = deque()  # not confirmed yet
        self._following: dict[str, asyncio.Future[None]] = {}
        self._over = False
        self._task = asyncio.create_task(self._run())

    def order(self, verb: str, topic: str) -> None:
        """Send ``SUBSCRIBE`` or ``UNSUBSCRIBE``; orders are carried out in sequence."""
        if verb == "SUBSCRIBE":
            self._following[topic] = asyncio.get_running_loop().create_future()
            self._ordered.append(self._following[topic])
        else:
            del self._following[topic]
        self._orders.put_nowait((verb, best_effort.channel(topic)))

    async def follows(self, topic: str) -> None:
        """Wait until Redis has confirmed the subscription to this channel."""
        try:
            async with asyncio.timeout(ANSWER):
                await asyncio.shield(self._following[topic])
        except TimeoutError:
            self._task.cancel("no answer")
            raise ConnectionError("live updates away") from None

    async def _run(self) -> None:
        reason = "ended"
        try:
            connection = await self._pool.get_connection()
            try:
                await self._speak(connection)
            finally:
                with suppress(RedisError, OSError):
                    await connection.disconnect()
                await self._pool.release(connection)
        except (RedisError, OSError) as error:
            reason = str(error)
        except Exception as error:
            reason = repr(error)
            log.error("news not taken in", exc_info=error)
        finally:
            self._end(reason)

    async def _speak(self, connection: Any) -> None:
        sending = asyncio.create_task(self._send(connection))
        try:
            await self._read(connection)
        finally:
            self._over = True
            sending.cancel()

    async def _send(self, connection: Any) -> None:
        """Send all orders, those that came together as one."""
        try:
            while not self._over:  # asyncio.wait_for, used for sending, may swallow a cancellation
                orders = [await self._orders.get()]
                while not self._orders.empty():
                    orders.append(self._orders.get_nowait())
                await connection.send_packed_command(connection.pack_commands(orders))
        except (RedisError, OSError):
            await connection.disconnect()  # tells the reader

    async def _read(self, connection: Any) -> None:
        tried = False
        while True:
            answer = await connection.read_response(timeout=ANSWER if tried else QUIET)
            if answer is not None:
                tried = False
                # the answer is a plain word if no channel is subscribed
                if isinstance(answer, list):
                    self._take(*answer)
            elif tried:
                raise TimeoutError("no answer")
            else:
                tried = True
                self._orders.put_nowait(("PING",))

    def _take(self, kind: bytes, channel: bytes, content: Any = None) -> None:
        if kind == b"message":
            self._hand_out(best_effort.topic_of(channel), content)
        elif kind == b"subscribe":
            self._ordered.popleft().set_result(None)
            _outage.is_over()

    def _end(self, reason: str) -> None:
        _outage.goes_on(reason)
        for ordered in self._ordered:
            ordered.set_exception(ConnectionError(reason))
            ordered.exception()  # marks the exception as retrieved, even if nobody waits any more
        self._ended()


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()


def get_hub() -> Hub:
    """The hub of the running event loop."""
    loop = asyncio.get_running_loop()
    if loop not in _hubs:
        _hubs[loop] = Hub()
    return _hubs[loop]
