"""Faults of our own code are noted by their place, with count, first and last."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
import structlog
from django.db import OperationalError, transaction
from django.test import Client

from accounts.models import User
from boardgames import faults, logs
from boardgames.celery.due_rows import process_each
from boardgames.http import health
from boardgames.models import Trouble
from tests.people import person
from tests.platform.server import eventually

log = structlog.get_logger(__name__)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def noted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in each process of the service."""
    monkeypatch.setattr(logs, "told", [faults.record_fault])
    yield
    assert eventually(lambda: faults._seen.empty())


def slip(number: int) -> bool:
    raise ValueError(f"no such thing as {number}, password=hunter2")


def rows() -> list[Trouble]:
    return list(Trouble.objects.filter(game=Trouble.SERVICE).order_by("place"))


@pytest.mark.slow
def test_rows_on_which_a_tick_fails_are_one_place_with_its_count() -> None:
    process_each("something", [1, 2, 3], slip)
    assert eventually(lambda: [row.times for row in rows()] == [3])
    (row,) = rows()
    assert row.place == "tests/platform/test_faults.py, slip: ValueError"
    assert "no such thing as" in row.error
    assert "hunter2" not in row.error
    first, last = row.first_at, row.last_at
    process_each("something else", [4], slip)
    assert eventually(lambda: rows()[0].times == 4)
    (row,) = rows()
    assert row.first_at == first <= last < row.last_at


@pytest.mark.slow
def test_what_the_database_quotes_of_a_person_is_not_noted() -> None:
    person("anna")

    def twice(_number: int) -> bool:
        person("anna")
        return True

    process_each("something", [1], twice)
    assert eventually(lambda: len(rows()) == 1)
    (row,) = rows()
    assert "duplicate key" in row.error
    assert "anna" not in row.error


@pytest.mark.slow
def test_a_page_that_fails_is_noted_although_its_transaction_is_taken_back(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails() -> int:
        with transaction.atomic():
            User.objects.create_user("nobody-ever")
            raise KeyError("lost")

    monkeypatch.setattr(health, "count_left_out", fails)
    client.raise_request_exception = False
    assert client.get("/readyz").status_code == 500
    assert eventually(lambda: len(rows()) == 1)
    assert rows()[0].place.endswith("fails: KeyError")
    assert not User.objects.filter(username="nobody-ever").exists()


@pytest.mark.slow
def test_a_database_that_is_busy_and_what_is_only_told_are_no_faults() -> None:
    for error in (OperationalError("busy"), None):
        log.error("not done", exc_info=error)
    try:
        slip(1)
    except ValueError as error:
        log.warning("went on without", exc_info=error)
    process_each("something", [5], slip)
    assert eventually(lambda: len(rows()) == 1)
    assert rows()[0].times == 1


@pytest.mark.slow
def test_figures_and_the_admin_tell_of_it(client: Client, admin_client: Client) -> None:
    assert "service_faults 0.0" in client.get("/metrics").content.decode()
    process_each("something", [1], slip)
    assert eventually(lambda: len(rows()) == 1)
    text = client.get("/metrics").content.decode()
    assert "service_faults 1.0" in text
    assert "game_package_slips{" not in text
    page = admin_client.get("/admin/boardgames/trouble/").content.decode()
    assert "the service itself" in page
    assert "slip: ValueError" in page


@pytest.mark.slow
def test_a_storm_of_faults_takes_no_more_than_one_thread() -> None:
    process_each("something", range(1, 40), slip)
    assert [thread.name for thread in threading.enumerate()].count("faults") == 1
    assert eventually(lambda: [row.times for row in rows()] == [39])
