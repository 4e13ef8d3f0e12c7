"""Django's mail backend, which gives the server more time for some answers than for others.

Many servers scan an e-mail after they have received it, and some take minutes. If we hung up
meanwhile and sent again, it would arrive twice. So that answer may come up to ten minutes later
(RFC 5321, 4.5.3.2.6), to a thread (`Unanswered`).
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
        """Like smtplib's, which gives both answers the same time."""
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
            with suppress(smtplib.SMTPException, OSError):  # whatever it answers
                self.quit()
        finally:
            self.close()
        if code != 250:
            raise smtplib.SMTPDataError(code, text)

    def _is_silent(self, seconds: float) -> bool:
        assert self.sock  # both exist once the server has greeted us
        assert self.file
        self.sock.settimeout(seconds)
        try:
            self.file.peek(1)
        except TimeoutError:
            self.file.close()  # after a timeout it reads no more
            self.file = self.sock.makefile("rb")
            return True
        except OSError:
            return False  # the error shows up again where the answer is read
        finally:
            self.sock.settimeout(self.timeout)
        return False


class _ConnectionByTls(_Connection, smtplib.SMTP_SSL):
    pass


class EmailBackend(smtp.EmailBackend):
    """Django's backend with our connections."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return _ConnectionByTls if self.use_ssl else _Connection


def our_name() -> str:
    """The name by which we introduce ourselves to a server: the site's host, not a container's
    id."""
    host = str(urlsplit(settings.SITE_URL).hostname)
    try:
        address = ip_address(host)
    except ValueError:
        return host
    return f"[IPv6:{host}]" if address.version == 6 else f"[{host}]"
