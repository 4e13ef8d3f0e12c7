"""Letters about accounts: written down with what they are about, sent by the worker.

Nobody who signs up waits for a mail server, and one that hangs holds up a single process of the
worker. A letter is gone from here as soon as it is sent; what cannot be sent is tried again for
hours, and then its owner is told on the page.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import timedelta
from smtplib import SMTPDataError, SMTPRecipientsRefused

import structlog
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Letter, User
from boardgames.database import locks
from boardgames.redis import hints

log = structlog.get_logger(__name__)

TASK, QUEUE = "accounts.tasks.send_letters", "mail"
#: The pauses after failed tries; after the last one it is given up. Its links hold for days.
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180)]
#: A claim holds so long; the task that sends is ended before.
CLAIM = timedelta(minutes=3)
#: For so long we say that an address could not be reached.
TOLD = timedelta(days=30)
#: A run begins no further letter after so many seconds; the next tick goes on.
LONGEST_RUN = 40.0
_LOCK = 0x706F7374  # "post"


class Box(BaseEmailBackend):
    """Where allauth's letters about ``user``, if they are about anybody, go to."""

    def __init__(self, user: User | None) -> None:
        super().__init__()
        self._user = user

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """What was given up is of no interest once another letter goes to the same address."""
        addresses = [message.to[0] for message in messages]
        Letter.objects.filter(user=self._user, address__in=addresses, due_at=None).delete()
        Letter.objects.bulk_create(
            Letter(
                user=self._user,
                address=message.to[0],
                subject=str(message.subject),
                text=str(message.body),
                headers=message.extra_headers,
            )
            for message in messages
        )
        transaction.on_commit(lambda: hints.wake(TASK, QUEUE, expires=60), robust=True)
        return len(messages)


def send_due() -> int:
    """Send what is due, one sender at a time: how many letters went out."""
    end, sent = time.monotonic() + LONGEST_RUN, 0
    with locks.one_of([_LOCK]) as free:
        while free and time.monotonic() < end and (letter := _claim()) is not None:
            sent += _send(letter)
    return sent


def waiting() -> list[QuerySet[Letter]]:
    """The letters that are due."""
    return [Letter.objects.filter(due_at__lte=timezone.now())]


def forget_old() -> None:
    """Delete what was given up long ago."""
    Letter.objects.filter(due_at=None, written_at__lt=timezone.now() - TOLD).delete()


def _claim() -> Letter | None:
    """The next one that is due, no one else's for a while."""
    now = timezone.now()
    with transaction.atomic():
        (due,) = waiting()
        letter = due.select_for_update(skip_locked=True).order_by("due_at", "id").first()
        if letter is not None:
            letter.tries, letter.due_at = letter.tries + 1, now + CLAIM
            letter.save(update_fields=["tries", "due_at"])
    return letter


def _send(letter: Letter) -> bool:
    try:
        EmailMessage(
            letter.subject, letter.text, to=[letter.address], headers=letter.headers
        ).send()
    except Exception as error:  # whatever one suffers from, the others go out
        log.warning("letter not sent", letter=letter.pk, tries=letter.tries, exc_info=error)
        _note_failure(letter, for_good=_is_for_good(error))
        return False
    letter.delete()
    return True


def _is_for_good(error: Exception) -> bool:
    """Whether the server will not take it, however often it is offered."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= 500 for code, _text in error.recipients.values())
    return isinstance(error, SMTPDataError) and error.smtp_code >= 500


def _note_failure(letter: Letter, *, for_good: bool) -> None:
    """Of what is given up its words go: there are links in them."""
    if for_good or letter.tries > len(PAUSES):
        letter.due_at, letter.subject, letter.text = None, "", ""
    else:
        letter.due_at = timezone.now() + PAUSES[letter.tries - 1]
    letter.save(update_fields=["due_at", "subject", "text"])
