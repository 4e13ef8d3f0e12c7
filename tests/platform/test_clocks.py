"""Machines whose clocks differ: what is queued at one is done at another."""

from datetime import UTC, datetime, timedelta

import pytest
import redis
from django.conf import settings

from boardgames.celery import app
from boardgames.models import Heartbeat
from boardgames.redis import clock, figures
from tests.workers import WORKER, celery, until


@pytest.fixture(autouse=True)
def _compared_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "_next_look", 0.0)
    monkeypatch.setattr(clock, "_ahead", 0.0)


@pytest.fixture
def behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """This machine's clock is 15 s behind."""
    lag = timedelta(seconds=15)
    monkeypatch.setattr(app, "now", lambda: datetime.now(UTC) - lag)
    monkeypatch.setattr(clock, "_machine", lambda real=clock._machine: real() - 15)


def test_the_shared_clock_is_that_of_valkey_whatever_ours_says(behind: None) -> None:
    assert -15.5 < clock.ahead() < -14.5
    assert abs(clock.now() - datetime.now(UTC).timestamp()) < 0.5


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_worker_whose_clock_is_ahead_drops_only_what_has_waited_too_long(
    behind: None,
) -> None:
    redis.Redis.from_url(settings.REDIS_URL).delete(figures.HASH)
    app.send_task("boardgames.tasks.clear_sessions", queue="deadlines", expires=1)
    # Its start takes longer than that.
    with celery(*WORKER, application="tests.platform.skewed_celery"):
        until(lambda: "tasks_dropped_total" in figures.read_figures(), 60)
        app.send_task("boardgames.tasks.beat_thinking", queue="deadlines", expires=10)
        until(Heartbeat.objects.filter(name="thinking").exists, 20)
    ((labels, count),) = figures.read_figures()["tasks_dropped_total"]
    assert (labels, count) == ({"task": "boardgames.tasks.clear_sessions"}, 1)
