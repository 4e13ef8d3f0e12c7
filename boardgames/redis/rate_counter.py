"""So many in so much time, counted by Redis in one step, for all processes; while it is away nobody
counts, and everybody may."""

from __future__ import annotations

import threading
import time
from collections import Counter

from boardgames.redis import best_effort

#: Of a limit at least twice as high a process tells Redis only each hundredth part.
PARTS = 100


def allow(key: str, most: int, seconds: int, by: int = 1) -> bool:
    """Count so many more for ``key``, which names one person or client; whether they are allowed:
    at most ``most`` in so many seconds from the first one on."""
    name = f"limit/{key}"
    if most < 2 * PARTS:
        return best_effort.add_to_counter(name, seconds, by) <= most
    return local_counter.allows(name, most, seconds, by)


def seconds_left(key: str, seconds: int) -> int:
    """After how many of its seconds the counting begins anew; all if nobody knows."""
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
