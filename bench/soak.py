"""Half the load that it holds, for half an hour: memory and connections must stay as they are."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import psutil

from bench import moves, service
from bench.extent import Extent
from bench.figures import Row
from bench.processes import below, seen

GAMES = 50
SECONDS, FULL_SECONDS = 60.0, 1800.0
#: Moves per second when there is no limit are measured for so long.
TRIAL_SECONDS = 10.0
LOOKS = 10

_PARTS = ("postgres", "valkey", "celery", "uvicorn")


def run(extent: Extent) -> Iterator[Row]:
    seconds = FULL_SECONDS if extent.full else SECONDS
    with service.running() as url:
        people = moves.People().more(GAMES * moves.MOST_PLAYERS)
        trial = moves.Task("as many as can be", games=GAMES)
        most = moves.measure(trial, url, url, people, TRIAL_SECONDS)["moves_per_second"]
        looks: list[dict[str, float]] = []
        done = threading.Event()

        def look_around() -> None:
            while not done.wait(seconds / LOOKS):
                looks.append(_state())

        looking = threading.Thread(target=look_around)
        looking.start()
        half = moves.Task("half of it", games=GAMES, rate=most / 2)
        figures = moves.measure(half, url, url, people, seconds)
        done.set()
        looking.join()
        yield {"seconds": seconds, **figures}
        for number, state in enumerate(looks, 1):
            yield {"after_seconds": round(number * seconds / LOOKS), **state}
        yield {"growth": _growth(looks)}


def _state() -> dict[str, float]:
    """Bytes that each part of the service has for itself, PostgreSQL's connections, open files."""
    memory = dict.fromkeys(_PARTS, 0)
    files = 0
    for part, used, opened in seen(below(), _held).values():
        if part is not None:
            memory[part] += used
            files += opened if part == "uvicorn" else 0
    return {
        **{f"{part}_megabytes": round(used / 1e6, 1) for part, used in memory.items()},
        "connections": _connections(),
        "web_files": files,
    }


def _held(process: psutil.Process) -> tuple[str | None, int, int]:
    """What of the service it belongs to, the bytes it has for itself, its open files."""
    return _part(process), process.memory_full_info().uss, process.num_fds()


def _part(process: psutil.Process) -> str | None:
    """What of the service it belongs to, by its own words or those of who started it."""
    for one in (process, *process.parents()):
        words = " ".join(one.cmdline())
        if found := next((part for part in _PARTS if part in words), None):
            return found
    return None


def _connections() -> int:
    from django.db import connection

    with closing(connection), connection.cursor() as cursor:  # of the thread that looks
        cursor.execute("SELECT count(*) FROM pg_stat_activity WHERE datname IS NOT NULL")
        found: int = cursor.fetchone()[0]
    return found


def _growth(looks: list[dict[str, float]]) -> dict[str, float]:
    """How many times as much there is in the last third as in the second, by each figure."""
    third = max(1, len(looks) // 3)
    middle, end = looks[third : 2 * third], looks[-third:]
    return {
        name: round(sum(look[name] for look in end) / max(1, sum(look[name] for look in middle)), 2)
        for name in looks[-1]
    }
