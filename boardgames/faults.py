"""Faults of the service's own code, grouped by place: how often, when first and last.

What any process logs with a traceback is written down by a thread, on a connection of its own: who
has failed may be in a transaction that is taken back.
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

#: Slips of game packages are noted under the package (``games.package_errors``).
ELSEWHERE = ("games.package_errors", "games.moves.breaking")
#: What comes within so many seconds is written down together.
GATHERED = 1.0
LONGEST = 500

_seen: Queue[tuple[str, str]] = Queue(maxsize=1000)
_writer: threading.Thread | None = None


def record_fault(logger: str, error: BaseException, said: str) -> None:
    """Somebody has logged this error; what it says is free of secrets."""
    global _writer
    if logger in ELSEWHERE:
        return
    with suppress(Full):  # so many at once are counted no further
        _seen.put_nowait((place_of(error), f"{type(error).__name__}: {said}"[:LONGEST]))
    if _writer is None or not _writer.is_alive():  # in a process that was forked it does not live
        _writer = threading.Thread(target=_write, name="faults", daemon=True)
        _writer.start()


def place_of(error: BaseException) -> str:
    """The innermost function of ours: file and name, which a release seldom changes, and the kind
    of error."""
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
