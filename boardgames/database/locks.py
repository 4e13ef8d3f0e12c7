"""What the ORM has no words for: PostgreSQL's advisory locks, and a transaction without a limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def held(lock: int) -> Iterator[None]:
    """Nobody else holds it meanwhile; OperationalError where that takes too long."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock])


@contextmanager
def one_of(locks: Iterable[int]) -> Iterator[bool]:
    """Whether one of them was free, which is held meanwhile."""
    with connection.cursor() as cursor:
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
    """Whether nobody else has this lock of this number, which is held until the transaction ends;
    it is not waited for."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [lock, number % 2**31])
        return bool(cursor.fetchone()[0])


def without_limit() -> None:
    """Let the statements of the transaction that is open take as long as they do."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
