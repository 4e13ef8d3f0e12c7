"""What PostgreSQL reports about its archive and its standbys."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

# Without any archived file the age counts from the start of the statistics.
_ARCHIVE = """
SELECT failed_count,
    extract(epoch FROM now() - coalesce(last_archived_time, stats_reset, now()))::float
FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'
"""
# A standby whose lag is unknown, for lack of rights or of traffic, does not count as late.
_STANDBYS = """
SELECT application_name, max(coalesce(extract(epoch FROM replay_lag), 0))::float
FROM pg_stat_replication WHERE state = 'streaming' GROUP BY application_name
"""


@dataclass(frozen=True)
class Archive:
    failures: int
    age: float


def archive() -> Archive | None:
    """The state of the archive; None if nothing is archived."""
    with connection.cursor() as cursor:
        cursor.execute(_ARCHIVE)
        row = cursor.fetchone()
    return Archive(*row) if row else None


def standbys() -> dict[str, float]:
    """The standbys that stream, and by how many seconds each is behind."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDBYS)
        return dict(cursor.fetchall())
