"""Connections that do not wait for ever: a database that is there and does not answer is away.

PostgreSQL's own limits end what takes long before a COMMIT; a COMMIT itself waits for the standby
that is to confirm it for as long as that is gone. Such a connection is closed, not cancelled:
PostgreSQL answers a cancelled wait as if all were well. Whether what was to be committed is there
is known later, and a repeat with the same key finds it.
"""

from __future__ import annotations

from typing import Any

import structlog
from psycopg import Connection, OperationalError
from psycopg.abc import RV, PQGen
from psycopg.errors import _WaitTimeout

log = structlog.get_logger(__name__)


class PatientConnection(Connection[Any]):
    """psycopg's, on which each answer has its time."""

    #: Seconds that one answer may take: more than a statement may, so that PostgreSQL ends that.
    longest_answer = 7.0

    def wait(self, gen: PQGen[RV], interval: float = 0.1, timeout: float | None = None) -> RV:
        try:
            return super().wait(gen, interval, self.longest_answer if timeout is None else timeout)
        except _WaitTimeout:
            if timeout is not None:
                raise
            log.error("the database does not answer", seconds=self.longest_answer)
            self.pgconn.finish()  # its transaction ends there, or is done when it can be
            raise OperationalError("The database does not answer.") from None
