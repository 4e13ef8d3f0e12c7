"""What a line of the log says."""

import io
import json
import logging
from collections.abc import Callable, Iterator

import pytest
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from pytest_django import Settings

from accounts.models import User
from boardgames import logs
from boardgames.http import requests

Lines = Callable[[], list[dict[str, object]]]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What a process in production has written."""
    root = logging.getLogger()
    before, level = root.handlers, root.level
    logs.configure(json=True, level="WARNING")
    (handler,) = root.handlers
    assert isinstance(handler, logging.StreamHandler)
    written = io.StringIO()
    handler.setStream(written)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    logs.configure(json=False, level="WARNING")
    root.handlers, root.level = before, level


def test_a_line_says_which_request_whose_and_from_where(lines: Lines, settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    user = User(pk=7)

    def view(request: HttpRequest) -> HttpResponse:
        logging.getLogger("x").warning("before")
        vars(request)["_cached_user"] = user  # where Django keeps it
        logging.getLogger("x").warning("after")
        return HttpResponse()

    request = RequestFactory().get("/", headers={"X-Forwarded-For": "made up, 203.0.113.7"})
    answer = requests.name_requests(view)(request)
    logging.getLogger("x").warning("outside")
    before, after, outside = lines()
    assert before["client"] == after["client"] == "203.0.113.7"
    assert before["request"] == after["request"] == answer["X-Request-ID"]
    assert "user" not in before
    assert after["user"] == 7
    assert not {"request", "client", "user"} & outside.keys()


def test_each_answer_tells_the_name_of_its_request(client: Client) -> None:
    names = {client.get("/healthz")["X-Request-ID"] for _again in range(2)}
    assert len(names) == 2


def test_a_lost_database_is_one_line_and_another_fault_all_of_it(lines: Lines) -> None:
    for fault in (OperationalError("the connection\nis lost"), ValueError("a slip")):
        try:
            raise fault
        except Exception:
            logging.getLogger("x").exception("did not work")
    lost, slip = lines()
    assert lost["error"] == "the connection is lost"
    assert "exception" not in lost
    assert "Traceback" in str(slip["exception"])


def test_what_celery_says_of_each_try_is_said_once_a_minute(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def said(words: str) -> bool:
        return once.filter(logging.LogRecord("celery", logging.ERROR, "", 1, words, (), None))

    once, now = logs._NotAgain(), 100.0
    monkeypatch.setattr("boardgames.logs.time.monotonic", lambda: now)
    assert [said("no broker: %s"), said("no broker: %s"), said("another")] == [True, False, True]
    now += 61
    assert said("no broker: %s")
