"""Our hurried Celery, whose lost connections close as badly as Kombu's sometimes do.

And one of its tasks nearly always is on the way, so that the connection by which it came has gone
when it ends. As that keeps one of two processes, there are few other ticks.
"""

import time
from collections.abc import Callable
from typing import Any

from kombu.connection import Connection

from tests.games.hurried_celery import app

close: Callable[[Any], None] = Connection.release


def close_badly(self: Any) -> None:
    """Closing a connection whose transport is gone asks the transport for its client."""
    if self._transport is None and self._connection is None and not self._closed:
        close(self)
        raise AttributeError("'NoneType' object has no attribute 'hostname'")
    close(self)


Connection.close = close_badly


@app.task(name="tests.dawdle")
def dawdle() -> None:
    time.sleep(5)


every = app.conf.beat_schedule
app.conf.beat_schedule = {name: every[name] for name in ("heartbeat", "telling", "mail")} | {
    "dawdle": {
        "task": "tests.dawdle",
        "schedule": 5.5,
        "options": {"queue": "bots", "expires": 5},
    }
}

__all__ = ["app"]
