"""Reads that a standby of PostgreSQL may answer, and when it may: ``DATABASE_REPLICA_URL``.

What somebody has changed is never late for this one: the answer to each change says how far the
log of the primary had come, the next requests say it again, and a standby that has not come so far
is not asked. Nor is one that lacks a change of what keeps people or games from others' eyes
(``boardgames.models.Safeguard``), whoever made it.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, DatabaseError, connections

from boardgames.database import rows
from boardgames.redis.outage import Outage

reading = rows.at_replica
#: Seconds that the position of a change is told for; what is older than FRESH is on a standby that
#: may answer, so between the two is room for clocks that differ.
TOLD = 60
FRESH = 45
#: Seconds without a try after a failure.
PAUSE = 5.0
#: The position of a change of which nobody knows how far the log had come.
UNKNOWN = 2**63 - 1

_SAFEGUARD = "SELECT coalesce(max(changes), 0) FROM boardgames_safeguard"
_POSITION = "SELECT (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::bigint"
# Our beat writes every few seconds, so a standby that has replayed nothing for long is behind.
_REPLAYED = (
    "SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::bigint,"
    f" now() - pg_last_xact_replay_timestamp() < interval '{FRESH} s', ({_SAFEGUARD})"
)

_needed: ContextVar[int] = ContextVar("needed", default=0)
_away_until = 0.0
_outage = Outage("replica")


@contextmanager
def needing(position: int) -> Iterator[None]:
    """Whoever asks inside has changed something, at which the log had come so far."""
    before = _needed.set(position)
    try:
        yield
    finally:
        _needed.reset(before)


def position() -> int:
    """How far the log has come, with all that this thread has committed."""
    try:
        return int(rows.query(_POSITION, ())[0][0])
    except DatabaseError:
        return UNKNOWN


def refusal() -> str:
    """Why the standby may not answer now; empty if it may."""
    if time.monotonic() < _away_until:
        return "away"
    try:
        with reading():
            ((replayed, fresh, guarded),) = rows.query(_REPLAYED, ())
    except DatabaseError as error:
        failed(error)
        return "away"
    if replayed is None:
        failed("it is no standby")
        return "away"
    _outage.is_over()
    if not fresh or replayed < _needed.get():
        return "late"
    # Asked last, so what it knows is at least what the primary knew when this began to be read.
    return "" if rows.query(_SAFEGUARD, ())[0][0] == guarded else "late"


def failed(error: object) -> None:
    """The standby has not answered as it should: for a while it is not asked."""
    global _away_until
    _away_until = time.monotonic() + PAUSE
    _outage.goes_on(error)
    with suppress(DatabaseError):
        connections[rows.REPLICA].close()


class Router:
    """Which database Django's ORM asks."""

    def db_for_read(self, _model: type, **_hints: Any) -> str:
        return rows.alias()

    def db_for_write(self, _model: type, **_hints: Any) -> str:
        return DEFAULT_DB_ALIAS

    def allow_relation(self, *_objects: Any, **_hints: Any) -> bool:
        return True  # all are of the same data
