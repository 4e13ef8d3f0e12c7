"""Notifications to maintainers and testers, queued in the transaction of the change.

Only package errors are found by a tick.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from boardgames.models import Trouble
from games.models import FaultReport, Package, ReleaseRequest
from games.notification_events import kinds
from games.upkeep import maintainers
from notifications import outbox

#: Errors younger than this are considered; each is notified only once.
NEW = timedelta(days=2)


def reported(report: FaultReport, now: datetime) -> None:
    """Notify maintainers of a report, once a day per reporter."""
    key = outbox.of_day(now, report.type, report.by_id)
    outbox.announce(kinds.FaultReported(report=report.pk), report.game_id, now, key)


def answered(report: FaultReport, now: datetime) -> None:
    """Notify the sender of a report, unless they have dealt with it themselves."""
    if report.by_id is not None and report.by_id != report.done_by_id:
        fact = kinds.FaultAnswered(report=report.pk)
        outbox.write([outbox.notification(fact, report.by_id, report.game_id, now, report.pk)])


def release_asked(request: ReleaseRequest, now: datetime) -> None:
    outbox.announce(kinds.ReleaseAsked(request=request.pk), None, now, request.pk)


def release_answered(request: ReleaseRequest, now: datetime) -> None:
    outbox.announce(kinds.ReleaseAnswered(request=request.pk), None, now, request.pk)


def slips() -> int:
    """Notify a type's maintainers of each new error, once; return how many there are."""
    now = timezone.now()
    cared_for = Package.objects.filter(maintainers__isnull=False).values("pk")
    found = list(Trouble.objects.filter(game__in=cared_for, first_at__gt=now - NEW))
    for slip in found:
        fact = kinds.Slipped(trouble=slip.pk, type=slip.game)
        outbox.write(
            outbox.notification(fact, each, None, now, slip.pk)
            for each in maintainers.list_maintainers(slip.game)
        )
    return len(found)
