"""Our hurried Celery, whose lost connections close as badly as Kombu's sometimes do."""

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

__all__ = ["app"]
