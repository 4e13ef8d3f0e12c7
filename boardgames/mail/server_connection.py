"""The way to the mail server: one connection for all e-mails of a run, where there is a server.

Greeting, encrypting and signing in take a server and us longer than an e-mail. A server may hang up
whenever it likes, so it is asked before each e-mail whether it is still there.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused, SMTPSenderRefused

from django.core.mail import EmailMessage, get_connection

from boardgames.mail import service_refusals
from boardgames.mail.pending_answers import NeverAnswered, Unanswered
from boardgames.mail.smtp import EmailBackend


@contextmanager
def kept() -> Iterator[None]:
    """E-mails that are sent inside go over one connection."""
    backend = get_connection()
    if not isinstance(backend, EmailBackend):  # files, one each
        yield
        return
    line = _Line(backend)
    token = _line.set(line)
    try:
        yield
    finally:
        _line.reset(token)
        line.hang_up()


def send(mail: EmailMessage) -> None:
    """Raises what the server says against it (``smtplib``), ``Unanswered`` where it says nothing
    yet, and what keeps it from being asked."""
    line = _line.get()
    try:
        with _noted(mail.to[0]):
            mail.send() if line is None else line.send(mail)
    except Unanswered as unanswered:
        raise Unanswered(_noted(mail.to[0])(unanswered.wait)) from unanswered


@contextmanager
def _noted(address: str) -> Iterator[None]:
    """Whether mail goes out."""
    try:
        yield
    except (Unanswered, NeverAnswered):
        raise
    except Exception as error:
        service_refusals.note_failure(address, error)
        raise
    service_refusals.note_success()


class _Line:
    def __init__(self, backend: EmailBackend) -> None:
        self._backend = backend

    def send(self, mail: EmailMessage) -> None:
        mail.connection = self._backend
        used = self._is_there()
        try:
            self._send(mail)
        except SMTPSenderRefused:  # before anything was said; some take only so many at a time
            if not used:
                raise
            self._send(mail)

    def _send(self, mail: EmailMessage) -> None:
        self._backend.open()
        try:
            mail.send()
        except (SMTPRecipientsRefused, SMTPDataError):
            raise  # this one alone
        except Unanswered:
            self._backend.connection = None  # it is waited for there; others go by another one
            raise
        except BaseException:
            self.hang_up()  # nobody knows what it would say next
            raise

    def _is_there(self) -> bool:
        """Whether the connection still stands; it is given up otherwise."""
        connection = self._backend.connection
        if connection is None:
            return False
        with suppress(SMTPException, OSError):
            if connection.noop()[0] == 250:
                return True
        self.hang_up()
        return False

    def hang_up(self) -> None:
        with suppress(SMTPException, OSError):  # whatever it says to that
            self._backend.close()


_line: ContextVar[_Line | None] = ContextVar("line", default=None)
