"""Ends a web process in which a request or a drawing computes far too long.

Its parent starts a new one. Only processor time of the thread counts, so a thread that waits for a
database or a loaded machine is left alone: only an endless loop gets here. Ending the process is
safe: a move is one transaction, and PostgreSQL rolls back an incomplete one.
"""

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import structlog
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from boardgames.http import gauges

LONGEST_SECONDS = 60.0
LOOK_EVERY = 5.0

log = structlog.get_logger(__name__)


#: What runs now, by thread: the thread's clock, its start time, and what it is.
running: dict[int, tuple[int, float, str]] = {}


class WatchdogMiddleware:
    """Watches each request."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        _begin()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        with watched(request.path):
            return self.get_response(request)


@contextmanager
def watched(what: str) -> Iterator[None]:
    """Watch the block, which this thread computes: it must end."""
    thread = threading.get_ident()
    clock = _clock_of(thread)
    running[thread] = (clock, time.clock_gettime(clock), what)
    try:
        yield
    finally:
        del running[thread]


@cache
def _begin() -> None:
    threading.Thread(target=_watch, name="watchdog", daemon=True).start()


def _watch() -> None:
    while True:
        time.sleep(LOOK_EVERY)
        gauges.look()
        for clock, started_at, what in list(running.values()):
            if _now(clock) - started_at > LONGEST_SECONDS:
                log.critical("computing never ends, so the process does", what=what)
                faulthandler.dump_traceback(sys.stderr)
                os.kill(os.getpid(), signal.SIGKILL)


def _clock_of(thread: int) -> int:
    """The clock of a thread's processor time, or the wall clock where there is none."""
    get = getattr(time, "pthread_getcpuclockid", None)
    return get(thread) if get else time.CLOCK_MONOTONIC


def _now(clock: int) -> float:
    try:
        return time.clock_gettime(clock)
    except OSError:  # the thread has ended meanwhile
        return 0.0
