"""Requests to addresses that users provide: push services, webhooks.

Such an address may aim at something that only this machine can reach: a cloud's metadata, a
database, a printer. So requests go by https to public addresses only, and to the usual ports
(``OUTSIDE_PORTS``). We look up the host once, check all addresses that it has, and connect to one
of those: a name that changes its meaning a moment later gains nothing. Redirects are not followed
and proxies not used. A request takes at most ``SECONDS`` after the look-up, and ``LONGEST_ANSWER``
bytes of the answer are read. An address that lets a request run into the time limit is not tried
again for a minute, then for two, four, …, so that others do not wait for it.
"""

import http.client
import ipaddress
import re
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import parsedate_to_datetime
from functools import lru_cache
from hashlib import sha256
from typing import Any
from urllib.parse import quote, urlsplit

from django.conf import settings
from django.core.cache import cache
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SECONDS = 5.0
LONGEST_ANSWER = 4096
#: The longest pause that the other side can ask for.
LONGEST_PAUSE = timedelta(days=1)
#: Seconds until the next try after an address did not answer: at first and at most.
FIRST_BACK_OFF, LONGEST_BACK_OFF = 60, 3600

_UNICAST = ipaddress.ip_network("2000::/3")
#: Networks that Python calls global although they host no services: relays, sinks of name servers,
#: protocols' own networks, documentation.
_RESERVED = [
    ipaddress.ip_network(network)
    for network in (
        *("192.31.196.0/24", "192.52.193.0/24", "192.88.99.0/24", "192.175.48.0/24"),
        *("2001::/23", "2002::/16", "2620:4f:8000::/48", "3fff::/20"),
    )
]


class NotReached(Exception):
    """There was no answer; ``str()`` gives the reason in the active language."""

    def __init__(self, reason: Promise | str, /, **values: object) -> None:
        super().__init__(reason, values)
        self._reason, self._values = reason, values

    def __str__(self) -> str:
        return str(self._reason) % self._values


class NotAllowed(NotReached):
    """We send nothing to this address."""


@dataclass
class Answer:
    """The answer; ``text`` is the beginning of its body."""

    status: int
    text: str = ""
    headers: Message = field(default_factory=Message)

    @property
    def good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def retry_after(self) -> timedelta | None:
        """The pause that it asks for in seconds, at most ``LONGEST_PAUSE``; None if it asks for
        none."""
        value = self.headers.get("Retry-After", "").strip()
        if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", value):
            pause = timedelta(seconds=float(value))
        else:
            try:
                moment = parsedate_to_datetime(value)
            except ValueError:
                return None
            pause = moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)
        return min(max(pause, timedelta(0)), LONGEST_PAUSE)


@dataclass(frozen=True)
class Address:
    """The parts of an outside address."""

    secure: bool
    host: str
    port: int
    path: str

    @property
    def place(self) -> str:
        """The host, with the port unless it is the usual one."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == (443 if self.secure else 80) else f"{host}:{self.port}"

    @property
    def origin(self) -> str:
        return f"{'https' if self.secure else 'http'}://{self.place}"


def address(url: str) -> Address:
    """Parse an address; raises ``NotAllowed`` where no look-up is needed to refuse it."""
    if re.search(r"[\x00-\x20\x7f\\]", url):
        raise NotAllowed(
            _("It contains a space or another character that is not allowed in addresses.")
        )
    try:
        parts = urlsplit(url)
        port = parts.port
        host = (parts.hostname or "").encode("idna").decode()
    except ValueError:  # UnicodeError is a subclass
        raise NotAllowed(_("This is not an address.")) from None
    secure = parts.scheme == "https"
    plain = parts.scheme == "http" and _is_this_machine(host)
    if not host or not (secure or plain):
        raise NotAllowed(_("The address must begin with https://"))
    if parts.username is not None:
        raise NotAllowed(_("The address must not contain a name or a password."))
    if not _is_this_machine(host) and (port or 443) not in settings.OUTSIDE_PORTS:
        ports = ", ".join(map(str, sorted(settings.OUTSIDE_PORTS)))
        raise NotAllowed(_("The address must have one of these ports: %(ports)s"), ports=ports)
    path = quote(parts.path or "/", safe="/%:@!$&'()*+,;=~")
    query = quote(parts.query, safe="/%:@!$&'()*+,;=~?")
    return Address(
        secure, host, port or (443 if secure else 80), f"{path}?{query}" if query else path
    )


def post(url: str, body: bytes, headers: Mapping[str, str]) -> Answer:
    """Send once; raises ``NotReached`` if no answer came."""
    to = address(url)
    waited = _Waited(url)
    if waited.is_deferred:
        raise NotReached(_("This address has not answered for a while."))
    connection = http.client.HTTPConnection(to.host, to.port)
    connection.auto_open = 0  # the library speaks HTTP over the socket that we pass, and opens none
    all_headers = {
        "Host": to.place,
        "User-Agent": quote(settings.SITE_NAME),
        "Connection": "close",
        **headers,
    }
    try:
        with _connected(to) as connection.sock:
            connection.request("POST", to.path, body, all_headers)
            response = connection.getresponse()
            text = response.read(LONGEST_ANSWER).decode(errors="replace")
            return Answer(response.status, text, response.headers)
    except TimeoutError as error:
        waited.note()
        raise NotReached(_("No answer within %(seconds)d seconds"), seconds=SECONDS) from error
    except ssl.SSLCertVerificationError as error:
        raise NotReached(
            _("Its certificate is not valid: %(reason)s"), reason=error.verify_message
        ) from error
    except (OSError, http.client.HTTPException) as error:
        raise NotReached(_("No answer: %(reason)s"), reason=str(error) or repr(error)) from error


class _Waited:
    """How often an address timed out lately. If Redis does not know, we try it."""

    def __init__(self, url: str) -> None:
        self._key = f"waited/{sha256(url.encode()).hexdigest()}"

    @property
    def is_deferred(self) -> bool:
        return bool(cache.get(f"{self._key}/deferred"))

    def note(self) -> None:
        times: int = cache.get(self._key, 0)
        back_off = min(FIRST_BACK_OFF * 2**times, LONGEST_BACK_OFF)
        cache.set(f"{self._key}/deferred", True, back_off)
        cache.set(self._key, times + 1, 2 * LONGEST_BACK_OFF)


def is_public(ip: str) -> bool:
    """Whether the address belongs to one machine on the public internet."""
    parsed = ipaddress.ip_address(ip)
    if any(parsed in network for network in _RESERVED):
        return False
    if isinstance(parsed, ipaddress.IPv4Address):
        return parsed.is_global and not parsed.is_multicast
    # Each of the other networks may contain an IPv4 address, or a private network.
    return parsed in _UNICAST and parsed.is_global


def _is_this_machine(host: str) -> bool:
    """Whether this is our own machine, which webhooks may call only in development and in tests."""
    return settings.LOOPBACK_IS_OUTSIDE and host in ("localhost", "127.0.0.1", "::1")


@contextmanager
def _connected(to: Address) -> Iterator[socket.socket]:
    """A connection to a checked address, closed after ``SECONDS`` whatever happens."""
    places = _look_up(to)
    over = threading.Event()
    with _open(places) as plain, plain.dup() as handle:

        def hang_up() -> None:
            # A socket's timeout starts anew with each byte that drips in; this one does not.
            over.set()
            with suppress(OSError):
                handle.shutdown(socket.SHUT_RDWR)

        timer = threading.Timer(SECONDS, hang_up)
        timer.start()
        try:
            if to.secure:
                with _tls().wrap_socket(plain, server_hostname=to.host) as secured:
                    yield secured
            else:
                yield plain
        except (OSError, http.client.HTTPException) as error:
            if over.is_set():
                raise TimeoutError from error
            raise
        finally:
            timer.cancel()


def _look_up(to: Address) -> list[tuple[Any, ...]]:
    """The addresses that ``getaddrinfo`` gives, if all of them are allowed."""
    try:
        places = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise NotReached(_("There is no server called %(host)s."), host=to.host) from error
    if not _is_this_machine(to.host) and not all(is_public(str(place[4][0])) for place in places):
        raise NotAllowed(_("This address is not on the public internet."))
    return places


def _open(places: list[tuple[Any, ...]]) -> socket.socket:
    """A connection to the first address that accepts one."""
    for number, (family, kind, protocol, _name, sockaddr) in enumerate(places, 1):
        opened = socket.socket(family, kind, protocol)
        opened.settimeout(SECONDS / len(places))
        try:
            opened.connect(sockaddr)
        except OSError:
            opened.close()
            if number == len(places):
                raise
        else:
            opened.settimeout(SECONDS)
            return opened
    raise OSError("no address")


@lru_cache(1)
def _tls() -> ssl.SSLContext:
    return ssl.create_default_context()
