"""What the environment may say, and what the production settings promise."""

import json
import os
import subprocess
import sys
from email.header import decode_header, make_header
from email.utils import getaddresses
from pathlib import Path
from secrets import token_urlsafe

import pytest
from django.conf import LazySettings
from django.core.mail import EmailMessage
from django.core.management import call_command

from boardgames import checks
from boardgames.supervisor.home import CHECKOUT
from tests.platform.server import production


def manage(*words: str, **variables: str) -> "subprocess.CompletedProcess[str]":
    own = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=CHECKOUT,
        env={**own, **variables},
        capture_output=True,
        text=True,
    )


def told(show: str, **variables: str) -> str:
    """What the settings ``s`` of a process come to; it loads no apps, which take far longer."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("DJANGO_")}
    return subprocess.run(
        [sys.executable, "-c", f"from django.conf import settings as s; print({show})"],
        cwd=CHECKOUT,
        env={**own, "DJANGO_SETTINGS_MODULE": "boardgames.settings", **variables},
        capture_output=True,
        text=True,
        check=True,
    ).stdout


LIVE = {"BOARDGAMES_ENV": "production", "DEBUG": "", "SITE_URL": "https://games.example.org"}


@pytest.mark.slow
def test_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    check = ("check", "--deploy", "--fail-level", "WARNING")
    done = manage(*check, **production(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "no issues (1 silenced)" in done.stdout, "a promise of preload comes with the year"


@pytest.mark.slow
def test_production_answers_with_the_headers_that_a_browser_keeps_to() -> None:
    """Those that script/judge has graded. The page asks no database."""
    variables = {"BOARDGAMES_ENV": "production", "DEBUG": "", "HSTS_SECONDS": "31536000"}
    done = subprocess.run(
        [sys.executable, "-m", "script.judges.answering", "/robots.txt"],
        cwd=CHECKOUT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "boardgames.settings",
            "SITE_URL": "https://games.example.org",
            **variables,
        },
        capture_output=True,
        text=True,
        check=True,
    )
    said = json.loads(done.stdout)
    secure, plain, cors = (dict(said[way]["headers"]) for way in ("secure", "plain", "cors"))
    assert plain["location"] == "https://games.example.org/robots.txt"
    assert secure["strict-transport-security"] == "max-age=31536000; includeSubDomains; preload"
    assert secure["x-content-type-options"] == "nosniff"
    assert secure["x-frame-options"] == "DENY"
    assert secure["referrer-policy"] == "same-origin"
    assert secure["cross-origin-opener-policy"] == "same-origin"
    policy = secure["content-security-policy"]
    assert "unsafe" not in policy
    for directive in ("default-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"):
        assert directive in policy
    assert "access-control-allow-origin" not in cors


@pytest.mark.slow
def test_promise_of_https_and_the_database_password_are_settings() -> None:
    show = "s.SECURE_HSTS_SECONDS, s.DATABASES['default']['PASSWORD']"
    production = {
        "BOARDGAMES_ENV": "production",
        "DEBUG": "",
        "DATABASE_URL": "postgresql://a:old@b/c",
    }
    assert told(show, **production).split() == ["3600", "old"]
    more = {"HSTS_SECONDS": "31536000", "DATABASE_PASSWORD": "own"}
    assert told(show, **production, **more).split() == ["31536000", "own"]


@pytest.mark.slow
def test_a_name_with_a_comma_is_still_one_sender() -> None:
    sender = told("s.DEFAULT_FROM_EMAIL", SITE_NAME="Müllers Spiele, Bonn", **LIVE).strip()
    letter = EmailMessage("Subject", "Text", to=["anna@example.org"], headers={"From": sender})
    [(name, address)] = getaddresses([letter.message()["From"]])
    assert str(make_header(decode_header(name))) == "Müllers Spiele, Bonn"
    assert address == "noreply@games.example.org"


@pytest.mark.slow
def test_further_names_are_allowed_beside_the_site_s_own() -> None:
    show = "*s.ALLOWED_HOSTS"
    live = told(show, **LIVE, ALLOWED_HOSTS="other.example.org, third.example.org")
    assert live.split() == ["games.example.org", "other.example.org", "third.example.org"]
    local = told(show, BOARDGAMES_ENV="local", ALLOWED_HOSTS="other.example.org")
    assert {"127.0.0.1", "localhost", "other.example.org"} <= set(local.split())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seconds", "subdomains", "preload"),
    [("3600", "1", "False"), ("31536000", "1", "True"), ("31536000", "0", "False")],
)
def test_browsers_are_to_know_us_before_their_first_visit_only_after_a_year_s_promise(
    seconds: str, subdomains: str, preload: str
) -> None:
    promise = {"HSTS_SECONDS": seconds, "HSTS_SUBDOMAINS": subdomains}
    assert told("s.SECURE_HSTS_PRELOAD", **LIVE, **promise).strip() == preload


@pytest.mark.slow
def test_of_several_database_servers_the_one_that_takes_changes_is_used() -> None:
    names = ("HOST", "PORT", "NAME", "PASSWORD", "OPTIONS")
    show = f"*(s.DATABASES['default'][name] for name in {names})"
    url = "postgresql://a:b%40@one:5432,two:5433/c?target_session_attrs=read-write"
    database = told(show, DATABASE_URL=url)
    assert database.startswith("one,two 5432,5433 c b@ {")
    assert "'target_session_attrs': 'read-write'" in database


@pytest.mark.slow
@pytest.mark.parametrize(
    "missing", ["SECRET_KEY", "VAPID_PRIVATE_KEY", "DATABASE_URL", "REDIS_URL"]
)
def test_a_variable_that_is_missing_is_named_where_nothing_can_be_kept_instead(
    missing: str, tmp_path: Path
) -> None:
    """As in a container, whose root is not to be written to."""
    (tmp_path / "no folder").touch()
    said = {
        "SECRET_KEY": token_urlsafe(48),
        "VAPID_PRIVATE_KEY": token_urlsafe(32),
        "DATABASE_URL": "postgresql://a@b/c",
        "REDIS_URL": "redis://a",
        "BOARDGAMES_HOME": str(tmp_path / "no folder" / "home"),
        missing: "",
    }
    done = manage("check", **said)
    assert done.returncode != 0
    last = done.stderr.splitlines()[-1]
    assert f"Cannot run: {missing} is missing" in last
    assert f"{missing}_FILE" in last


@pytest.mark.slow
def test_production_refuses_debug() -> None:
    done = manage("check", BOARDGAMES_ENV="production", DEBUG="1")
    assert done.returncode != 0
    assert "DEBUG" in done.stderr


@pytest.mark.django_db
def test_no_migration_is_missing() -> None:
    call_command("makemigrations", check=True, dry_run=True)  # ends the process where one is


@pytest.mark.slow
def test_a_command_without_its_database_says_so_in_one_line() -> None:
    done = manage("token", "anna", DATABASE_URL="postgresql://x@127.0.0.1:1/none")
    assert done.returncode == 1
    [line] = done.stderr.splitlines()
    assert "script/server" in line


@pytest.mark.slow
def test_what_the_operator_has_not_said_fails_the_deployment_check(tmp_path: Path) -> None:
    live = {"BOARDGAMES_ENV": "production", "DEBUG": "", "NOTICES": str(tmp_path), "CONTACT": ""}
    done = manage("check", "--deploy", **live)
    assert done.returncode != 0
    for missing in ("There is no page Imprint", "There is no page Privacy", "CONTACT is not set"):
        assert missing in done.stderr


@pytest.mark.parametrize(
    ("setting", "value", "said"),
    [
        ("WEBSOCKET_URL", "ws://ws.example.org", ("E006", "wss://ws.example.org")),
        ("TRUSTED_PROXIES", 0, ("E007", "such as 1")),
    ],
)
def test_what_no_browser_would_reach_fails_the_deployment_check(
    setting: str, value: object, said: tuple[str, str], settings: LazySettings
) -> None:
    settings.SITE_URL, settings.TRUSTED_PROXIES = "https://games.example.org", 1
    assert checks.safe_all_the_way() == []
    setattr(settings, setting, value)
    (error,) = checks.safe_all_the_way()
    assert (error.id, said[1] in str(error.hint)) == (f"boardgames.{said[0]}", True)
