"""A request or a drawing that never ends takes its process with it, and nothing else."""

import signal
import subprocess
import sys

import pytest

PROGRAM = """
import django, threading, time
from django.conf import settings
settings.configure()
from boardgames.http import watchdog
watchdog.LONGEST_SECONDS, watchdog.LOOK_EVERY = {longest}, 0.1
from django.http import HttpRequest, HttpResponse
def draw():
    with watchdog.watched("a page"):
        while True: pass
def view(request):
    {does}
    return HttpResponse()
watchdog.WatchdogMiddleware(view)(HttpRequest())
print("answered")
"""


COMPUTE = "while time.thread_time() < 1: pass"
COMPUTE_FOREVER = "while True: pass"
DRAW_FOREVER = "threading.Thread(target=draw).start(); time.sleep(100)"
WAIT = "time.sleep(1)"


def run(longest: float, does: str) -> "subprocess.CompletedProcess[str]":
    program = PROGRAM.format(longest=longest, does=does)
    return subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120
    )


@pytest.mark.slow
def test_a_request_that_never_ends_ends_its_process() -> None:
    done = run(longest=0.3, does=COMPUTE_FOREVER)
    assert done.returncode == -signal.SIGKILL
    assert "in view" in done.stderr  # where it hung


@pytest.mark.slow
def test_a_drawing_that_never_ends_ends_its_process() -> None:
    done = run(longest=0.3, does=DRAW_FOREVER)
    assert done.returncode == -signal.SIGKILL
    assert "in draw" in done.stderr


@pytest.mark.slow
def test_a_slow_request_is_answered() -> None:
    done = run(longest=5, does=COMPUTE)
    assert (done.returncode, done.stdout) == (0, "answered\n")


@pytest.mark.slow
def test_a_request_that_waits_long_is_no_loop() -> None:
    done = run(longest=0.3, does=WAIT)
    assert (done.returncode, done.stdout) == (0, "answered\n")
