"""Having the parts of a running service started again with the code that lies there now."""

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from datetime import UTC, datetime

import psycopg

from boardgames.supervisor import reaching
from boardgames.supervisor.console import say
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home
from boardgames.supervisor.locking import Holder
from boardgames.supervisor.parts import LONGEST_START
from boardgames.supervisor.supervisor import RENEW_TASKS, RENEW_WEB

PATIENCE = 300.0
#: On a busy machine the web server may give up on a new process: it is asked again.
ASKED_EVERY = 2.5 * LONGEST_START
#: So many answers in a row are of new processes when there are only new ones left.
ANSWERS = 12


def refuse_unless_renewable(running: Holder) -> None:
    if _since(running) is None:
        raise CannotStart(
            f"What runs ({running.what}) does not answer, or is of a release that cannot be "
            "renewed: end it, and start it again after this."
        )


def renew(running: Holder, home: Home) -> None:
    """Web first, each process when the next one is ready, then worker and beat."""
    began, asked = datetime.now(UTC), 0.0

    def all_new() -> bool:
        nonlocal asked
        if time.monotonic() > asked + ASKED_EVERY:
            asked = time.monotonic()
            os.kill(running.pid, RENEW_WEB)
        return all((_since(running) or began) > began for _ in range(ANSWERS))

    _wait(all_new, "The new web processes do not come up: those of before go on.")
    say(f"web is renewed, in {_seconds(began):.1f} s")
    began = datetime.now(UTC)
    os.kill(running.pid, RENEW_TASKS)
    with reaching.database(home) as where:
        _wait(lambda: _worked_since(where, began), "The new worker gives no sign of life.")
    say(f"worker and beat are renewed, in {_seconds(began):.1f} s")


def _since(running: Holder) -> datetime | None:
    """When the process began that answers; None where none does, or it does not say."""
    try:
        address = f"{running.what}/readyz"
        with urllib.request.urlopen(address, timeout=5) as answer:  # noqa: S310  the lock's
            return datetime.fromisoformat(json.load(answer)["since"])
    except (OSError, ValueError, KeyError):
        return None


def _worked_since(where: str, began: datetime) -> bool:
    query = "SELECT at > %s FROM boardgames_heartbeat WHERE name = 'worker'"
    with psycopg.connect(where) as connection:
        return connection.execute(query, [began]).fetchone() == (True,)


def _wait(true: Callable[[], bool], otherwise: str) -> None:
    until = time.monotonic() + PATIENCE
    while not true():
        if time.monotonic() > until:
            raise CannotStart(otherwise)
        time.sleep(0.2)


def _seconds(began: datetime) -> float:
    return (datetime.now(UTC) - began).total_seconds()
