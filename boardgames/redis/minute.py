"""How often something happened in a minute: counted in each process, and in Redis by parts."""

from __future__ import annotations

import threading
import time
from collections import Counter

from boardgames.redis import hints

#: A process tells Redis only of each hundredth part of a limit.
PARTS = 100


class Minute:
    """What this process has counted in the current minute."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        self._ends_at = time.monotonic() + 60
        self._counted: Counter[str] = Counter()
        self._refused: set[str] = set()

    def allows(self, key: str, most: int) -> bool:
        """Count once more; whether that is still allowed."""
        part = max(1, most // PARTS)
        with self._lock:
            if time.monotonic() > self._ends_at:
                self.forget()
            if key in self._refused:
                return False
            self._counted[key] += 1
            if self._counted[key] % part:
                return True
        if hints.count(key, seconds=60, by=part) <= most:
            return True
        self._refused.add(key)
        return False


here = Minute()
