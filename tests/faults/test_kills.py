"""Processes die at random moments while people play: nothing is lost, nothing happens twice.

`FAULTS` says how many are killed (see `NUMBER`), `FAULTS_SEED` repeats a run's order of kills.
"""

import json
import os
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress

import psutil
import pytest

from boardgames.supervisor.parts import HEALTHY_SECONDS
from tests.faults.load import Load, python
from tests.faults.telling import left_to_tell
from tests.platform.server import Server, command, environment_without_servers, eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("server")]

NUMBER = int(os.environ.get("FAULTS", "16"))  # each of the eight twice
#: People at each table; one alone plays against a bot.
TABLES = (2, 2, 2, 3, 4, 1)
#: Seconds between two kills, and how many moves at least; every fourth does not wait for moves, so
#: that it strikes what is just coming back.
PAUSE, MOVES, PATIENCE = (0.2, 2.0), 5, 30.0
#: The worker's command; not that of the one that thinks for bots, which has a name of its own.
WORKER = "celery --quiet -A boardgames worker --queues"


def child(parent: psutil.Process, index: int) -> psutil.Process:
    """A process that does the work of one that only looks after others."""
    words = {one: command(one) for one in parent.children()}
    children = [one for one in words if words[one] and "resource_tracker" not in words[one]]
    return children[index % len(children)]


TARGETS: dict[str, Callable[[Server, int], psutil.Process]] = {
    "web": lambda server, index: server.part("uvicorn"),
    "web process": lambda server, index: child(server.part("uvicorn"), index),
    "worker": lambda server, index: server.part(WORKER),
    "worker process": lambda server, index: child(server.part(WORKER), index),
    "beat": lambda server, index: server.part("celery --quiet -A boardgames beat"),
    "postgres": lambda server, index: server.part("postgres"),
    "postgres process": lambda server, index: child(server.part("postgres"), index),
    "valkey": lambda server, index: server.part("valkey-server"),
}


def victims(rng: random.Random) -> Iterator[str]:
    """All targets in random order, again and again."""
    while True:
        yield from rng.sample(sorted(TARGETS), len(TARGETS))


def kill(server: Server, name: str, index: int, young: Counter[str]) -> None:
    """Kills one as soon as it is there.

    ``young`` counts how often in a row a target was killed soon after its start. A part that ends
    so five times in a row counts as broken, and the service gives up: that is tested elsewhere, so
    after one time we wait until it has worked. (It may end by itself, too, when what it needs is
    killed while it starts.)
    """

    def killed() -> bool:
        with suppress(IndexError, ZeroDivisionError, psutil.NoSuchProcess):
            process = TARGETS[name](server, index)
            age = time.time() - process.create_time()
            if age < HEALTHY_SECONDS + 1 and young[name]:
                return False
            young[name] = young[name] + 1 if age < HEALTHY_SECONDS + 1 else 0
            process.kill()
            return True
        assert server.process.poll() is None, "\n".join(server.lines[-60:])
        return False

    assert eventually(killed), f"there is no {name} to kill: {server.lines[-20:]}"


def test_whatever_dies_nothing_is_lost(server: Server) -> None:
    seed = int(os.environ.get("FAULTS_SEED", secrets.randbelow(10**9)))
    print(f"FAULTS={NUMBER} FAULTS_SEED={seed}")
    rng = random.Random(seed)
    service = {**environment_without_servers(), "BOARDGAMES_HOME": str(server.home.folder)}
    people = iter(python("tests.faults.people", str(sum(TABLES)), env=service))
    load = Load(
        {
            "seed": seed,
            "types": ["imhotep", "bali"],
            "tables": [
                [{**next(people), "addresses": [server.url]} for _person in range(size)]
                for size in TABLES
            ],
        }
    )
    try:
        assert eventually(lambda: load.answered >= 10), "nobody gets to play"
        killed, young = Counter[str](), Counter[str]()
        order = victims(rng)
        for index in range(NUMBER):
            before = load.answered
            if rng.random() < 0.75:
                eventually(lambda: load.answered >= before + MOVES, PATIENCE)  # noqa: B023
            time.sleep(rng.uniform(*PAUSE))
            name = next(order)
            kill(server, name, index, young)
            killed[name] += 1
        at_the_last_kill, versions = load.answered, dict(load.versions)
        assert eventually(lambda: server.get("/readyz")[0] == 200), server.lines[-20:]
        assert eventually(lambda: load.went_on_since(versions, 5)), (
            f"stuck: {versions}, now {load.versions}: {server.lines[-20:]}"
        )
        journal = load.end()
    finally:
        load.kill()
    troubles, missed = journal["troubles"], journal["missed"]
    print(f"killed {dict(killed)}, moves {at_the_last_kill}, troubles {troubles}, missed {missed}")
    url = server.home.database_url
    assert eventually(lambda: not left_to_tell(url)), (left_to_tell(url), server.lines[-20:])
    assert python("tests.faults.audit", env=service, text=json.dumps(journal)) == []
    assert journal["wrong"] == []
    assert not [trouble for trouble in troubles if trouble.startswith("500")]
    assert at_the_last_kill > NUMBER, "too few moves to say anything"
    assert server.process.poll() is None
