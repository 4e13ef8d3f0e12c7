"""Kinds for variables that hold addresses: of pages, servers, people. `kinds` explains kinds."""

import re
from urllib.parse import SplitResult, unquote, urlsplit

from psycopg import ProgrammingError
from psycopg.conninfo import conninfo_to_dict

from boardgames.environment.kinds import Kind

_STANDARD_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_HOST = r"(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])"
_MAILBOX = r"[^\s@<>()\[\],;:\"]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?"
_NAMED_MAILBOX = rf'(?:"[^"\\]+"|[^"<>@,;:\\()]+)\s*<{_MAILBOX}>'
ESCAPES = "in user and password, write @ as %40, : as %3A, / as %2F, # as %23, ? as %3F"


def origin(*schemes: str, example: str) -> Kind[str]:
    """Scheme, host and optional port, with nothing after them, as browsers write an origin."""

    def read(value: str) -> str:
        parts = _parts(value, schemes, f"must be an address such as {example}")
        if parts.path.strip("/") or parts.query or parts.fragment or parts.username is not None:
            raise ValueError(f"must be a host alone, with nothing before or behind it: {example}")
        if not re.fullmatch(_HOST, host := _host(parts)):
            raise ValueError(
                f"must name a host as DNS has it, such as {example} (xn--… for umlauts)"
            )
        port = parts.port
        shown = "" if port in (None, _STANDARD_PORTS[parts.scheme]) else f":{port}"
        return f"{parts.scheme}://{host}{shown}"

    return read


def page(*schemes: str, example: str) -> Kind[str]:
    """The address of a page or a program."""

    def read(value: str) -> str:
        sentence = f"must be an address such as {example}"
        _parts(value, schemes, sentence)
        if re.search(r"\s", value):
            raise ValueError(sentence)
        return value

    return read


def hosts(value: str) -> list[str]:
    """Host names, separated by commas or blanks; ".example.org" includes all its subdomains."""
    names = value.replace(",", " ").lower().split()
    if not names or not all(re.fullmatch(rf"\.?{_HOST}", name) for name in names):
        raise ValueError(
            "must be names such as other.example.org, or .example.org for all below it: without "
            "https://, port and *, which would let in every name"
        )
    return names


def contact(value: str) -> str:
    """An e-mail address, or the https address of a page."""
    if not re.fullmatch(rf"https://{_HOST}\S*|{_MAILBOX}", value):
        raise ValueError("must be an e-mail address or https://…")
    return value


def mailbox(value: str) -> str:
    """An e-mail address without a name."""
    if not re.fullmatch(_MAILBOX, value):
        raise ValueError("must be an e-mail address, such as bounces@games.example.org")
    return value


def sender(value: str) -> str:
    """An e-mail address, optionally with a name before it."""
    if not re.fullmatch(rf"{_MAILBOX}|{_NAMED_MAILBOX}", value):
        raise ValueError(
            "must be an e-mail address, such as noreply@games.example.org or Games "
            '<noreply@games.example.org> (a name with a comma: "Games, etc." <…>)'
        )
    return value


def mail_server(value: str) -> str:
    """An address with smtp:// or smtps://, perhaps a user and a password, and a host."""
    sentence = "must be smtp://user:password@host:587 (STARTTLS unless ?tls=0) or smtps://…"
    parts = _parts(value, ("smtp", "smtps"), f"{sentence}; {ESCAPES}")
    if parts.path.strip("/") or parts.fragment or parts.query not in ("", "tls=0", "tls=1"):
        raise ValueError(f"{sentence}, with nothing else after the host; {ESCAPES}")
    if bool(unquote(parts.username or "")) != bool(unquote(parts.password or "")):
        raise ValueError(f"{sentence}: a user and a password, or neither")
    return value


def database(value: str) -> str:
    """One or several hosts, as libpq reads them."""
    if not value.startswith(("postgres://", "postgresql://")):
        raise ValueError(
            "must begin with postgresql://, as in postgresql://user:password@host/name"
        )
    try:
        parts = conninfo_to_dict(value)
    except ProgrammingError as error:
        # The text that libpq quotes after these words may be the password.
        reason = str(error).strip().partition(': "')[0]
        raise ValueError(f"must be as PostgreSQL reads it ({reason}); {ESCAPES}") from None
    if not parts.get("dbname"):
        raise ValueError("must end with the database's name: postgresql://user:password@host/name")
    ports = str(parts.get("port") or "5432").split(",")
    if not all(port.isdecimal() and 0 < int(port) < 65536 for port in ports):
        raise ValueError("must have ports from 1 to 65535")
    return value


def redis(value: str) -> str:
    """The address of a host or a socket."""
    sentence = "must be redis://host:6379/0, rediss://… or unix:///path.sock"
    if value.startswith("unix://"):
        if not urlsplit(value).path.strip("/") or urlsplit(value).netloc:
            raise ValueError(sentence)
        return value
    parts = _parts(value, ("redis", "rediss"), f"{sentence}; {ESCAPES}")
    if not re.fullmatch(r"/?|/[0-9]+", parts.path):
        raise ValueError(f"{sentence}: only the number of a database may follow the host")
    return value


def error_collector(value: str) -> str:
    """The address of a collector, as Sentry gives it."""
    if not re.fullmatch(r"https?://[^\s@/]+@[^\s@/]+/(?:\S+/)?[0-9]+", value):
        raise ValueError("must be as Sentry gives it: https://KEY@host/NUMBER")
    return value


def _parts(value: str, schemes: tuple[str, ...], sentence: str) -> SplitResult:
    """The parts of an address that has one of these schemes and a host."""
    try:
        parts = urlsplit(value)
        known = parts.scheme in schemes and parts.hostname and parts.port != 0
    except ValueError:  # an invalid port, or brackets that do not close
        known = False
    if not known:
        raise ValueError(sentence)
    return parts


def _host(parts: SplitResult) -> str:
    host = parts.hostname or ""
    return f"[{host}]" if ":" in host else host
