"""Notifications of maintainers and testers, written to the outbox in the same transaction as the
change; only package errors are found by a tick."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from boardgames.models import Trouble
from games.models import FaultReport, Package, ReleaseRequest
from games.notification_events import kinds
from games.upkeep import maintainers
from notifications import outbox

#: Slips that are new for so long are looked at; one that has been told is not told again.
NEW = timedelta(days=2)


def reported(report: FaultReport, now: datetime) -> None:
    """Once a day of each person."""
    key = outbox.of_day(now, report.type, report.by_id)
    outbox.announce(kinds.FaultReported(report=report.pk), report.game_id, now, key)


def answered(report: FaultReport, now: datetime) -> None:
    """For who sent it, if that is not who has dealt with it."""
    if report.by_id is not None and report.by_id != report.done_by_id:
        fact = kinds.FaultAnswered(report=report.pk)
        outbox.write([outbox.notification(fact, report.by_id, report.game_id, now, report.pk)])


def release_asked(request: ReleaseRequest, now: datetime) -> None:
    outbox.announce(kinds.ReleaseAsked(request=request.pk), None, now, request.pk)


def release_answered(request: ReleaseRequest, now: datetime) -> None:
    outbox.announce(kinds.ReleaseAnswered(request=request.pk), None, now, request.pk)


def slips() -> int:
    """One tick: tell those who look after its type of each slip that is new, once; how many there
    are."""
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
