"""Ticks that go through rows: one that fails holds up no other, and rests longer each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from boardgames.models import Failure

log = structlog.get_logger(__name__)

#: How long a row rests after its first failure, twice as long after each further one, and at most.
SHORTEST, LONGEST = timedelta(minutes=1), timedelta(days=1)


def process_each(scan: str, rows: Iterable[int], act: Callable[[int], bool]) -> int:
    """Act on each of these rows, once; on how many it had an effect.

    A row on which it raises is logged and left alone for a while. A task at the end of its time
    ends, and the row it was at rests, too.
    """
    left = list(dict.fromkeys(rows))
    if not left:
        return 0
    failures = {one.row: one for one in Failure.objects.filter(scan=scan, row__in=left)}
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
    rest = min(SHORTEST * 2 ** min(times - 1, 12), LONGEST)
    Failure.objects.update_or_create(
        scan=scan,
        row=row,
        defaults={"times": times, "rests_until": timezone.now() + rest, "error": repr(error)},
    )
