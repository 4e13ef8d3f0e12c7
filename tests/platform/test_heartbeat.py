"""The supervisor looks at the worker's last sign of life."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from boardgames.models import Heartbeat
from boardgames.supervisor.heartbeat import Heartbeat as Watch
from tests.platform.server import database_url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    monkeypatch.setattr("boardgames.supervisor.heartbeat.time.monotonic", lambda: 1000.0)
    return Watch(database_url(settings.DATABASE_URL, connection.settings_dict["NAME"]))


def silent_for(seconds: float) -> None:
    Heartbeat.objects.create(name="worker", at=timezone.now() - timedelta(seconds=seconds))


def test_a_worker_that_beats_is_alive(watch: Watch) -> None:
    silent_for(5)
    assert not watch.is_lost(since=0)


def test_a_worker_that_is_silent_for_long_is_lost(watch: Watch) -> None:
    silent_for(90)
    assert watch.is_lost(since=0)


def test_a_worker_that_has_just_started_gets_time(watch: Watch) -> None:
    silent_for(90)
    assert not watch.is_lost(since=990)


def test_a_database_that_is_away_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.supervisor.heartbeat.time.monotonic", lambda: 1000.0)
    assert not Watch("postgresql://x@127.0.0.1:1/x").is_lost(since=0)
