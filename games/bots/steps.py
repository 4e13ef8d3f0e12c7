"""Work of the bots' processes in small steps: which row is next, which ones are in work.

A row with a step in work names the time ``until`` which its result is awaited. If it does not come
until then, as after the end of a process, the step is sent again.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TypeVar

from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone

from games.bots.thinking import processes
from games.models import Analysis, Judgement

Row = TypeVar("Row", bound=Model)

#: Time for a step, waiting included, before it is sent again; and how often it is tried.
LASTS, TRIES = timedelta(seconds=90), 3
#: How long a step that is lost is sent again, as when other work keeps all processes busy.
PATIENCE = timedelta(hours=1)


def find_waiting(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Those rows of which no process has a step in work."""
    return rows.filter(Q(until=None) | Q(until__lte=timezone.now()), done_at=None)


def find_next(rows: QuerySet[Row]) -> list[Row]:
    """The rows that have waited longest, as many as processes can compute at once beside the steps
    of all kinds that are in work."""
    in_work = Q(done_at=None, until__gt=timezone.now())
    free = processes() - sum(kind.objects.filter(in_work).count() for kind in (Analysis, Judgement))
    waiting = find_waiting(rows).order_by(F("until").asc(nulls_first=True), "asked_at")
    return list(waiting[: max(0, free)])
