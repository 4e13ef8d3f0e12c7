"""Is a part alive? It notes each beat in the database, whatever its process looks like."""

import time

import psycopg

LOOK_EVERY = 15.0
LONGEST_SILENCE = 60.0
#: What a start may take at most before a first sign of life.
LONGEST_START = 900.0
#: Nothing while a standby that is to confirm commits is gone: nobody can write a sign of life then.
_AGE = """
SELECT extract(epoch FROM now() - at)::float FROM boardgames_heartbeat WHERE name = %s
AND NOT EXISTS (SELECT FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event = 'SyncRep')
"""


class Heartbeat:
    """Looks now and then at the age of a part's last sign of life: `worker` or `thinking`."""

    def __init__(self, database_url: str, name: str = "worker") -> None:
        self.database_url, self.name = database_url, name
        self.next_look = 0.0
        self.patience = LONGEST_SILENCE

    def is_lost(self, since: float) -> bool:
        """True when one that runs since then (monotonic seconds) has long been silent.

        One that has given no sign since its start may only be slow: the next one gets twice the
        time, until there is a sign of life.
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
        """Whether it has given a sign of life since then (monotonic seconds)."""
        age = self._age()
        return age is not None and age < time.monotonic() - since

    def _age(self) -> float | None:
        """Seconds since the last sign of life; None when the database does not tell."""
        try:
            # Not for ever, should the network be cut: meanwhile nobody looks after the parts.
            with psycopg.connect(
                self.database_url, connect_timeout=2, tcp_user_timeout=5000, keepalives_idle=5
            ) as connection:
                row = connection.execute(_AGE, [self.name]).fetchone()
        except psycopg.Error:
            return None
        return row[0] if row else None
