"""A beat of which only one ticks, however many are started: the others wait to take over.

A lock of PostgreSQL decides, which ends with its holder's connection: the next process takes over
as soon as the holder has died. The ticking process records that in the database, so health checks
find one that hangs. Ticks are harmless when they come twice, so a beat that cannot ask for the lock
keeps ticking.
"""

import time
from typing import Any

from celery.beat import Scheduler, SchedulingError
from django.db import Error, connection
from django.db.models import Value
from django.utils.module_loading import import_string

from boardgames.celery import app
from boardgames.celery.schedule import ONLY_IF
from boardgames.models import Heartbeat
from boardgames.redis.outage import Outage

_broker, _lock = Outage("broker, which takes ticks,"), Outage("database, which has the lock,")

#: Seconds until one that is not the first asks again.
WAIT = 1.0
#: Ticks that come within so many seconds ask once what waits for them.
TOGETHER = 0.2
LOCK = 0x62656174  # "beat"


class OneBeat(Scheduler):
    """Celery's plain scheduler, which keeps nothing on disk, behind a lock."""

    #: Seconds between two signs of life.
    note_every = 10.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sent: dict[str, float] = {}
        self._waited_for: set[str] = set()
        self._asked = 0.0

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
        if entry.name in ONLY_IF and not self._is_wanted(entry.name):
            return
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            _broker.goes_on(error)
        else:
            _broker.is_over()

    def _is_wanted(self, name: str) -> bool:
        """Whether a tick that comes often has anything to do, or was not sent for a while."""
        now = time.monotonic()
        _rows, longest = ONLY_IF[name]
        wanted = now >= self._sent.get(name, -longest) + longest or self._is_waited_for(name, now)
        if wanted:
            self._sent[name] = now
        return wanted

    def _is_waited_for(self, name: str, now: float) -> bool:
        """Whether there is a row that waits for it: ticks that are due at once ask together."""
        if now >= self._asked + TOGETHER:
            try:
                self._waited_for, self._asked = waited_for(), now
            except Error as error:
                _lock.goes_on(error)
                return True
        return name in self._waited_for

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


def waited_for() -> set[str]:
    """The ticks of ``ONLY_IF`` for which there is a row, in one statement."""
    schedule = app.conf.beat_schedule
    first, *others = (
        rows.order_by().values_list(Value(name), flat=True)[:1]
        for name, (path, _longest) in ONLY_IF.items()
        if name in schedule
        for rows in import_string(path)(*schedule[name]["args"])
    )
    return set(first.union(*others, all=True))
