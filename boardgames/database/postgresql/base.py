"""The backend named in the settings, in the module where Django looks for it."""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError


class DatabaseWrapper(base.DatabaseWrapper):
    """The backend, which takes no connection from the pool whose server has gone.

    Django's own check (``CONN_HEALTH_CHECKS``) asks the server at each request. A server that ends
    or is killed closes its side, and the kernel reports that for free.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Connection[Any]:
        connection: Connection[Any] = super().get_new_connection(conn_params)
        while self.pool and not self._usable(connection):
            self.pool.putconn(connection)  # the pool opens another in its place
            connection = super().get_new_connection(conn_params)
        return connection

    def _usable(self, connection: Connection[Any]) -> bool:
        try:
            poll = select.poll()
            poll.register(connection.fileno(), select.POLLIN)
            if poll.poll(0):  # an idle connection has nothing to read except its end, or a notice
                self.pool.check_connection(connection)
        except OperationalError:
            return False
        return True
