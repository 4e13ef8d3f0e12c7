"""A beat of which only one instance sends ticks, however many are started: the others stand by.

A PostgreSQL lock decides which one sends. The lock ends with its holder's connection, so another
process takes over as soon as the holder dies. The active process records each tick in the database,
so that health checks find one that hangs. Ticks may safely come twice, so a beat that cannot ask
for the lock keeps sending.
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

#: Seconds until a beat on standby asks for the lock again.
WAIT = 1.0
#: Ticks that are due within this many seconds share one query for waiting rows.
TOGETHER = 0.2
LOCK = 0x62656174  # The letters of "beat"


class OneBeat(Scheduler):
    """Celery's plain scheduler, which stores nothing on disk, behind a lock."""

    #: Seconds between two heartbeats.
    note_every = 10.0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sent: dict[str, float] = {}
        self._waited_for: set[str] = set()
        self._asked = 0.0

    _first = False
    _next_note = 0.0

    def tick(self, *args: Any, **kwargs: Any) -> float:
        """Send the ticks that are due; return the seconds until the next look."""
        if not self._may_tick():
            return WAIT
        pause: float = super().tick(*args, **kwargs)
        return pause

    def apply_entry(self, entry: Any, producer: Any = None) -> None:
        """Send a tick. Without the broker it is skipped: the next one does its work."""
        if entry.name in ONLY_IF and not self._is_wanted(entry.name):
            return
        try:
            self.apply_async(entry, producer=producer, advance=False)
        except SchedulingError as error:
            _broker.goes_on(error)
        else:
            _broker.is_over()

    def _is_wanted(self, name: str) -> bool:
        """Whether a frequent tick has work to do, or was not sent for a while."""
        now = time.monotonic()
        _rows, longest = ONLY_IF[name]
        wanted = now >= self._sent.get(name, -longest) + longest or self._is_waited_for(name, now)
        if wanted:
            self._sent[name] = now
        return wanted

    def _is_waited_for(self, name: str, now: float) -> bool:
        """Whether a row is waiting for this tick: ticks that are due at once share one query."""
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
                    # fails if the connection, and with it the lock, is gone
                    cursor.execute("SELECT 1")
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
    """The ticks of ``ONLY_IF`` that have a row waiting, in one statement."""
    schedule = app.conf.beat_schedule
    first, *others = (
        rows.order_by().values_list(Value(name), flat=True)[:1]
        for name, (path, _longest) in ONLY_IF.items()
        if name in schedule
        for rows in import_string(path)(*schedule[name]["args"])
    )
    return set(first.union(*others, all=True))
