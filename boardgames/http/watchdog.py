"""Ends a web process in which a request computes far too long; its parent starts a new one.

What counts is the time of a processor that the request's thread has used, so a request that waits
for a database or a loaded machine is left alone: only a loop in the code gets here. Ending the
process is safe: a move is one transaction, and PostgreSQL undoes half a one.
"""

import faulthandler
import os
import signal
import sys
import threading
import time
from collections.abc import Callable

import structlog
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from boardgames.http import gauges

LONGEST_SECONDS = 60.0
LOOK_EVERY = 5.0

log = structlog.get_logger(__name__)


class WatchdogMiddleware:
    """Notes which requests run, and since when."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.running: dict[int, tuple[int, float, str]] = {}
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        thread = threading.get_ident()
        clock = _clock_of(thread)
        self.running[thread] = (clock, time.clock_gettime(clock), request.path)
        try:
            return self.get_response(request)
        finally:
            del self.running[thread]

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_EVERY)
            gauges.look_at_pool()
            for clock, started_at, path in list(self.running.values()):
                if _now(clock) - started_at > LONGEST_SECONDS:
                    log.critical("request never ends, so the process does", path=path)
                    faulthandler.dump_traceback(sys.stderr)
                    os.kill(os.getpid(), signal.SIGKILL)


def _clock_of(thread: int) -> int:
    """The clock of the processor time that a thread uses, or the wall's where there is none."""
    get = getattr(time, "pthread_getcpuclockid", None)
    return get(thread) if get else time.CLOCK_MONOTONIC


def _now(clock: int) -> float:
    try:
        return time.clock_gettime(clock)
    except OSError:  # its thread has ended meanwhile
        return 0.0
