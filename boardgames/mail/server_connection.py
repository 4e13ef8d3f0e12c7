"""The connection to the mail server: one for all e-mails of a run, where there is a server.

Connecting, encrypting and signing in take longer than an e-mail. A server may hang up whenever it
likes, so we check before each e-mail whether it is still there.
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
    """Send all e-mails of the block over one connection."""
    backend = get_connection()
    if not isinstance(backend, EmailBackend):  # files need no connection
        yield
        return
    line = _Line(backend)
    token = _line.set(line)
    try:
        yield
    finally:
        _line.reset(token)
        line.hang_up()


def send_mail(mail: EmailMessage) -> None:
    """Send an e-mail.

    Raises the server's refusal (``smtplib``), ``Unanswered`` if the server has not answered yet, or
    the error that kept us from reaching it.
    """
    line = _line.get()
    try:
        with _noted(mail.to[0]):
            mail.send() if line is None else line.send(mail)
    except Unanswered as unanswered:
        raise Unanswered(_noted(mail.to[0])(unanswered.wait)) from unanswered


@contextmanager
def _noted(address: str) -> Iterator[None]:
    """Record whether the e-mails of the block go out."""
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
        # before anything was sent; some servers accept only so many per connection
        except SMTPSenderRefused:
            if not used:
                raise
            self._send(mail)

    def _send(self, mail: EmailMessage) -> None:
        self._backend.open()
        try:
            mail.send()
        except (SMTPRecipientsRefused, SMTPDataError):
            raise  # only this e-mail was refused
        except Unanswered:
            # its thread waits there; other e-mails use another connection
            self._backend.connection = None
            raise
        except BaseException:
            self.hang_up()  # nobody knows what the server would send next
            raise

    def _is_there(self) -> bool:
        """Whether the connection still works; if not, it is closed."""
        connection = self._backend.connection
        if connection is None:
            return False
        with suppress(SMTPException, OSError):
            if connection.noop()[0] == 250:
                return True
        self.hang_up()
        return False

    def hang_up(self) -> None:
        with suppress(SMTPException, OSError):  # whatever it answers
            self._backend.close()


_line: ContextVar[_Line | None] = ContextVar("line", default=None)
