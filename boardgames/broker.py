"""How a worker takes it when the broker is lost."""

import logging
from typing import Any

from celery.worker import consumer

logger = logging.getLogger(__name__)


class Consumer(consumer.Consumer):
    """Celery's own, which goes on where Kombu (5.7) still uses a connection that it has let go of.

    Closing the lost connection once more, or acknowledging a message that came by it, then fails
    with an ``AttributeError``, which Celery takes for the end of the worker. It is a lost
    connection like any other: the message comes again.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connection_errors += (AttributeError,)

    def on_connection_error_after_connected(self, exc: Exception) -> Any:
        try:
            return super().on_connection_error_after_connected(exc)
        except AttributeError:
            logger.warning("the lost connection to the broker closed badly", exc_info=True)
