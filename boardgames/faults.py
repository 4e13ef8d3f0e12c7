"""Errors of the service's own code, grouped by place, with their number and their first and last
time.

A thread stores whatever a process logs with a traceback. It uses its own connection, because the
failing code may be in a transaction that is rolled back.
"""

from __future__ import annotations

import threading
import time
import traceback
from collections import Counter
from contextlib import suppress
from pathlib import Path
from queue import Empty, Full, Queue

import structlog
from django.db import DatabaseError, connection

from boardgames.models import Trouble
from boardgames.supervisor.home import CHECKOUT

log = structlog.get_logger(__name__)

#: Errors of game packages are stored by package instead (``games.package_errors``).
ELSEWHERE = ("games.package_errors", "games.moves.breaking")
#: Errors within this many seconds are stored together.
GATHERED = 1.0
LONGEST = 500

_seen: Queue[tuple[str, str]] = Queue(maxsize=1000)
_writer: threading.Thread | None = None


def record_fault(logger: str, error: BaseException, said: str) -> None:
    """Count an error that was logged; ``said`` is its message without secrets."""
    global _writer
    if logger in ELSEWHERE:
        return
    with suppress(Full):  # beyond this many at once, errors are not counted
        _seen.put_nowait((place_of(error), f"{type(error).__name__}: {said}"[:LONGEST]))
    if _writer is None or not _writer.is_alive():  # a forked process does not inherit the thread
        _writer = threading.Thread(target=_write, name="faults", daemon=True)
        _writer.start()


def place_of(error: BaseException) -> str:
    """Where our code failed: file and function of the innermost frame, and the kind of error.

    A release seldom changes these.
    """
    frames = traceback.walk_tb(error.__traceback__)
    places = [(frame.f_code.co_filename, frame.f_code.co_qualname) for frame, _ in frames]
    ours = [place for place in places if _is_ours(Path(place[0]))]
    file, name = (ours or places or [("?", "?")])[-1]
    return f"{_short(Path(file))}, {name}: {type(error).__name__}"


def _is_ours(file: Path) -> bool:
    return file.is_relative_to(CHECKOUT) and "site-packages" not in file.parts


def _short(file: Path) -> str:
    return str(file.relative_to(CHECKOUT)) if _is_ours(file) else "/".join(file.parts[-2:])


def _write() -> None:
    while True:
        found = [_seen.get()]
        time.sleep(GATHERED)
        with suppress(Empty):
            while True:
                found.append(_seen.get_nowait())
        times, newest = Counter(place for place, _ in found), dict(found)
        try:
            for place, error in newest.items():
                Trouble.note(Trouble.SERVICE, place, error, times[place])
        except DatabaseError as unwritten:
            log.warning("faults not written down", places=[*newest], error=str(unwritten))
        finally:
            connection.close()
