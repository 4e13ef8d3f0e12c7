"""How often somebody may call: counters in Redis, which let everybody pass while it is away."""

from __future__ import annotations

import threading
import time
from collections import Counter

from allauth.account.adapter import get_adapter
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from boardgames.redis import hints
from games.api.auth import caller
from games.errors import TooMany

PER_MINUTE = {"call": 6000, "anonymous call": 1200}
#: Each process counts by itself, and tells Redis only of each hundredth part of a limit.
PARTS = 100


def check(request: HttpRequest) -> None:
    """Count one more call; TooMany when there were more than allowed in this minute."""
    user = caller(request)
    who = f"user {user.pk}" if user else f"client {_client(request)}"
    what = "call" if user else "anonymous call"
    most = PER_MINUTE[what]
    if not here.allows(f"limit/{what}/{who}", most, part=max(1, most // PARTS)):
        raise TooMany


class _Minute:
    """What this process has counted in the current minute."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.forget()

    def forget(self) -> None:
        self._ends_at = time.monotonic() + 60
        self._counted: Counter[str] = Counter()
        self._refused: set[str] = set()

    def allows(self, key: str, most: int, part: int) -> bool:
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


here = _Minute()


def _client(request: HttpRequest) -> str:
    """The caller's address, behind the configured number of proxies."""
    try:
        return str(get_adapter().get_client_ip(request))
    except PermissionDenied:
        return "unknown"
