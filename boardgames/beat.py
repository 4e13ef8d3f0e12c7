"""A beat of which only one ticks, however many are started: the others wait to take over.

A lock of PostgreSQL decides, which goes with the connection of whoever has it: the next one takes
over as soon as that one has died. Ticks are harmless when they come twice, so a beat that cannot
ask goes on ticking rather than not.
"""

from typing import Any

import structlog
from celery.beat import Scheduler, SchedulingError
from django.db import Error, connection

log = structlog.get_logger(__name__)

#: Seconds until one that is not the first asks again.
WAIT = 1.0
LOCK = 0x62656174  # "beat"


class OneBeat(Scheduler):
    """Celery's plain scheduler, which keeps nothing on disk, behind a lock."""

    _first = False

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; seconds until the next look."""
        if not self._may_tick():
            return WAIT
        pause: float = super().tick(*args, **kwargs)
        return pause

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send a tick; without the broker it is left out, and the next one does its work."""
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            log.warning("tick not sent", tick=entry.name, error=str(error))

    def _may_tick(self) -> bool:
        try:
            with connection.cursor() as cursor:
                if self._first:
                    cursor.execute("SELECT 1")  # fails if the connection, and the lock, is gone
                else:
                    cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
                    (self._first,) = cursor.fetchone()
        except Error as error:
            log.warning("ticking without a lock", error=str(error).strip())
            self._first = False
            connection.close()
            return True
        return self._first
