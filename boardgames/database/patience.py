"""Connections that wait only so long: a database that does not answer counts as absent.

PostgreSQL's own limits end slow statements. But a COMMIT waits for the standby that must confirm it
for as long as the standby is gone. We close such a connection and do not cancel the wait, because
PostgreSQL answers a cancelled wait as if it had succeeded. Whether the change was committed is
known later; a repeat with the same key finds it.
"""

from __future__ import annotations

from typing import Any

import structlog
from psycopg import Connection, OperationalError
from psycopg.abc import RV, PQGen
from psycopg.errors import _WaitTimeout

log = structlog.get_logger(__name__)


class PatientConnection(Connection[Any]):
    """A psycopg connection with a time limit for each answer."""

    #: Seconds for one answer: more than a statement may take, so that PostgreSQL ends it first.
    longest_answer = 7.0

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        try:
            return super().wait(gen, interval, self.longest_answer if timeout is None else timeout)
        except _WaitTimeout:
            if timeout is not None:
                raise
            log.error("the database does not answer", seconds=self.longest_answer)
            self.pgconn.finish()  # its transaction ends there, or finishes when it can
            raise OperationalError("The database does not answer.") from None
