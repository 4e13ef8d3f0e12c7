"""Sending what is due, each once.

A notification is claimed in one transaction (which also puts its next try ahead), sent, and marked
in a second one. A sender that dies in between leaves an attempt without an outcome, and the next
try is made when the claim has run out. So the one thing that can happen twice is a mail whose
sender died after the mail server had taken it and before that was noted: it goes out once more,
with the same Message-ID.
"""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused

import structlog
from django.db import connection, transaction
from django.utils import timezone

from notifications import mail
from notifications.models import Attempt, Notification
from notifications.stale import why_not

log = structlog.get_logger(__name__)

State = Notification.State

#: A claim holds this long; sending one mail takes at most 20 seconds (EMAIL_TIMEOUT).
CLAIM = timedelta(minutes=2)
#: The pauses after failed tries; after the last one it is given up.
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720)]
KEPT = timedelta(days=60)
#: A run starts no further mail after this many seconds; the next tick goes on.
LONGEST_RUN = 40.0
_LOCK = 0x6D61696C  # "mail"


@contextmanager
def alone() -> Iterator[bool]:
    """Whether nobody else delivers. However slow a mail server is, it then holds one process."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
        (mine,) = cursor.fetchone()
        try:
            yield mine
        finally:
            if mine:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])


def deliver_due() -> int:
    """Send or skip what is due; how many notifications that were. Many may do so at once."""
    end = time.monotonic() + LONGEST_RUN
    done = 0
    while time.monotonic() < end and (claimed := _claim()) is not None:
        notification, attempt = claimed
        if attempt is not None:
            _send(notification, attempt)
        done += 1
    return done


def forget_old() -> int:
    """Delete what was done with long ago; how many rows."""
    done = Notification.objects.exclude(state=State.QUEUED)
    return done.filter(done_at__lt=timezone.now() - KEPT).delete()[0]


def _claim() -> tuple[Notification, Attempt | None] | None:
    """The next one that is due, no one else's for a while; without an attempt it is settled."""
    with transaction.atomic(durable=True):
        now = timezone.now()
        notification = (
            Notification.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(state=State.QUEUED, due_at__lte=now)
            .select_related("user", "game")
            .order_by("due_at", "id")
            .first()
        )
        if notification is None:
            return None
        reason = why_not(notification, notification.user)
        if reason:
            _settle(notification, State.SKIPPED, reason)
            return notification, None
        if notification.attempts.count() > len(PAUSES):
            _give_up(notification, "tried too often")
            return notification, None
        notification.due_at = now + CLAIM
        notification.save(update_fields=["due_at"])
        return notification, Attempt.objects.create(notification=notification, at=now)


def _send(notification: Notification, attempt: Attempt) -> None:
    try:
        mail.send(notification)
    except Exception as error:  # whatever one mail suffers from, the others go out
        log.warning("mail not sent", notification=notification.pk, exc_info=error)
        _note_failure(notification, attempt, error)
        return
    with transaction.atomic(durable=True):
        attempt.outcome = Attempt.Outcome.SENT
        attempt.save(update_fields=["outcome"])
        _settle(notification, State.SENT)


def _note_failure(notification: Notification, attempt: Attempt, error: Exception) -> None:
    with transaction.atomic(durable=True):
        attempt.outcome, attempt.error = Attempt.Outcome.FAILED, str(error) or repr(error)
        attempt.save(update_fields=["outcome", "error"])
        tries = notification.attempts.count()
        if _for_good(error) or tries > len(PAUSES):
            _give_up(notification, attempt.error)
            return
        pause = PAUSES[tries - 1] * random.uniform(0.9, 1.1)  # noqa: S311  not all at once
        notification.due_at = timezone.now() + pause
        notification.save(update_fields=["due_at"])


def _for_good(error: Exception) -> bool:
    """The mail server will not take this mail, however often it is offered."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _answer in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= 500


def _give_up(notification: Notification, reason: str) -> None:
    log.error("mail given up", notification=notification.pk, reason=reason)
    _settle(notification, State.FAILED, reason[:200])


def _settle(notification: Notification, state: str, reason: str = "") -> None:
    notification.state, notification.reason = state, reason
    notification.done_at = timezone.now()
    notification.save(update_fields=["state", "reason", "done_at"])
