"""Every variable that the service reads, its allowed values, and its default.

docs/settings.md tells operators what each one does. A wrong value stops the start.
"""

import os
import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Generic

from django.core.exceptions import ImproperlyConfigured

from boardgames.environment import addresses, kinds
from boardgames.environment.kinds import Kind, T

_CONTROL = re.compile(r"[\x00-\x1f\x7f\u2028\u2029]")


class WrongVariables(ImproperlyConfigured):
    """The errors, one sentence per line: what is wrong and what to write."""


@dataclass(frozen=True)
class Variable(Generic[T]):
    """An environment variable. If `is_secret`, no message quotes its value."""

    name: str
    kind: Kind[T]
    default: T
    is_secret: bool = False

    def read(self, default: T | None = None) -> T:
        """The value, or the default. Raises WrongVariables for a wrong value."""
        written = self.written()
        if not written:
            return self.default if default is None else default
        try:
            if _CONTROL.search(written):
                raise ValueError("must be one line of text")
            return self.kind(written)
        except ValueError as error:
            shown = "" if self.is_secret else f", not {written!r}"
            raise WrongVariables(f"{self.name} {error}{shown}.") from None

    def written(self) -> str:
        """The raw value, empty if unset; NAME_FILE may name a file that holds it."""
        file = os.environ.get(f"{self.name}_FILE")
        if not file:
            return os.environ.get(self.name, "")
        try:
            written = Path(file).read_text().strip()
        except (OSError, UnicodeDecodeError) as error:
            raise WrongVariables(f"{self.name}_FILE: cannot read {file}: {error}.") from error
        if not written:
            raise WrongVariables(
                f"{self.name}_FILE: {file} is empty: write the value into it, or unset "
                f"{self.name}_FILE."
            )
        return written


BOARDGAMES_ENV = Variable("BOARDGAMES_ENV", kinds.one_of("local", "test", "production"), "local")
BOARDGAMES_HOME = Variable[Path | None]("BOARDGAMES_HOME", kinds.folder_to_make, None)
BOARDGAMES_VERSION = Variable("BOARDGAMES_VERSION", kinds.release, "")
DEBUG = Variable("DEBUG", kinds.boolean, False)
LOG_LEVEL = Variable("LOG_LEVEL", kinds.level, "INFO")
# "pool" in web processes, "keep" in workers, "fresh" (a connection a time) for commands.
DATABASE_CONNECTIONS = Variable(
    "DATABASE_CONNECTIONS", kinds.one_of("fresh", "keep", "pool"), "fresh"
)
# `games.rules.compiled` reads it.
RULES_BUILD = Variable("RULES_BUILD", kinds.one_of("compiled", "plain"), "compiled")
WEB_SOCKETS = Variable[Path | None]("WEB_SOCKETS", kinds.socket_folder, None)

SITE_NAME = Variable("SITE_NAME", kinds.name, "Reihum")
SITE_URL = Variable(
    "SITE_URL",
    addresses.origin("https", "http", example="https://games.example.org"),
    "http://127.0.0.1:8000",
)
WEBSOCKET_URL = Variable(
    "WEBSOCKET_URL", addresses.origin("wss", "ws", example="wss://ws.example.org"), ""
)
ALLOWED_HOSTS = Variable[list[str]]("ALLOWED_HOSTS", addresses.hosts, [])
TRUSTED_PROXIES = Variable("TRUSTED_PROXIES", kinds.whole(0, 10), 0)
HSTS_SECONDS = Variable("HSTS_SECONDS", kinds.whole(0, 100_000_000), 60 * 60)
HSTS_SUBDOMAINS = Variable("HSTS_SUBDOMAINS", kinds.boolean, True)
OUTSIDE_PORTS = Variable("OUTSIDE_PORTS", kinds.ports, {443, 8443})
NOTICES = Variable[Path | None]("NOTICES", kinds.folder, None)
CONTACT = Variable("CONTACT", addresses.contact, "")
SOURCE_URL = Variable(
    "SOURCE_URL", addresses.page("https", "http", example="https://example.org/source"), ""
)

ACCESS_LOG = Variable[Path | None]("ACCESS_LOG", kinds.folder_to_make, None)
# 0: none is kept.
ACCESS_LOG_DAYS = Variable("ACCESS_LOG_DAYS", kinds.whole(0, 365), 14)

SECRET_KEY = Variable("SECRET_KEY", kinds.key, "", is_secret=True)
VAPID_PRIVATE_KEY = Variable("VAPID_PRIVATE_KEY", kinds.push_key, "", is_secret=True)
METRICS_TOKEN = Variable("METRICS_TOKEN", kinds.token, "", is_secret=True)
BOUNCES_TOKEN = Variable("BOUNCES_TOKEN", kinds.token, "", is_secret=True)

DATABASE_URL = Variable("DATABASE_URL", addresses.database, "", is_secret=True)
DATABASE_PASSWORD = Variable("DATABASE_PASSWORD", kinds.anything, "", is_secret=True)
DATABASE_POOLER_URL = Variable("DATABASE_POOLER_URL", addresses.database, "", is_secret=True)
REDIS_URL = Variable("REDIS_URL", addresses.redis, "", is_secret=True)
HINT_MILLISECONDS = Variable("HINT_MILLISECONDS", kinds.whole(1, 10_000), 100)
PG_BIN = Variable[Path | None]("PG_BIN", kinds.folder_with("postgres", "pg_dump"), None)
VALKEY_BIN = Variable("VALKEY_BIN", kinds.program, "")

EMAIL_URL = Variable("EMAIL_URL", addresses.mail_server, "", is_secret=True)
EMAIL_FROM = Variable("EMAIL_FROM", addresses.sender, "")
EMAIL_BOUNCES = Variable("EMAIL_BOUNCES", addresses.mailbox, "")
MAIL_SENDERS = Variable("MAIL_SENDERS", kinds.whole(1, 100), 2)
# 0: never.
PACK_GAMES_AFTER = Variable("PACK_GAMES_AFTER", kinds.whole(0, 36_500), 30)

SENTRY_DSN = Variable("SENTRY_DSN", addresses.error_collector, "", is_secret=True)
OTEL_EXPORTER_OTLP_ENDPOINT = Variable(
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    addresses.page("https", "http", example="http://127.0.0.1:4318"),
    "",
)

ALL: dict[str, Variable[Any]] = {
    value.name: value for value in list(globals().values()) if isinstance(value, Variable)
}
#: Variables of our own scripts, which resemble those of the service.
OTHERS = {"BOARDGAMES_VENV"}
#: Prefixes of other programs' variables.
FAMILIES = ("OTEL_", "PG", "TEST_")
#: How similar a name must be (of 1) to count as misspelt: SITE_ULR is, DATABASE_PORT is not.
ALIKE = 0.85


def check_variables() -> None:
    """Raise WrongVariables with a line for each wrong value.

    In production each name that seems to be misspelt is an error, too.
    """
    faults = [fault for variable in ALL.values() if (fault := _fault(variable))]
    if BOARDGAMES_ENV.written() == "production":
        faults += misspelt()
    if faults:
        raise WrongVariables("\n".join(faults))


def misspelt() -> list[str]:
    """A sentence for each variable that resembles one of ours, with the one that was meant."""
    ours = {*ALL, *(f"{name}_FILE" for name in ALL)}
    return [
        f"{name} is no variable of this service: {meant[0]} is. Rename it, or unset it."
        for name, value in sorted(os.environ.items())
        if value
        and name not in ours | OTHERS
        and not name.startswith(FAMILIES)
        and (meant := get_close_matches(name, ours, n=1, cutoff=ALIKE))
    ]


def _fault(variable: Variable[Any]) -> str:
    try:
        variable.read()
    except WrongVariables as error:
        return str(error)
    return ""
