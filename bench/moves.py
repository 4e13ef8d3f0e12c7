"""Whole moves, end to end: HTTP, PostgreSQL with fsync, publishing, the opponents' WebSockets.

The load client (``bench.load``) shares the cores with the service. Each line is one load on one
layout of the service: how many moves it holds, how long a move takes, and how long until the others
have the notice of it and the new position on their screens.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import psutil

from bench import service
from bench.drivers import Settings
from bench.figures import Row
from bench.load import Load
from bench.processes import below, seen
from bench.service import Layout

#: Moves per second at which delays are measured.
RATE = 200.0
SECONDS = 10.0
MOST_PLAYERS = 4


@dataclass(frozen=True)
class Task:
    name: str
    games: int
    seats: tuple[int, ...] = (2,)
    type: str = "imhotep"
    rate: float | None = None


TASKS = (
    Task("one game of 2", games=1),
    Task("50 games of 2", games=50),
    Task("50 games of 2 at a fixed rate", games=50, rate=RATE),
    Task("50 games of 2 to 4", games=50, seats=(2, 3, 4)),
)


def run() -> Iterator[Row]:
    with service.running() as url:
        # Others for each load: nobody may call, or make games, more than so often in a minute.
        people = _people(sum(task.games for task in TASKS) * MOST_PLAYERS * len(Layout))
        for layout in Layout:
            with service.http(layout, url) as http:
                for task in TASKS:
                    number = task.games * MOST_PLAYERS
                    theirs, people = people[:number], people[number:]
                    yield {
                        "layout": layout.value,
                        "load": task.name,
                        **measure(task, http, url, theirs, SECONDS),
                    }


def measure(
    task: Task, url: str, websocket: str, people: list[tuple[str, str]], seconds: float
) -> dict[str, Any]:
    """The figures of one load on a service that runs."""
    settings: Settings = {"url": url, "websocket": websocket, "type": task.type, "people": people}
    load = Load("reihum", settings, task.games, list(task.seats), seconds, task.rate)
    before = _cpu_seconds()
    done = subprocess.run(
        [sys.executable, "-m", "bench.load"],
        input=msgspec.json.encode(load),
        stdout=subprocess.PIPE,
        check=True,
    )
    figures = json.loads(done.stdout)
    used = _cpu_seconds() - before
    each = {
        f"{part}_cpu_ms_per_move": round(used[part] * 1000 / max(1, figures["moves"]), 3)
        for part in ("web", "postgres", "valkey", "celery")
    }
    return {**figures, **each}


def _cpu_seconds() -> Counter[str]:
    """What the processes of the service have used so far, by program."""
    used: Counter[str] = Counter()
    for part, seconds in seen(below(), _use).values():
        used[part] += seconds  # type: ignore[assignment]  # a Counter counts parts, too
    return used


def _use(process: psutil.Process) -> tuple[str, float]:
    times, words = process.cpu_times(), " ".join(process.cmdline())
    return next((name for name in _PARTS if name in words), "web"), times.user + times.system


_PARTS = ("supervisor", "postgres", "valkey", "celery")


def _people(number: int) -> list[tuple[str, str]]:
    """Makes people in the service's database; gives name and token of each."""
    import django

    django.setup()
    from accounts import tokens
    from accounts.models import User

    users = [User.objects.create_user(f"bench{index}") for index in range(number)]
    return [(user.username, tokens.mint(user, "bench")) for user in users]
