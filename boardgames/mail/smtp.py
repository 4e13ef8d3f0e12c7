"""Django's way to a mail server, which gives the server more time for one answer than for others.

After the text many servers scan what they have got, and some take minutes for it. Whoever hangs up
meanwhile and sends again sends twice, so that answer may come ten minutes later (RFC 5321,
4.5.3.2.6), to a thread (`Unanswered`).
"""

import re
import smtplib
from contextlib import suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail.backends import smtp

from boardgames.mail.pending_answers import NeverAnswered, Unanswered


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
            raise Unanswered(self._answer_later)
        return self.getreply()

    def _answer_later(self) -> None:
        assert self.sock
        try:
            self.sock.settimeout(settings.EMAIL_ANSWER_TIMEOUT)
            code, text = self.getreply()
            self.sock.settimeout(self.timeout)
        except (smtplib.SMTPServerDisconnected, OSError) as error:
            raise NeverAnswered(f"no answer to the text: {error}") from error
        else:
            with suppress(smtplib.SMTPException, OSError):  # whatever it says to that
                self.quit()
        finally:
            self.close()
        if code != 250:
            raise smtplib.SMTPDataError(code, text)

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
