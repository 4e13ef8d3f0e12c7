"""Is the worker alive? It notes each beat in the database, whatever its process looks like."""

import time

import psycopg

LOOK_EVERY = 15.0
LONGEST_SILENCE = 60.0


class Heartbeat:
    """Looks now and then at the age of the worker's last sign of life."""

    def __init__(self, database_url: str) -> None:
        self.database_url = database_url
        self.next_look = 0.0

    def is_lost(self, since: float) -> bool:
        """True when a worker that runs since then (monotonic seconds) has long been silent."""
        now = time.monotonic()
        if now < self.next_look or now - since < LONGEST_SILENCE:
            return False
        self.next_look = now + LOOK_EVERY
        age = self._age()
        return age is not None and age > LONGEST_SILENCE

    def _age(self) -> float | None:
        """Seconds since the last sign of life; None when the database does not tell."""
        try:
            # Not for ever, should the network be cut: meanwhile nobody looks after the parts.
            with psycopg.connect(
                self.database_url, connect_timeout=2, tcp_user_timeout=5000, keepalives_idle=5
            ) as connection:
                row = connection.execute(
                    "SELECT extract(epoch FROM now() - at)::float FROM boardgames_heartbeat"
                    " WHERE name = 'worker'"
                ).fetchone()
        except psycopg.Error:
            return None
        return row[0] if row else None
