"""`python -m boardgames.supervisor.alive web worker beat`: for the health checks of containers.

Exit 0 when each part that is named is alive; else a line on which is not. It asks web by its port
on this machine, and the database for the others' signs of life, without setting Django up.
"""

import sys
import urllib.request
from collections.abc import Callable

import psycopg

from boardgames.supervisor import reaching
from boardgames.supervisor.heartbeat import LONGEST_SILENCE

WEB = "http://127.0.0.1:8000/healthz"


def web() -> bool:
    with urllib.request.urlopen(WEB, timeout=5) as answer:
        return bool(answer.status == 200)


def worker() -> bool:
    """Whether some worker has lately done what a beat sent."""
    return _is_true(
        f"SELECT now() - at < interval '{LONGEST_SILENCE} s' FROM boardgames_heartbeat"  # noqa: S608
        " WHERE name = 'worker'"
    )


def beat() -> bool:
    """Whether some beat holds the lock that lets it tick ("beat" in letters)."""
    return _is_true(
        "SELECT count(*) > 0 FROM pg_locks WHERE locktype = 'advisory' AND granted"
        " AND classid = 0 AND objid = x'62656174'::int::oid AND objsubid = 1"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
    )


PARTS: dict[str, Callable[[], bool]] = {"web": web, "worker": worker, "beat": beat}


def main(*names: str) -> int:
    if not names or not set(names) <= set(PARTS):
        print(f"Name some of {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    silent = [name for name in names if not _lives(PARTS[name])]
    if silent:
        print(f"No sign of life of {', '.join(silent)}.", file=sys.stderr)
    return 1 if silent else 0


def _lives(part: Callable[[], bool]) -> bool:
    try:
        return part()
    except (OSError, psycopg.Error):
        return False


def _is_true(query: str) -> bool:
    with psycopg.connect(reaching.address(), connect_timeout=3) as connection:
        row = connection.execute(query).fetchone()
    return bool(row and row[0])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
