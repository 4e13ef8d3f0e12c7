"""Django's way to a mail server, which gives the server more time for one answer than for others.

After the text many servers scan what they have got, and some take minutes for it. Whoever hangs up
meanwhile and sends again sends twice, so that answer may come ten minutes later (RFC 5321,
4.5.3.2.6), to a thread: see `Unanswered`.
"""

import re
import smtplib
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail.backends import smtp

from boardgames.mail.awaited import NeverAnswered


class Unanswered(Exception):
    """The whole e-mail has gone out, and the server has not said yet whether it takes it."""

    def __init__(self, connection: smtplib.SMTP) -> None:
        super().__init__("no answer to the text yet")
        self._connection = connection

    def wait(self) -> None:
        """Return when the server has taken it; raises what it says against it, or NeverAnswered."""
        connection = self._connection
        assert connection.sock
        try:
            connection.sock.settimeout(settings.EMAIL_ANSWER_TIMEOUT)
            code, text = connection.getreply()
            connection.sock.settimeout(settings.EMAIL_TIMEOUT)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            raise NeverAnswered(f"no answer to the text: {error}") from error
        else:
            with suppress(smtplib.SMTPException, OSError):  # whatever it says to that
                connection.quit()
        finally:
            connection.close()
        if code != 250:
            raise smtplib.SMTPDataError(code, text)


class _Connection(smtplib.SMTP):
    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{**more, "local_hostname": our_name()})

    def data(self, msg: Any) -> tuple[int, bytes]:
        """As smtplib's, which waits for both answers alike."""
        self.putcmd("data")
        code, text = self.getreply()
        if code != 354:
            raise smtplib.SMTPDataError(code, text)
        self.send(re.sub(rb"(?m)^\.", b"..", msg.removesuffix(b"\r\n")) + b"\r\n.\r\n")
        if self._is_silent(settings.EMAIL_PATIENCE):
            raise Unanswered(self)
        return self.getreply()

    def _is_silent(self, seconds: float) -> bool:
        assert self.sock  # both are there since the server has greeted
        assert self.file
        self.sock.settimeout(seconds)
        try:
            self.file.peek(1)
        except TimeoutError:
            self.file.close()  # one that has waited in vain reads no more
            self.file = self.sock.makefile("rb")
            return True
        except OSError:
            return False  # it is noticed again where the answer is read
        finally:
            self.sock.settimeout(self.timeout)
        return False


class _ConnectionByTls(_Connection, smtplib.SMTP_SSL):
    pass


class EmailBackend(smtp.EmailBackend):
    """Django's, over our connections."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _ConnectionByTls if self.use_ssl else _Connection


def our_name() -> str:
    """What we call ourselves before a server: the site's host, not a container's number."""
    host = str(urlsplit(settings.SITE_URL).hostname)
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return f"[IPv6:{host}]" if address.version == 6 else f"[{host}]"
