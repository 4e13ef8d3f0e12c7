"""Who asked for what from which address: a file for each day, kept for so many days."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client, RequestFactory

from accounts.models import User
from boardgames.http import access
from boardgames.http.access import AccessLog
from tests.platform.test_settings import told

SOMEBODY = "203.0.113.7"


@pytest.fixture
def folder(tmp_path: Path, settings: LazySettings) -> Path:
    """Where the log is, of a service that keeps one as web processes do."""
    settings.ACCESS_LOG, settings.ACCESS_LOG_DAYS = tmp_path / "access", 3
    middleware = [*settings.MIDDLEWARE]
    after = middleware.index("boardgames.http.requests.name_requests") + 1
    middleware.insert(after, "boardgames.http.access.note_requests")
    settings.MIDDLEWARE = middleware
    return tmp_path / "access"


def lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for file in folder.iterdir() for line in file.read_text().splitlines()]


@pytest.mark.django_db
def test_a_line_says_who_asked_for_what_and_what_came_of_it(folder: Path, anna: User) -> None:
    client = Client(REMOTE_ADDR=SOMEBODY)
    client.force_login(anna)
    answer = client.get("/games/4711/")
    (line,) = lines(folder)
    assert datetime.now(UTC).isoformat().startswith(line.pop("at")[:16])
    assert line.pop("ms") < 60_000
    assert line == {
        "request": answer["X-Request-ID"],
        "client": SOMEBODY,
        "user": anna.pk,
        "method": "GET",
        "view": "game",
        "game_id": 4711,
        "status": 404,
    }
    assert folder.stat().st_mode & 0o777 == 0o700
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o600


@pytest.mark.django_db
def test_no_key_of_a_link_is_in_it_and_nothing_that_machines_ask_all_the_time(
    folder: Path,
) -> None:
    client = Client(REMOTE_ADDR=SOMEBODY)
    client.get("/accounts/password/reset/key/3-the-secret/?token=the-secret")
    client.get("/wp-login.php?password=the-secret\nx")
    for path in ("/healthz", "/readyz", "/metrics", "/static/css/none.css"):
        client.get(path)
    first, second = lines(folder)
    assert (first["view"], "path" in first) == ("account_reset_password_from_key", False)
    assert (second["path"], second["status"]) == ("/wp-login.php", 404)
    assert "the-secret" not in "".join(file.read_text() for file in folder.iterdir())


@pytest.mark.django_db
def test_whoever_asks_too_often_is_found_by_address(folder: Path, settings: LazySettings) -> None:
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "1/m/ip"}
    browsers = [Client(REMOTE_ADDR=SOMEBODY) for _browser in range(2)]
    assert [browser.post("/accounts/guest/").status_code for browser in browsers] == [302, 429]
    refused = [line for line in lines(folder) if line["status"] == 429]
    assert [line["client"] for line in refused] == [SOMEBODY]


class Clock(datetime):
    day = 1

    @classmethod
    def now(cls, tz: Any = None) -> "Clock":
        return cls(2026, 3, cls.day, 12, tzinfo=tz)


def test_each_day_has_a_file_and_what_is_too_old_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "datetime", Clock)
    (tmp_path / "notes.log").touch()
    kept = AccessLog(tmp_path, days=2)
    for day in (1, 2, 3, 4):
        monkeypatch.setattr(Clock, "day", day)
        kept.turn_over()
        kept.add(b"a line\n")
        kept.add(b"another\n")
    days = [f"2026-03-0{day}.log" for day in (2, 3, 4)]
    assert sorted(path.name for path in tmp_path.iterdir()) == [*days, "notes.log"]
    assert (tmp_path / days[-1]).read_text() == "a line\nanother\n"


def test_several_processes_add_to_one_file(tmp_path: Path) -> None:
    for number in range(2):
        process = AccessLog(tmp_path, days=1)
        process.turn_over()
        process.add(f"{number}\n".encode())
    (file,) = tmp_path.iterdir()
    assert file.read_text() == "0\n1\n"


def test_whoever_asks_without_end_does_not_fill_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "LARGEST", 50)
    monkeypatch.setattr(access, "ASK_EACH", 2)
    kept = AccessLog(tmp_path, days=1)
    kept.turn_over()
    for _line in range(1000):
        kept.add(b"ten bytes\n")
    (file,) = tmp_path.iterdir()
    assert 50 < file.stat().st_size <= 70


def test_where_nothing_can_be_written_people_are_answered(
    tmp_path: Path, settings: LazySettings
) -> None:
    (tmp_path / "file").touch()
    settings.ACCESS_LOG, settings.ACCESS_LOG_DAYS = tmp_path / "file" / "access", 1
    answer = access.note_requests(lambda request: HttpResponse(status=204))
    request = RequestFactory().get("/")
    request.resolver_match = None
    assert [answer(request).status_code for _try in range(2)] == [204, 204]


@pytest.mark.parametrize(
    ("days", "connections", "kept"),
    [("14", "pool", True), ("0", "pool", False), ("14", "keep", False)],
)
def test_only_web_processes_keep_one_and_only_where_the_operator_wants_it(
    days: str, connections: str, kept: bool
) -> None:
    said = told(
        "'boardgames.http.access.note_requests' in s.MIDDLEWARE_FOR_PROGRAMS, s.ACCESS_LOG.name",
        BOARDGAMES_ENV="local",
        ACCESS_LOG_DAYS=days,
        DATABASE_CONNECTIONS=connections,
    )
    assert said.split() == [str(kept), "access"]
