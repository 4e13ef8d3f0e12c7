"""PostgreSQL's advisory locks and transactions without a time limit, which the ORM lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper


def _cursor_of_a_session() -> CursorWrapper:
    """A cursor of a connection that stays ours between transactions, unlike a pooler's."""
    return connections["sessions" if settings.DATABASE_POOLER_URL else DEFAULT_DB_ALIAS].cursor()


@contextmanager
def held(lock: int) -> Iterator[None]:
    """Hold this lock for the block; OperationalError if waiting for it takes too long."""
    with _cursor_of_a_session() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock])


@contextmanager
def one_of(locks: Iterable[int]) -> Iterator[bool]:
    """Hold any one of these locks for the block; False if none was free."""
    with _cursor_of_a_session() as cursor:
        taken = None
        for lock in locks:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [lock])
            if cursor.fetchone()[0]:
                taken = lock
                break
        try:
            yield taken is not None
        finally:
            if taken is not None:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [taken])


def taken(lock: int, number: int) -> bool:
    """Take the lock of this number without waiting, until the transaction ends; whether it was
    free."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [lock, number % 2**31])
        return bool(cursor.fetchone()[0])


def held_to_the_end(lock: int, number: int) -> None:
    """Wait for the lock of this number and hold it until the transaction ends.

    So the second holder reads what the first one has written.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [lock, number % 2**31])


def without_limit() -> None:
    """Remove the time limit from statements of the open transaction."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
