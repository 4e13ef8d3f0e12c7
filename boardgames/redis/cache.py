"""The cache, which holds counters (rate limits) and pictures. Without Redis it is simply empty.

After a failure Redis is left alone for a while: signing in asks the cache twenty times, and would
wait each time for a Redis that hangs.
"""

import time
from typing import Any

import redis
from django.core.cache.backends.redis import RedisCache

from boardgames.redis.outage import Outage

PAUSE = 2.0  # seconds without a try after a failure
_shut_until: dict[str, float] = {}  # by server
_outage = Outage("cache")


class ForgivingRedisCache(RedisCache):
    """A cache in which an absent Redis is a miss, never an error: limits then allow everything."""

    def _or(self, default: Any, operation: str, *args: Any, **kwargs: Any) -> Any:
        server = str(self._servers[0])  # type: ignore[attr-defined]
        if time.monotonic() < _shut_until.get(server, 0):
            return default
        try:
            found = getattr(super(), operation)(*args, **kwargs)
        except redis.RedisError as error:
            _shut_until[server] = time.monotonic() + PAUSE
            _outage.goes_on(error)
            return default
        _outage.is_over()
        return found

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(True, "add", *args, **kwargs)

    def get(self, key: Any, default: Any = None, version: Any = None) -> Any:
        return self._or(default, "get", key, default, version)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(None, "set", *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, "touch", *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, "delete", *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or({}, "get_many", *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(False, "has_key", *args, **kwargs)

    def incr(self, key: Any, delta: int = 1, version: Any = None) -> Any:
        return self._or(delta, "incr", key, delta, version)

    def set_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or([], "set_many", *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self._or(None, "delete_many", *args, **kwargs)

    def clear(self) -> Any:
        return self._or(False, "clear")
