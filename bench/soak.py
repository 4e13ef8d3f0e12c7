"""Half the load that people's pages hold, of every game type, while others open pages; for half an
hour or as long as is asked: memory and connections must stay as they are."""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from typing import Any
from urllib.request import urlopen

import psutil

from bench import moves, service
from bench.extent import Extent
from bench.figures import Row, milliseconds
from bench.pages import Reader
from bench.processes import below, seen

#: What a web process takes at most, in MB, as docs/live.md declares it.
DECLARED = 450
#: Of each type; with two to four players.
GAMES = 12
MINUTES, FULL_MINUTES = 1.0, 30.0
#: Moves per second when there is no limit are measured for so long.
TRIAL_SECONDS = 10.0
LOOKS = 10
#: Visitors who open one page after the other, and seconds between two pages of each.
VISITORS, PAUSE = 6, 0.5

_PARTS = ("postgres", "valkey", "celery", "uvicorn")
_PAGES = ("/", "/games/", "/lobby/", "/lobby/?show=running", "/my/", "/accounts/profile/",
          "/notifications/", "/games/types/bali/", "/games/types/imhotep/new/")  # fmt: skip


def run(extent: Extent) -> Iterator[Row]:
    seconds = 60 * (extent.minutes or (FULL_MINUTES if extent.full else MINUTES))
    with service.running() as url:
        people = moves.People()
        trial = moves.Task(
            "as many as can be", games=GAMES, seats=(2, 3, 4), type="imhotep", by="pages"
        )
        theirs = people.more(GAMES * moves.MOST_PLAYERS, browsers=True)
        most = moves.measure(trial, url, url, theirs, TRIAL_SECONDS)["moves_per_second"]
        half = replace(trial, name="half of it", rate=most / 2 / len(moves.TYPES))
        tables = {
            type_: people.more(GAMES * moves.MOST_PLAYERS, browsers=True) for type_ in moves.TYPES
        }
        looks: list[dict[str, float]] = []
        opened: list[float] = []
        done = threading.Event()

        def look_around() -> None:
            while not done.wait(seconds / LOOKS):
                looks.append({**_state(), **_kept(url)})

        def play(type_: str) -> dict[str, Any]:
            task = replace(half, type=type_)
            return moves.measure(task, url, url, tables[type_], seconds)

        def visit(number: int) -> None:
            opened.extend(_visit(url, number, done))

        others = [threading.Thread(target=look_around)]
        others += [threading.Thread(target=visit, args=(number,)) for number in range(VISITORS)]
        for other in others:
            other.start()
        try:
            with ThreadPoolExecutor(len(moves.TYPES)) as side_by_side:
                played = dict(zip(moves.TYPES, side_by_side.map(play, moves.TYPES), strict=True))
        finally:
            done.set()
            for other in others:
                other.join()
        for type_, figures in played.items():
            yield {"seconds": seconds, "type": type_, **figures}
        yield {"pages_opened": len(opened), **milliseconds(opened)}
        for number, state in enumerate(looks, 1):
            yield {"after_seconds": round(number * seconds / LOOKS), **state}
        most = max(look["web_process_megabytes"] for look in looks)
        yield {"web_process_most_megabytes": most, "declared_megabytes": DECLARED}
        yield {"growth": _growth(looks)}


def _kept(url: str) -> dict[str, float]:
    """What the web processes say that they keep of games."""
    with urlopen(f"{url}/metrics", timeout=10) as answer:  # noqa: S310  our own service
        told = re.search(r"^kept_bytes (\S+)$", answer.read().decode(), re.MULTILINE)
    return {"kept_megabytes": round(float(told[1]) / 1e6, 1) if told else 0.0}


def _visit(url: str, number: int, done: threading.Event) -> list[float]:
    """Opens lists and the tables of games that go on, every other visitor as somebody with an
    account; gives the seconds that each page took."""
    from django.db import connection

    from bench import world

    rng, took = random.Random(number), list[float]()
    with closing(connection):  # of this thread
        user = world.people(1, f"visitor{number}x")[0] if number % 2 else None
        reader = Reader(url, user)
        while not done.wait(PAUSE):
            known = [path for path in _PAGES if user or path != "/my/"]
            took.append(reader.get(rng.choice([*_tables(rng), rng.choice(known)])).seconds)
    return took


def _tables(rng: random.Random) -> Sequence[str]:
    """Three of the tables at which this person plays."""
    from games.models import Game

    running = list(Game.objects.filter(status=Game.Status.RUNNING).values_list("pk", flat=True))
    return [f"/games/{game}/" for game in rng.sample(running, min(3, len(running)))]


def _state() -> dict[str, float]:
    """Bytes that each part of the service has for itself, and the biggest of its web processes;
    PostgreSQL's connections, open files."""
    memory = dict.fromkeys(_PARTS, 0)
    files = biggest = 0
    for part, used, opened in seen(below(), _held).values():
        if part is not None:
            memory[part] += used
        if part == "uvicorn":
            files, biggest = files + opened, max(biggest, used)
    return {
        **{f"{part}_megabytes": round(used / 1e6, 1) for part, used in memory.items()},
        "web_process_megabytes": round(biggest / 1e6, 1),
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
