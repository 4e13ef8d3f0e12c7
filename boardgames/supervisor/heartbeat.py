"""Whether a part is alive, judged by the heartbeats it records in the database."""

import time

import psycopg

LOOK_EVERY = 15.0
LONGEST_SILENCE = 60.0
#: Seconds that a start may take before the first heartbeat.
LONGEST_START = 900.0
#: Null while a standby that must confirm commits is away: then no heartbeat can be written.
_AGE = """
SELECT extract(epoch FROM now() - at)::float FROM boardgames_heartbeat WHERE name = %s
AND NOT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'SyncRep')
"""


class Heartbeat:
    """Checks now and then the age of a part's last heartbeat: `worker` or `thinking`."""

    def __init__(self, database_url: str, name: str = "worker") -> None:
        self.database_url, self.name = database_url, name
        self.next_look = 0.0
        self.patience = LONGEST_SILENCE

    def is_lost(self, since: float) -> bool:
        """Whether a process that has run since then (monotonic seconds) is silent for too long.

        A process without a heartbeat since its start may only be slow: the next one gets twice the
        time, until there is a heartbeat.
        """
        now = time.monotonic()
        runs = now - since
        if now < self.next_look or runs < LONGEST_SILENCE:
            return False
        self.next_look = now + LOOK_EVERY
        age = self._age()
        if age is None:
            return False
        if age <= LONGEST_SILENCE:
            self.patience = LONGEST_SILENCE
            return False
        if age > runs and runs < self.patience:
            return False
        self.patience = min(2 * self.patience, LONGEST_START)
        return True

    def has_come(self, since: float) -> bool:
        """Whether there was a heartbeat since then (monotonic seconds)."""
        age = self._age()
        return age is not None and age < time.monotonic() - since

    def _age(self) -> float | None:
        """Seconds since the last heartbeat; None if the database does not answer."""
        try:
            # With a time limit, as the network may be cut: nobody supervises the parts meanwhile.
            with psycopg.connect(
                self.database_url, connect_timeout=2, tcp_user_timeout=5000, keepalives_idle=5
            ) as connection:
                row = connection.execute(_AGE, [self.name]).fetchone()
        except psycopg.Error:
            return None
        return row[0] if row else None
