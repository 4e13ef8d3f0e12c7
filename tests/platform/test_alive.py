"""What containers are asked for by their health checks."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from boardgames.celery.beat import LOCK
from boardgames.models import Heartbeat
from boardgames.supervisor import alive
from tests.sites import running_site, variables
from tests.workers import until


@pytest.fixture(autouse=True)
def the_tests_database(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", variables()["DATABASE_URL"])


def test_a_worker_is_alive_while_its_beats_are_noted(capsys: pytest.CaptureFixture[str]) -> None:
    assert alive.main("worker") == 1
    assert "No sign of life from worker" in capsys.readouterr().err
    Heartbeat.note("worker")
    assert alive.main("worker") == 0
    Heartbeat.objects.update(at=timezone.now() - timedelta(minutes=2))
    assert alive.main("worker") == 1


def test_a_thinking_process_gives_a_sign_of_life_of_its_own() -> None:
    Heartbeat.note("worker")
    assert alive.main("thinking") == 1
    Heartbeat.note("thinking")
    assert alive.main("thinking") == 0


def test_a_beat_is_alive_while_it_ticks_and_not_because_it_holds_the_lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [LOCK])
        assert alive.main("beat") == 1
        cursor.execute("SELECT pg_advisory_unlock(%s)", [LOCK])
    Heartbeat.note("beat")
    assert alive.main("beat") == 0


def test_signs_of_life_are_by_the_clock_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a machine whose clock is wrong is neither dead nor for ever alive."""
    monkeypatch.setattr(time, "time", lambda real=time.time: real() + 3600)
    Heartbeat.note("worker")
    beat = Heartbeat.objects.get()
    assert abs(beat.at - datetime.now(UTC)) < timedelta(minutes=1)
    assert 3590 < beat.ahead < 3610


@pytest.mark.slow
def test_a_beat_that_hangs_is_ended_by_what_runs_it() -> None:
    """Where nothing starts again but what has ended; a stopped process cannot end itself."""
    with watched("beat", *HURRIED_BEAT) as process:
        until(lambda: alive.main("beat") == 0, 60)
        (beat,) = children_of(process.pid)
        os.kill(beat, signal.SIGSTOP)
        assert process.wait(30) == 1
        assert not Path(f"/proc/{beat}").exists()


@pytest.mark.slow
def test_what_is_watched_goes_on_while_it_lives_and_ends_when_it_is_asked_to() -> None:
    with watched("beat", *HURRIED_BEAT) as process:
        until(lambda: alive.main("beat") == 0, 60)
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(5)
        process.terminate()
        assert process.wait(30) == 0


HURRIED_BEAT = (
    *(sys.executable, "-m", "celery", "--quiet", "-A", "tests.games.hurried_celery"),
    *("beat", "--scheduler", "tests.games.hurried_beat:Beat"),
)
#: With three seconds in the place of minutes.
WATCHED = """
import sys
from boardgames.supervisor import alive, watched
alive.LONGEST_SILENCE = watched.LONGEST_SILENCE = 3
watched.LOOK_EVERY = 0.5
sys.exit(watched.main(*sys.argv[1:]))
"""


@contextmanager
def watched(*words: str) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(
        [sys.executable, "-c", WATCHED, *words], env=variables(), start_new_session=True
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def children_of(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
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
