"""How a worker takes it when the broker is lost or a task unknown, and by which clock messages
expire."""

import logging
from datetime import UTC, datetime, timedelta
from typing import Any

from celery.app import task
from celery.signals import before_task_publish
from celery.worker import consumer, request

from boardgames.redis import clock

logger = logging.getLogger(__name__)


def connect() -> None:
    """At the start of each process."""
    before_task_publish.connect(_expire_by_the_shared_clock, weak=False)


def _expire_by_the_shared_clock(headers: dict[str, Any], **signal: Any) -> None:
    """Celery has added the seconds to our own clock."""
    if expires := headers.get("expires"):
        shared = datetime.fromisoformat(expires) - timedelta(seconds=clock.ahead())
        headers["expires"] = shared.isoformat()


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

    def on_unknown_task(self, body: Any, message: Any, exc: Exception) -> None:
        """What a release beside ours asks for while one takes the place of another: no fault, and
        the tick of whoever has such a task comes again."""
        logger.warning("%s is no task of this release", message.headers["task"])
        message.reject_log_error(logger, self.connection_errors)


class Request(request.Request):
    """Celery's own, which expires by the clock that all machines share: a worker whose own clock
    is ahead would drop every tick."""

    def maybe_expire(self) -> bool:
        if self.expires is None or datetime.fromtimestamp(clock.now(), UTC) <= self.expires:
            return False
        request.revoked_tasks.add(self.id)
        return True


class Task(task.Task):
    """Ours, of which a worker makes such requests."""

    Request = "boardgames.celery.broker:Request"
