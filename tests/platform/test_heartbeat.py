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


def silent_for(seconds: float, name: str = "worker") -> None:
    Heartbeat.objects.create(name=name, at=timezone.now() - timedelta(seconds=seconds))


def test_a_worker_that_beats_is_alive(watch: Watch) -> None:
    silent_for(5)
    assert not watch.is_lost(since=0)


def test_a_worker_that_is_silent_for_long_is_lost(watch: Watch) -> None:
    silent_for(90)
    assert watch.is_lost(since=0)


def test_a_thinking_process_is_watched_by_signs_of_its_own(watch: Watch) -> None:
    silent_for(90, "thinking")
    silent_for(5)
    assert not watch.is_lost(since=0)
    assert Watch(watch.database_url, "thinking").is_lost(since=0)


def test_a_worker_that_has_just_started_gets_time(watch: Watch) -> None:
    silent_for(90)
    assert not watch.is_lost(since=990)


def test_a_database_that_is_away_is_no_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardgames.supervisor.heartbeat.time.monotonic", lambda: 1000.0)
    assert not Watch("postgresql://x@127.0.0.1:1/x").is_lost(since=0)


@pytest.mark.slow
def test_one_that_is_slow_to_start_gets_twice_the_time_each_time(
    watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a loaded machine it would else be killed again and again before it is ready."""
    silent_for(10_000)

    def killed_after() -> int:
        for second in range(0, 2000, 5):
            now = 1000.0 + second
            monkeypatch.setattr("boardgames.supervisor.heartbeat.time.monotonic", lambda n=now: n)
            if watch.is_lost(since=1000.0):
                return second
            watch.next_look = 0
        return 0

    assert [killed_after() for _start in range(6)] == [60, 120, 240, 480, 900, 900]
    Heartbeat.objects.update(at=timezone.now())
    assert killed_after() == 0
    Heartbeat.objects.update(at=timezone.now() - timedelta(seconds=10_000))
    assert killed_after() == 60, "a sign of life begins it anew"
