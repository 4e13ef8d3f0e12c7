"""Ends a web process whose request runs far too long; its parent starts a new one.

Everything that waits has its own limit (locks, queries, Redis), so only a loop in the code gets
here. Ending the process is safe: a move is one transaction, and PostgreSQL undoes half a one.
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

LONGEST_SECONDS = 60.0
LOOK_EVERY = 5.0

log = structlog.get_logger(__name__)


class WatchdogMiddleware:
    """Notes which requests run, and since when."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.running: dict[int, tuple[float, str]] = {}
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        thread = threading.get_ident()
        self.running[thread] = (time.monotonic(), request.path)
        try:
            return self.get_response(request)
        finally:
            del self.running[thread]

    def _watch(self) -> None:
        while True:
            time.sleep(LOOK_EVERY)
            for started_at, path in list(self.running.values()):
                if time.monotonic() - started_at > LONGEST_SECONDS:
                    log.critical("request never ends, so the process does", path=path)
                    faulthandler.dump_traceback(sys.stderr)
                    os.kill(os.getpid(), signal.SIGKILL)
