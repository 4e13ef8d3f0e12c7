"""The backend that settings name; Django looks for it here."""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError


class DatabaseWrapper(base.DatabaseWrapper):
    """Takes no connection from the pool whose server has gone.

    Django's own check (``CONN_HEALTH_CHECKS``) is a question to the server at each request. A
    server that ends, or is killed, closes its side, which the kernel tells for nothing.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        connection: Connection[Any] = super().get_new_connection(conn_params)
        while self.pool and not self._usable(connection):
            self.pool.putconn(connection)  # which opens another in its place
            connection = super().get_new_connection(conn_params)
        return connection

    def _usable(self, connection: Connection[Any]) -> bool:
        try:
            poll = select.poll()
            poll.register(connection.fileno(), select.POLLIN)
            if poll.poll(0):  # an idle connection has nothing to read but its end, or a notice
                self.pool.check_connection(connection)
        except OperationalError:
            return False
        return True
