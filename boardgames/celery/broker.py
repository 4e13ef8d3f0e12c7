"""How a worker handles a lost broker and unknown tasks, and which clock makes messages expire."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.app import task
from celery.signals import before_task_publish
from celery.worker import consumer, request

from boardgames.redis import clock

logger = logging.getLogger(__name__)


def connect() -> None:
    """Install this handling; called at the start of each process."""
    before_task_publish.connect(_expire_by_the_shared_clock, weak=False)


def _expire_by_the_shared_clock(headers: dict[str, Any], **signal: Any) -> None:
    """Add to a message the expiry by the shared clock: Celery has used the machine's own clock."""
    if expires := headers.get("expires"):
        shared = datetime.fromisoformat(expires) - timedelta(seconds=clock.ahead())
        headers["expires"] = shared.isoformat()


class Consumer(consumer.Consumer):
    """Celery's consumer, which survives when Kombu (5.7) uses a connection that it has released.

    Closing the lost connection again, or acknowledging a message that came over it, then raises an
    ``AttributeError``, which would end the worker. We treat it like any lost connection: the
    message comes again.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.connection_errors += (AttributeError,)

    def on_connection_error_after_connected(self, exc: Exception) -> Any:
        try:
            return super().on_connection_error_after_connected(exc)
        except AttributeError:
            logger.warning("the lost connection to the broker closed badly", exc_info=True)

    def on_unknown_task(self, body: Any, message: Any, exc: Exception) -> None:
        """Drop a task that only another release knows, while one release replaces the other.

        That is no error: a later tick sends the task again, to a worker that knows it.
        """
        logger.warning("%s is no task of this release", message.headers["task"])
        message.reject_log_error(logger, self.connection_errors)


class Request(request.Request):
    """Celery's request, but it expires by the clock that all machines share.

    A worker whose own clock is ahead would drop every tick.
    """

    def maybe_expire(self) -> bool:
        if self.expires is None or datetime.fromtimestamp(clock.now(), UTC) <= self.expires:
            return False
        request.revoked_tasks.add(self.id)
        return True


class Task(task.Task):
    """The base of our tasks: workers make requests of our kind for it."""

    Request = "boardgames.celery.broker:Request"
