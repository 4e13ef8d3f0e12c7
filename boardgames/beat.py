"""A beat of which only one ticks, however many are started: the others wait to take over.

A lock of PostgreSQL decides, which goes with the connection of whoever has it: the next one takes
over as soon as that one has died. The one that ticks notes so in the database, by which health
checks find one that hangs. Ticks are harmless when they come twice, so a beat that cannot
ask goes on ticking rather than not.
"""

import time
from typing import Any

from celery.beat import Scheduler, SchedulingError
from django.db import Error, connection
from django.utils.module_loading import import_string

from boardgames.celery import ONLY_IF, WAITS
from boardgames.models import Heartbeat
from boardgames.redis.outage import Outage

_broker, _lock = Outage("broker, which takes ticks,"), Outage("database, which has the lock,")

#: Seconds until one that is not the first asks again.
WAIT = 1.0
LOCK = 0x62656174  # "beat"


class OneBeat(Scheduler):
    """Celery's plain scheduler, which keeps nothing on disk, behind a lock."""

    #: Seconds between two signs of life.
    note_every = 10.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sent: dict[str, float] = {}

    _first = False
    _next_note = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send what is due; seconds until the next look."""
        if not self._may_tick():
            return WAIT
        pause: float = super().tick(*args, **kwargs)
        return pause

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send a tick; without the broker it is left out, and the next one does its work."""
        if not self._is_wanted(entry.name):
            return
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            _broker.goes_on(error)
        else:
            _broker.is_over()

    def _is_wanted(self, name: str) -> bool:
        """Whether a tick that comes often has anything to do, or was not sent for a while."""
        if name not in ONLY_IF:
            return True
        now = time.monotonic()
        try:
            wanted = now >= self._sent.get(name, 0.0) + WAITS or import_string(ONLY_IF[name])()
        except Error as error:
            _lock.goes_on(error)
            wanted = True
        if wanted:
            self._sent[name] = now
        return bool(wanted)

    def _may_tick(self) -> bool:
        try:
            with connection.cursor() as cursor:
                if self._first:
                    cursor.execute("SELECT 1")  # fails if the connection, and the lock, is gone
                else:
                    cursor.execute("SELECT pg_try_advisory_lock(%s)", [LOCK])
                    (self._first,) = cursor.fetchone()
            if self._first and time.monotonic() >= self._next_note:
                Heartbeat.note("beat")
                self._next_note = time.monotonic() + self.note_every
        except Error as error:
            _lock.goes_on(error)
            self._first = False
            connection.close()
            return True
        _lock.is_over()
        return self._first
