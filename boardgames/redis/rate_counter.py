"""Rate limits, counted by Redis in one step for all processes.

While Redis is away nothing is counted and everything is allowed.
"""

from __future__ import annotations

import threading
import time
from collections import Counter

from boardgames.redis import best_effort

#: For a limit at least twice this, a process reports only every hundredth part to Redis.
PARTS = 100


def allow(key: str, most: int, seconds: int, by: int = 1) -> bool:
    """Count ``by`` for ``key``, which names a person or a client; whether the limit allows it.

    The limit is ``most`` within ``seconds`` from the first count on.
    """
    name = f"limit/{key}"
    if most < 2 * PARTS:
        return best_effort.add_to_counter(name, seconds, by) <= most
    return local_counter.allows(name, most, seconds, by)


def seconds_left(key: str, seconds: int) -> int:
    """Seconds until the count starts anew; ``seconds`` if Redis does not answer."""
    return best_effort.seconds_left(f"limit/{key}") or seconds


class LocalCounter:
    """What this process has counted in the current minute without telling Redis."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        self._ends_at = time.monotonic() + 60
        self._counted: Counter[str] = Counter()
        self._refused: set[str] = set()

    def allows(self, name: str, most: int, seconds: int, by: int) -> bool:
        with self._lock:
            if time.monotonic() > self._ends_at:
                self.forget()
            if name in self._refused:
                return False
            self._counted[name] += by
            if self._counted[name] < most // PARTS:
                return True
            untold = self._counted.pop(name)
        if best_effort.add_to_counter(name, seconds, untold) <= most:
            return True
        self._refused.add(name)
        return False


local_counter = LocalCounter()
