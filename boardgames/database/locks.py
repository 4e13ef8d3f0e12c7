"""What the ORM has no words for: PostgreSQL's advisory locks, and a transaction without a limit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper


def _cursor_of_a_session() -> CursorWrapper:
    """Of one that stays ours between transactions, which a pooler's does not."""
    return connections["sessions" if settings.DATABASE_POOLER_URL else DEFAULT_DB_ALIAS].cursor()


@contextmanager
def held(lock: int) -> Iterator[None]:
    """Nobody else holds it meanwhile; OperationalError where that takes too long."""
    with _cursor_of_a_session() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [lock])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [lock])


@contextmanager
def one_of(locks: Iterable[int]) -> Iterator[bool]:
    """Whether one of them was free, which is held meanwhile."""
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
    """Whether nobody else has this lock of this number, which is held until the transaction ends;
    it is not waited for."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s, %s)", [lock, number % 2**31])
        return bool(cursor.fetchone()[0])


def held_to_the_end(lock: int, number: int) -> None:
    """Nobody else has this lock of this number until the transaction ends; it is waited for, so
    that who comes second reads what the first one has written."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", [lock, number % 2**31])


def without_limit() -> None:
    """Let the statements of the transaction that is open take as long as they do."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
