"""Workers and beats as processes of their own, with a beat that ticks many times a second."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from boardgames.supervisor.parts import TASK_WORKERS
from tests.sites import variables

QUEUES = "deadlines,mail,push,bots"
WORKER = ("worker", "--queues", QUEUES, "--concurrency", "2")
#: As ``script/server`` starts it.
WHOLE_WORKER = ("worker", "--queues", QUEUES, "--concurrency", str(TASK_WORKERS))
BEAT = ("beat", "--scheduler", "boardgames.celery.beat:OneBeat")


@contextmanager
def celery(
    *words: str, application: str = "tests.games.hurried_celery", **more: str
) -> Iterator["subprocess.Popen[bytes]"]:
    """A worker or a beat, killed with all its children at the end; ``more`` are environment
    variables."""
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "--quiet", "-A", application, *words],
        env={**variables(), "DATABASE_CONNECTIONS": "keep", **more},
        start_new_session=True,
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)


def until(true: Callable[[], bool], seconds: float) -> float:
    """Wait for something to be true; how long that took."""
    begin = time.monotonic()
    while not true():
        assert time.monotonic() - begin < seconds, "it did not happen in time"
        time.sleep(0.02)
    return time.monotonic() - begin
