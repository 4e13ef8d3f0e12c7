"""A variable that makes no sense stops the start, by a sentence that says what to write."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from boardgames.environment import variables
from boardgames.environment.variables import WrongVariables
from boardgames.supervisor.home import CHECKOUT

SETTINGS = CHECKOUT / "docs" / "settings.md"
FILE = str(CHECKOUT / "manage.py")
KEY = "kX9-" * 5 + "abcdefghijklmnopqrstuvwxyz_0123456789"
#: Of each variable values that make no sense, and words of what is said of them.
WRONG: dict[str, list[tuple[str, str]]] = {
    "BOARDGAMES_ENV": [("prod", "one of local, test, production")],
    "BOARDGAMES_HOME": [(FILE, "name a folder")],
    "BOARDGAMES_VERSION": [("two words", "one word"), ("1\n2", "one line")],
    "DEBUG": [("maybe", "must be 1 or 0")],
    "LOG_LEVEL": [("loud", "one of DEBUG, INFO")],
    "RULES_BUILD": [("fast", "one of compiled, plain")],
    "DATABASE_CONNECTIONS": [("many", "one of fresh, keep, pool")],
    "WEB_SOCKETS": [("sockets", "the full path"), ("/" + "a" * 101, "at most 100 bytes")],
    "SITE_NAME": [("Games\nBcc: all", "one line"), ("<b>Games", "without < >"), ("x" * 61, "60")],
    "SITE_URL": [
        ("https://games.example.org/play", "a host alone"),
        ("https://games.example.org/?a=b", "a host alone"),
        ("https://anna:secret@games.example.org", "a host alone"),
        ("games.example.org", "such as https://games.example.org"),
        ("ftp://games.example.org", "such as https://games.example.org"),
        ("https://", "such as https://games.example.org"),
        ("https://games.example.org:x", "such as https://games.example.org"),
        ("https://games.example.org:99999", "such as https://games.example.org"),
        ("https://spiele_müller.example", "as DNS has it"),
    ],
    "WEBSOCKET_URL": [
        ("wss://", "such as wss://ws.example.org"),
        ("https://ws.example.org", "such as wss://ws.example.org"),
        ("wss://ws.example.org/ws", "a host alone"),
    ],
    "ALLOWED_HOSTS": [
        ("*", "let in every name"),
        ("a.example.org *.example.org", "let in every name"),
        ("https://a.example.org", "without https://"),
        ("a.example.org:8000", "without https://, port"),
        (",", "such as other.example.org"),
    ],
    "TRUSTED_PROXIES": [("-1", "from 0 to 10"), ("all", "a whole number"), ("11", "from 0 to 10")],
    "ACCESS_LOG": [(FILE, "name a folder")],
    "ACCESS_LOG_DAYS": [("-1", "from 0 to 365"), ("a fortnight", "a whole number")],
    "HSTS_SECONDS": [("-1", "from 0 to"), ("1h", "a whole number")],
    "HSTS_SUBDOMAINS": [("some", "1 or 0")],
    "OUTSIDE_PORTS": [("https", "whole numbers"), ("0", "from 1 to 65535"), (",", "whole numbers")],
    "NOTICES": [("/no/such/folder", "create it"), (FILE, "must be an existing folder")],
    "CONTACT": [
        (value, "an e-mail address or https") for value in ("x", "@", "http://a.b/", "a b@c")
    ],
    "SOURCE_URL": [("example.org", "such as https://"), ("https://", "such as https://")],
    "SECRET_KEY": [
        ("short", "50 random characters"),
        ("a" * 60, "50 random characters"),
        ("change-me-" * 6, "50 random characters"),
    ],
    "VAPID_PRIVATE_KEY": [
        *((value, "32 bytes in base64url") for value in ("x", "ä" * 43, "A" * 64)),
        *((value, "32 bytes in base64url") for value in ("A" * 43, "_" * 43, "+" * 43)),
    ],
    "METRICS_TOKEN": [("a", "16 random characters"), ("a token of words", "without spaces")],
    "BOUNCES_TOKEN": [("a", "16 random characters")],
    "DATABASE_URL": [
        ("mysql://x/y", "begin with postgresql://"),
        ("nonsense", "begin with postgresql://"),
        ("postgresql://a/b?no=such", "invalid URI query parameter"),
        ("postgresql://host", "the database's name"),
        ("postgresql://host:99999/name", "from 1 to 65535"),
        ("postgresql://user:pass/word@host/name", "must"),
    ],
    "DATABASE_PASSWORD": [("two\nlines", "one line")],
    "DATABASE_POOLER_URL": [("http://pooler", "begin with postgresql://")],
    "REDIS_URL": [
        ("http://host", "redis://host:6379/0"),
        ("redis://", "redis://host:6379/0"),
        ("redis://host/first", "the number of a database"),
        ("redis://host:port", "redis://host:6379/0"),
        ("redis://:pa#ss@host", "# as %23"),
        ("unix://", "unix:///path.sock"),
    ],
    "HINT_MILLISECONDS": [("0", "from 1 to"), ("0.1", "a whole number"), ("99999", "from 1 to")],
    "PG_BIN": [("/etc", "postgres or pg_dump in it")],
    "VALKEY_BIN": [("/etc/no-such-server", "an executable program")],
    "EMAIL_URL": [
        ("mail.example.org", "smtp://"),
        ("smtp://", "smtp://"),
        ("http://mail.example.org", "smtp://"),
        ("smtp://mail.example.org:mail", "smtp://"),
        ("smtp://user:pa/ss@mail.example.org", "/ as %2F"),
        ("smtp://user@mail.example.org", "a user and a password, or neither"),
        ("smtp://mail.example.org?ssl=1", "nothing else after the host"),
    ],
    "EMAIL_FROM": [
        ("Games", "an e-mail address"),
        ("noreply.example.org", "an e-mail address"),
        ("Games noreply@example.org", "an e-mail address"),
        ("Games, etc. <noreply@example.org>", "a name with a comma"),
        ("a@example.org, b@example.org", "an e-mail address"),
    ],
    "EMAIL_BOUNCES": [("bounces", "an e-mail address"), ("B <b@example.org>", "an e-mail address")],
    "MAIL_SENDERS": [("0", "from 1 to 100"), ("-1", "from 1 to 100"), ("two", "a whole number")],
    "PACK_GAMES_AFTER": [("-1", "from 0 to"), ("never", "a whole number")],
    "SENTRY_DSN": [("https://sentry.example.org/7", "KEY@host"), ("x", "as Sentry gives it")],
    "OTEL_EXPORTER_OTLP_ENDPOINT": [("localhost:4318", "such as http://"), ("http://", "such as")],
}
#: Values that look odd and are good, and what is read of them.
RIGHT: list[tuple[str, str, Any]] = [
    ("SITE_URL", "https://Games.Example.org/", "https://games.example.org"),
    ("SITE_URL", "https://games.example.org:443", "https://games.example.org"),
    ("SITE_URL", "http://127.0.0.1:8000", "http://127.0.0.1:8000"),
    ("SITE_URL", "http://[::1]:8000", "http://[::1]:8000"),
    ("SITE_NAME", "Müller’s Spiele & mehr, Bonn", "Müller’s Spiele & mehr, Bonn"),
    ("WEBSOCKET_URL", "wss://ws.example.org/", "wss://ws.example.org"),
    ("ALLOWED_HOSTS", "a.example.org, .example.net", ["a.example.org", ".example.net"]),
    ("OUTSIDE_PORTS", "443 9443", {443, 9443}),
    ("LOG_LEVEL", "debug", "DEBUG"),
    ("SECRET_KEY", KEY, KEY),
    ("VAPID_PRIVATE_KEY", "eA" * 21 + "A=", "eA" * 21 + "A="),
    ("PACK_GAMES_AFTER", "0", 0),
    ("CONTACT", "https://example.org/contact", "https://example.org/contact"),
    ("EMAIL_FROM", '"Games, etc." <noreply@example.org>', '"Games, etc." <noreply@example.org>'),
    ("EMAIL_URL", "smtp://a%40b:c%2Fd@[::1]:25/?tls=0", "smtp://a%40b:c%2Fd@[::1]:25/?tls=0"),
    ("REDIS_URL", "unix:///run/v.sock?db=3", "unix:///run/v.sock?db=3"),
    ("DATABASE_URL", "postgresql://a@one:5432,two:5433/c", "postgresql://a@one:5432,two:5433/c"),
    ("DATABASE_URL", "postgresql:///c?host=%2Ftmp", "postgresql:///c?host=%2Ftmp"),
]


def listed() -> set[str]:
    """The variables that the docs tell operators of."""
    table = SETTINGS.read_text().partition("## Variables")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (`[^|]+) \|", table, re.MULTILINE)
    return {name for row in rows for name in re.findall(r"`([A-Z_]+)`", row)}


def test_every_variable_is_listed_for_operators_and_tried_with_wrong_values() -> None:
    assert set(variables.ALL) == listed() == set(WRONG)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [(name, *wrong) for name, values in WRONG.items() for wrong in values],
)
def test_a_wrong_value_is_refused_with_what_to_write(
    name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(WrongVariables, match=words) as refused:
        variables.check_variables()
    (line,) = str(refused.value).splitlines()
    assert line.startswith(f"{name} must ")
    if variables.ALL[name].is_secret and len(value) > 10:
        assert value not in line, "it goes to logs"


@pytest.mark.parametrize(("name", "value", "read"), RIGHT)
def test_what_only_looks_odd_is_taken(
    name: str, value: str, read: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, value)
    assert variables.ALL[name].read() == read


@pytest.mark.parametrize("name", sorted(variables.ALL))
def test_a_variable_that_is_empty_is_as_good_as_none(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "")
    assert variables.ALL[name].read() == variables.ALL[name].default


def test_a_value_may_lie_in_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "secret"
    file.write_text(f"{KEY}\n")
    monkeypatch.setenv("SECRET_KEY_FILE", str(file))
    assert variables.SECRET_KEY.read() == KEY
    file.write_text("\n")
    with pytest.raises(WrongVariables, match=r"SECRET_KEY_FILE: .* is empty: write the value"):
        variables.check_variables()
    file.unlink()
    with pytest.raises(WrongVariables, match="SECRET_KEY_FILE: cannot read"):
        variables.check_variables()


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SITE_ULR", "SITE_URL"),
        ("EMAIL_FORM", "EMAIL_FROM"),
        ("TRUSTED_PROXY", "TRUSTED_PROXIES"),
        ("ALLOWED_HOST", "ALLOWED_HOSTS"),
        ("SECRETKEY", "SECRET_KEY"),
        ("SECRET_KEY_FIEL", "SECRET_KEY_FILE"),
        ("VAPID_PRIVAT_KEY", "VAPID_PRIVATE_KEY"),
        ("HSTS_SECOND", "HSTS_SECONDS"),
    ],
)
def test_a_misspelt_name_is_named_with_what_is_meant(
    name: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name, "x")
    assert variables.misspelt() == [
        f"{name} is no variable of this service: {meant} is. Rename it, or unset it."
    ]
    monkeypatch.setenv("BOARDGAMES_ENV", "production")
    with pytest.raises(WrongVariables, match=f"{name} is no variable"):
        variables.check_variables()
    monkeypatch.setenv("BOARDGAMES_ENV", "local")
    variables.check_variables()


def test_what_others_set_is_taken_for_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of Kubernetes, of platforms, of OpenTelemetry, of PostgreSQL's own programs, of our tools."""
    for name in (
        *("REDIS_PORT", "REDIS_SERVICE_HOST", "DATABASE_PORT", "BOARDGAMES_WEB_SERVICE_HOST"),
        *("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_HEADERS", "SENTRY_RELEASE"),
        *("PGHOST", "PGPASSWORD", "POSTGRES_MEMORY", "BOARDGAMES_VENV", "VERSION", "LANG"),
    ):
        monkeypatch.setenv(name, "x")
    assert variables.misspelt() == []


def test_a_start_says_all_that_is_wrong_at_once_and_no_traceback() -> None:
    wrong = {"MAIL_SENDERS": "0", "SITE_URL": "https://a.example/b", "EMAIL_FORM": "a@b.example"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=CHECKOUT,
        env={**os.environ, "BOARDGAMES_ENV": "production", "DEBUG": "", **wrong},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert [line.removeprefix("Cannot run: ").split()[0] for line in lines] == [
        *("SITE_URL", "MAIL_SENDERS", "EMAIL_FORM")
    ]


def test_only_the_table_reads_the_service_s_variables() -> None:
    """So that none is read that is not checked; those of tools beside the service are their own."""
    names = {
        name
        for folder in ("accounts", "boardgames", "community", "games", "notifications")
        for file in (CHECKOUT / folder).rglob("*.py")
        for name in re.findall(
            r"os\.(?:environ\.get\(|environ\[|getenv\()\"([A-Z_]+)\"(?!\] =)", file.read_text()
        )
    }
    assert not names & set(variables.ALL)
    assert names == {
        *("PATH", "STARTED_IN", "CHROMIUM", "PROMETHEUS_MULTIPROC_DIR", "CC"),
        "HATCH_BUILD_HOOKS_ENABLE",
    }
