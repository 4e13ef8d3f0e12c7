"""Whole moves, end to end: HTTP, PostgreSQL with fsync, publishing, the opponents' WebSockets.

By programs (``bench.drivers.programs``) and by the pages that people play on (``…pages``), side by
side for each game type.

The load client (``bench.load``) shares the cores with the service. Each line is one load on one
layout of the service: how many moves it holds, how long a move takes, and how long until the others
have the notice of it and the new position on their screens.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from string import ascii_letters
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
PAGES_RATE = 50.0
SECONDS = 8.0
#: So long the same games are played before: what a process draws and asks for the first time is
#: drawn and prepared, by programs as by pages.
WARMING = 6.0
MOST_PLAYERS = 4


@dataclass(frozen=True)
class Task:
    name: str
    games: int
    seats: tuple[int, ...] = (2,)
    type: str = "imhotep"
    rate: float | None = None
    by: str = "programs"


TASKS = (
    Task("one game of 2", games=1),
    Task("50 games of 2", games=50),
    Task("50 games of 2 at a fixed rate", games=50, rate=RATE),
    Task("50 games of 2 to 4", games=50, seats=(2, 3, 4)),
)
TYPES = ("imhotep", "bali", "bora_bora", "bomarzo")


def side_by_side(type: str) -> tuple[Task, ...]:
    """The loads by which pages compare with programs."""
    pages = Task("50 games of 2", games=50, type=type, by="pages")
    return (
        Task("50 games of 2", games=50, type=type),
        pages,
        replace(pages, name="50 games of 2 at a fixed rate", rate=PAGES_RATE),
        replace(pages, name="one game of 2", games=1),
    )


def at_a_tenth(type: str, held: float) -> tuple[Task, ...]:
    """The loads by which screens compare: a tenth of the moves a second that pages hold."""
    name = "50 games of 2 at a tenth of the pages' rate"
    programs = Task(name, games=50, type=type, rate=held / 10)
    return programs, replace(programs, by="pages")


def run() -> Iterator[Row]:
    with service.running() as url:
        people = People()
        _draw_samples()
        for layout in Layout:
            with service.http(layout, url) as http:
                for task in TASKS:
                    yield {"layout": layout.value, **_measured(task, http, url, people)}
        for type_ in TYPES:
            yield from _side_by_side(type_, url, people)


def _draw_samples() -> None:
    """What the worker of a new site draws once, a second for each game type, and would in the midst
    of the loads."""
    from django.conf import settings

    from games.pages.catalogue import samples
    from games.rules import registry

    for rules in registry.all():
        samples.draw_pictures(rules, [language for language, _name in settings.LANGUAGES])


def _side_by_side(type_: str, url: str, people: People) -> Iterator[Row]:
    held = 0.0
    for task in side_by_side(type_):
        row = _measured(task, url, url, people)
        if task.by == "pages":
            held = max(held, row["moves_per_second"])
        yield {"type": type_, "by": task.by, **row}
    for task in at_a_tenth(type_, held):
        yield {"type": type_, "by": task.by, **_measured(task, url, url, people)}


def _measured(task: Task, url: str, websocket: str, people: People) -> dict[str, Any]:
    # Others for each load: nobody may call, or make games, more than so often in a minute.
    theirs = people.more(task.games * MOST_PLAYERS, browsers=task.by == "pages")
    return {"load": task.name, **measure(task, url, websocket, theirs, SECONDS)}


def measure(
    task: Task, url: str, websocket: str, people: list[tuple[str, str, str]], seconds: float
) -> dict[str, Any]:
    """The figures of one load on a service that runs."""
    settings: Settings = {"url": url, "websocket": websocket, "type": task.type, "people": people}
    seats = list(task.seats)
    load = Load(task.by, settings, task.games, seats, seconds, task.rate, WARMING)
    with subprocess.Popen(
        [sys.executable, "-m", "bench.load"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as client:
        assert client.stdin is not None  # it is a pipe
        assert client.stdout is not None
        client.stdin.write(msgspec.json.encode(load))
        client.stdin.close()
        client.stdout.readline()  # all are seated and warm
        before = _cpu_seconds()
        client.stdout.readline()  # the time is up
        used = _cpu_seconds() - before
        figures = json.loads(client.stdout.read())
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


class People:
    """Makes people in the service's database, called so and numbered."""

    def __init__(self, name: str = "mover") -> None:
        import django

        django.setup()
        self._name, self._made = name, 0

    def more(self, number: int, *, browsers: bool = False) -> list[tuple[str, str, str]]:
        """Name and token of each, and what his browser sends as its cookies."""
        from accounts.models import User
        from accounts.sessions import tokens
        from bench import hot

        made = range(self._made, self._made + number)
        self._made += number
        users = [User.objects.create_user(f"{self._name}{i}", confirm_turns=False) for i in made]
        cookies = [_cookies(hot.signed_in(user)) if browsers else "" for user in users]
        return [
            (user.username, tokens.mint(user, "bench"), cookie)
            for user, cookie in zip(users, cookies, strict=True)
        ]


def _cookies(client: Any) -> str:
    """Those of a session, and the secret of its forms."""
    secret = "".join(random.choices(ascii_letters, k=32))
    return f"sessionid={client.cookies['sessionid'].value}; csrftoken={secret}"
