"""What containers are asked for by their health checks."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from boardgames.beat import LOCK
from boardgames.models import Heartbeat
from boardgames.supervisor import alive
from tests.sites import running_site, variables


@pytest.fixture(autouse=True)
def the_tests_database(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", variables()["DATABASE_URL"])


def test_a_worker_is_alive_while_its_beats_are_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert alive.main("worker") == 1
    assert "No sign of life of worker" in capsys.readouterr().err
    Heartbeat.note("worker")
    assert alive.main("worker") == 0
    Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert alive.main("worker") == 1


def test_a_beat_is_alive_while_one_has_the_lock() -> None:
    assert alive.main("beat") == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        assert alive.main("beat") == 0
        cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
    assert alive.main("beat") == 1


def test_web_is_alive_while_it_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alive, "WEB", "http://127.0.0.1:1/healthz")
    assert alive.main("web") == 1
    with running_site() as site:
        monkeypatch.setattr(alive, "WEB", f"{site.address}/healthz")
        assert alive.main("web") == 0


def test_without_a_database_nobody_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://x@127.0.0.1:1/none")
    assert alive.main("worker", "beat") == 1
    assert alive.main("nobody") == 2
