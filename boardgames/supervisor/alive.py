"""`python -m boardgames.supervisor.alive web worker beat thinking`: for containers' health checks.

Exits with 0 if every named part is alive, otherwise prints which is not. It asks web by its port on
this machine, and the database for the other parts' heartbeats, without setting Django up.
"""

import sys
import urllib.request
from collections.abc import Callable

import psycopg

from boardgames.supervisor import reaching
from boardgames.supervisor.heartbeat import LONGEST_SILENCE

_LIVES = """
SELECT FROM boardgames_heartbeat WHERE name = %(name)s AND now() - at < %(most)s * interval '1 s'
"""
WEB = "http://127.0.0.1:8000/healthz"


def web() -> bool:
    with urllib.request.urlopen(WEB, timeout=5) as answer:
        return bool(answer.status == 200)


def _noted(name: str) -> Callable[[], bool]:
    """Whether a process of this name has recently recorded a heartbeat.

    Each proves its work: a worker by a task that a beat sent, a thinking process by reaching a
    task, the beat by its ticks.
    """

    def lives() -> bool:
        with psycopg.connect(reaching.address(), connect_timeout=3) as connection:
            row = connection.execute(_LIVES, {"name": name, "most": LONGEST_SILENCE}).fetchone()
        return row is not None

    return lives


PARTS: dict[str, Callable[[], bool]] = {
    "web": web,
    "worker": _noted("worker"),
    "beat": _noted("beat"),
    "thinking": _noted("thinking"),
}


def main(*names: str) -> int:
    if not names or not set(names) <= set(PARTS):
        print(f"Name at least one of {', '.join(PARTS)}.", file=sys.stderr)
        return 2
    silent = [name for name in names if not _lives(PARTS[name])]
    if silent:
        print(f"No sign of life from {', '.join(silent)}.", file=sys.stderr)
    return 1 if silent else 0


def _lives(part: Callable[[], bool]) -> bool:
    try:
        return part()
    except (OSError, psycopg.Error):
        return False


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
