"""E-mails about accounts: stored with their subject matter, sent by the worker.

People who sign up do not wait for a mail server, and one that hangs holds up a single process of
the worker. An e-mail is deleted here as soon as it is sent. If it cannot be sent it is retried for
hours; then its owner is told on the page.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import timedelta
from smtplib import SMTPException
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

import structlog
from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from accounts import bounces
from accounts.models import Letter, User
from accounts.preferences import reading_as
from boardgames.database import locks
from boardgames.mail import refusals, server_connection
from boardgames.mail.pending_answers import Awaited, NeverAnswered, Unanswered
from boardgames.redis import best_effort, figures

log = structlog.get_logger(__name__)

TASK, QUEUE = "accounts.tasks.send_letters", "mail"
#: The pauses after failed tries; after the last one it counts as failed. Its links last for days.
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180)]
#: An e-mail without an answer may have arrived: it is sent once more after this time.
UNANSWERED, MOST_UNANSWERED = timedelta(hours=6), 2
#: How long a claim lasts; the task that sends is ended before.
CLAIM = timedelta(minutes=3)
#: For how long a page says that an address could not be reached.
TOLD = timedelta(days=30)
#: Seconds after which a run starts no further e-mail; the next tick continues.
LONGEST_RUN = 40.0
_LOCK = 0x706F7374  # The letters of "post"
_awaited = Awaited()


class AccountMailBackend(BaseEmailBackend):
    """The backend for allauth's e-mails about ``user``, or about nobody if None."""

    def __init__(self, user: User | None) -> None:
        super().__init__()
        self._user = user

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """Store the messages to be sent by the worker.

        A failed e-mail no longer matters once another one goes to the same address, so it is
        deleted.
        """
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
        transaction.on_commit(lambda: best_effort.wake(TASK, QUEUE, expires=60), robust=True)
        return len(messages)


def headers() -> dict[str, str]:
    """The headers of each e-mail.

    They name this site and not the machine that sends it, and prevent automatic replies.
    """
    name = f"account-{uuid4().hex}@{urlsplit(settings.SITE_URL).hostname}"
    return {"Message-ID": f"<{name}>", "Auto-Submitted": "auto-generated"}


def send_letter(user: User, letter: str, *, leaves: bool = False, **context: object) -> None:
    """Send one of our own e-mails, by the name of its templates, to a user's confirmed address.

    Nothing happens without such an address. ``leaves``: the e-mail is sent although the account
    will be closed by then.
    """
    address = user.confirmed_email
    if not address:
        return
    with reading_as(user):
        known = {**context, "person": user}
        subject = render_to_string(f"account/email/{letter}_subject.txt", known).strip()
        text = render_to_string(f"account/email/{letter}_message.txt", known)
    mail = EmailMessage(subject, text, to=[address], headers=headers())
    AccountMailBackend(None if leaves else user).send_messages([mail])


def tell_of_guesses(user_id: int) -> None:
    """Tell a user that others guess at the password."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is not None:
        send_letter(user, "many_guesses")


def send_due() -> int:
    """Send what is due; return how many e-mails went out. One sender at a time."""
    end, sent = time.monotonic() + LONGEST_RUN, 0
    with locks.one_of([_LOCK]) as free, server_connection.kept():
        while free and time.monotonic() < end:
            if _awaited.is_full() or (letter := _claim()) is None:
                if not _awaited.pause():
                    break
                continue
            sent += _send(letter)
    return sent


def due_letters() -> list[QuerySet[Letter]]:
    """The e-mails that are due."""
    return [Letter.objects.filter(due_at__lte=timezone.now())]


def forget_old() -> None:
    """Delete e-mails that failed long ago."""
    Letter.objects.filter(due_at=None, written_at__lt=timezone.now() - TOLD).delete()


def _claim() -> Letter | None:
    """Claim the next e-mail that is due: for a while nobody else takes it."""
    now = timezone.now()
    with transaction.atomic():
        (due,) = due_letters()
        letter = due.select_for_update(skip_locked=True).order_by("due_at", "id").first()
        if letter is not None:
            letter.tries, letter.due_at = letter.tries + 1, now + CLAIM
            letter.save(update_fields=["tries", "due_at"])
    return letter


def message(letter: Letter) -> EmailMessage:
    """The e-mail in the form that a mail server takes."""
    return EmailMessage(
        letter.subject,
        letter.text,
        bounces.return_path(letter.user, letter.address),
        to=[letter.address],
        headers={"From": settings.DEFAULT_FROM_EMAIL, **letter.headers},
    )


def _send(letter: Letter) -> bool:
    """Send it; whether it went out, even if unanswered."""
    if letter.unanswered >= MOST_UNANSWERED:
        letter.delete()
        return False
    try:
        server_connection.send_mail(message(letter))
    except Unanswered as unanswered:
        due_at = timezone.now() + UNANSWERED
        _update(letter, unanswered=letter.unanswered + 1, due_at=due_at)
        wait = unanswered.wait
        _awaited.add(lambda: _note_answer(letter, wait))
    except Exception as error:  # an error of one e-mail does not stop the others
        log.warning("letter not sent", letter=letter.pk, tries=letter.tries, exc_info=error)
        _note_failure(letter, error)
        return False
    else:
        _note_success(letter)
    return True


def _note_answer(letter: Letter, wait: Callable[[], None]) -> None:
    try:
        wait()
    except NeverAnswered:
        log.warning("letter not answered", letter=letter.pk, tries=letter.tries)
    except SMTPException as error:
        log.warning("letter not sent", letter=letter.pk, tries=letter.tries, exc_info=error)
        _note_failure(letter, error)
    else:
        _note_success(letter)


def _note_success(letter: Letter) -> None:
    letter.delete()
    figures.add_to_figure("letters_total", outcome="sent")


def _note_failure(letter: Letter, error: Exception) -> None:
    """Record a failed try.

    A finally failed e-mail loses its text, which contains links; it is deleted if it is about no
    existing account.
    """
    refusal = refusals.read_refusal(error)
    wrong = refusal is not None and refusal.is_of_address
    given_up = wrong or letter.tries > len(PAUSES)
    if given_up:
        figures.add_to_figure("letters_total", outcome="wrong address" if wrong else "failed")
    if given_up and letter.user is None:
        letter.delete()
    elif given_up:
        _update(letter, due_at=None, subject="", text="", wrong_address=wrong)
        if wrong and letter.user and letter.user.confirmed_email == letter.address:
            bounces.note_hard(letter.user.pk)
    else:
        _update(letter, due_at=timezone.now() + PAUSES[letter.tries - 1])


def _update(letter: Letter, **values: Any) -> None:
    """Update the row, which may be gone, with its account."""
    Letter.objects.filter(pk=letter.pk).update(**values)
