"""Ticks that process due rows: a failing row holds up no others and gets growing back-off."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from boardgames.models import Failure

log = structlog.get_logger(__name__)

#: The back-off of a row after its first failure, doubled after each further one, and the longest.
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=1)


def process_each(scan: str, rows: Iterable[int], act: Callable[[int], bool]) -> int:
    """Call ``act`` once for each of these rows; return for how many it had an effect.

    A row for which it raises is logged and deferred. When a task reaches its time limit it ends,
    and the row it was processing is deferred, too.
    """
    left = list(dict.fromkeys(rows))
    if not left:
        return 0
    failures = {failure.row: failure for failure in Failure.objects.filter(scan=scan, row__in=left)}
    acted, now = 0, timezone.now()
    for row in left:
        failure = failures.get(row)
        if failure is not None and failure.rests_until > now:
            continue
        try:
            acted += act(row)
        except Exception as error:
            log.error("scan failed on a row", scan=scan, row=row, exc_info=error)
            _back_off(scan, row, failure, error)
            if isinstance(error, SoftTimeLimitExceeded):
                raise
        else:
            if failure is not None:
                failure.delete()
    return acted


def _back_off(scan: str, row: int, failure: Failure | None, error: Exception) -> None:
    times = 1 + (failure.times if failure else 0)
    pause = min(SHORTEST * 2 ** min(times - 1, 12), LONGEST)
    Failure.objects.update_or_create(
        scan=scan,
        row=row,
        defaults={"times": times, "rests_until": timezone.now() + pause, "error": repr(error)},
    )
