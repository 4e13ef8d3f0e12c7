"""How a worker takes it when the broker is lost."""

import logging
from typing import Any

from celery.worker import consumer

logger = logging.getLogger(__name__)


class Consumer(consumer.Consumer):
    """Celery's own, which does not end the worker when the lost connection closes badly.

    Kombu 5.7 lets go of a lost connection's transport and then closes it once more; with
    messages not yet acknowledged or queues of its own that ends in an ``AttributeError``, which
    Celery takes for the end of the worker instead of connecting anew.
    """

    def on_connection_error_after_connected(self, exc: Exception) -> Any:
        try:
            return super().on_connection_error_after_connected(exc)
        except AttributeError:
            logger.warning("the lost connection to the broker closed badly", exc_info=True)
