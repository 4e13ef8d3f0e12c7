"""The access log: who requested what, from which address, as JSON lines in one file per day.

All web processes of a machine append to the same file. The log has no query strings, and for paths
that may contain keys it has only the name of the view. docs/watching.md explains how to read it.
"""

from __future__ import annotations

import json
import os
import threading
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

from boardgames.http import requests

log = structlog.get_logger(__name__)

#: Bytes kept per day, so that a client that never stops asking does not fill the disk.
LARGEST = 1_000_000_000
#: The size of the file is checked after this many lines.
ASK_EACH = 1000
LONGEST_PATH = 200
#: Machines ask for these all the time, and browsers for our files.
LEFT_OUT = ("/healthz", "/readyz", "/metrics", "/static/")


def note_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: write a line for each answered request."""
    kept = AccessLog(settings.ACCESS_LOG, settings.ACCESS_LOG_DAYS)

    def middleware(request: HttpRequest) -> HttpResponseBase:
        start = time.perf_counter()
        response = get_response(request)
        kept.turn_over()
        if not request.path_info.startswith(LEFT_OUT):
            kept.add(_line(request, response.status_code, time.perf_counter() - start))
        return response

    return middleware


class AccessLog:
    """One file for today and each of the last ``days`` days, in a folder of our own."""

    def __init__(self, folder: Path, days: int) -> None:
        self.folder, self.days = folder, days
        self._lock = threading.Lock()
        self._day: date | None = None
        self._file: int | None = None
        self._lines = 0

    def turn_over(self) -> None:
        """Start a new day's file, and delete the files that are too old."""
        today = datetime.now(UTC).date()
        if today == self._day:
            return
        with self._lock:
            if today != self._day:
                self._day = today
                self._close()
                try:
                    self._begin(today)
                except OSError as error:
                    log.warning("no access log", folder=str(self.folder), error=str(error))

    def add(self, line: bytes) -> None:
        """Append a line. A full disk or a day's limit costs lines, never an answer."""
        with self._lock:
            if self._file is None:
                return
            try:
                os.write(self._file, line)
                self._lines += 1
                if not self._lines % ASK_EACH and os.fstat(self._file).st_size > LARGEST:
                    log.warning("access log is full for today", folder=str(self.folder))
                    self._close()
            except OSError as error:
                log.warning("access log not written", error=str(error))
                self._close()

    def _begin(self, today: date) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        oldest = today - timedelta(days=self.days)
        for file in self.folder.glob("????-??-??.log"):
            if file.stem < oldest.isoformat():
                file.unlink(missing_ok=True)  # another process deletes them, too
        path = self.folder / f"{today.isoformat()}.log"
        self._file = os.open(path, os.O_APPEND | os.O_CREAT | os.O_WRONLY, 0o600)

    def _close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _line(request: HttpRequest, status: int, seconds: float) -> bytes:
    match = request.resolver_match
    numbers = match.kwargs.items() if match else ()
    told = {
        "at": datetime.now(UTC).isoformat(timespec="milliseconds"),
        **requests.known(),
        "method": request.method,
        **({"view": match.view_name} if match else {"path": request.path_info[:LONGEST_PATH]}),
        **{name: value for name, value in numbers if isinstance(value, int)},
        "status": status,
        "ms": round(seconds * 1000),
    }
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"
