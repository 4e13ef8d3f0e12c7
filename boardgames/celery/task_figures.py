"""Measures each task in the worker that runs it, and names it in that worker's log.

The sender adds the time of queueing to each task.
"""

import json
import time
from typing import Any

import structlog
from celery.signals import (
    before_task_publish,
    task_failure,
    task_postrun,
    task_prerun,
    task_revoked,
)

from boardgames.redis import best_effort, clock, figures

log = structlog.get_logger(__name__)

_QUEUED = "queued_at"
_begun: dict[str, float] = {}


def connect() -> None:
    """Start measuring; called at the start of each process."""
    before_task_publish.connect(_queue, weak=False)
    task_prerun.connect(_begin, weak=False)
    task_postrun.connect(_end, weak=False)
    task_failure.connect(_fail, weak=False)
    task_revoked.connect(_drop, weak=False)


def measure_queue(queue: str) -> tuple[int, float] | None:
    """How many tasks a queue holds, and for how many seconds the oldest has waited.

    None if Redis does not answer.
    """
    length = best_effort.length(queue)
    if length is None:
        return None
    oldest = best_effort.last(queue)
    headers = json.loads(oldest)["headers"] if oldest else {}
    now = clock.now()
    return length, max(0.0, now - headers.get(_QUEUED, now))


def _queue(headers: dict[str, Any], **signal: Any) -> None:
    headers[_QUEUED] = clock.now()


def _begin(task_id: str, task: Any, **signal: Any) -> None:
    structlog.contextvars.bind_contextvars(task=task.name, task_id=task_id)
    _begun[task_id] = time.perf_counter()


def _end(task_id: str, task: Any, **signal: Any) -> None:
    if begun := _begun.pop(task_id, None):
        figures.add_to_figure("tasks_total", task=task.name)
        figures.add_to_figure("task_seconds_total", time.perf_counter() - begun, task=task.name)
    structlog.contextvars.unbind_contextvars("task", "task_id")


def _fail(sender: Any, **signal: Any) -> None:
    figures.add_to_figure("task_failures_total", task=sender.name)


def _drop(sender: Any, expired: bool, **signal: Any) -> None:
    """Count a task that expired in the queue: the next tick does its work."""
    if expired:
        figures.add_to_figure("tasks_dropped_total", task=sender.name)
        log.warning("task came too late, and was dropped", task=sender.name)
