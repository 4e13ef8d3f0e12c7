"""An older release with running games is upgraded to this commit under load, by its own means."""

import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boardgames.supervisor.console import say
from boardgames.supervisor.home import CHECKOUT, Home
from tests.faults.load import Load
from tests.faults.telling import left_to_tell

#: People at each table; one alone plays against a bot.
TABLES = (2, 2, 3, 1)
BEFORE, AFTER = 10, 10  # seconds of play


def run(old: str = "HEAD~1", new: str = "HEAD") -> None:
    """``old`` has to know ``script/upgrade``; both are commits of this checkout."""
    new = git(CHECKOUT, "rev-parse", new)
    with tempfile.TemporaryDirectory(prefix="boardgames-drill-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        home, checkout = Home(folder / "home"), folder / "checkout"
        home.create()
        git(CHECKOUT, "clone", "--quiet", "--local", str(CHECKOUT), str(checkout))
        git(checkout, "checkout", "--quiet", "--detach", git(CHECKOUT, "rev-parse", old))
        (checkout / ".venv").symlink_to((CHECKOUT / ".venv").resolve())
        with serving(checkout, home) as url:
            people = python(checkout, home, "tests.faults.people", str(sum(TABLES)))
            load = Load(plan(people, url))
            try:
                time.sleep(BEFORE)
                moves, began = load.answered, time.monotonic()
                subprocess.run(
                    [sys.executable, "-m", "boardgames.supervisor.upgrade", new],
                    cwd=checkout, env=environment(home), check=True,
                )  # fmt: skip
                seconds = time.monotonic() - began
                say(f"upgraded in {seconds:.0f} s; {load.answered - moves} moves meanwhile")
                time.sleep(AFTER)
                journal = load.end()
            finally:
                load.kill()
            until = time.monotonic() + 60
            while left_to_tell(home.database_url) and time.monotonic() < until:
                time.sleep(0.5)
            text = json.dumps(journal)
            wrong = journal["wrong"] + python(checkout, home, "tests.faults.audit", text=text)
        say(f"{len(journal['moved'])} moves in {len(journal['games'])} games; repeated tries:")
        say(f"{journal['troubles']}; {journal['missed']} news missed; wrong: {wrong[:5]}")
        if wrong:
            sys.exit(1)


def plan(people: list[dict[str, str]], url: str) -> dict[str, Any]:
    seats = iter({**person, "addresses": [url]} for person in people)
    types = ["imhotep", "bali"]
    tables = [[next(seats) for _ in range(size)] for size in TABLES]
    return {"tables": tables, "types": types, "seed": random.randrange(1000)}


@contextmanager
def serving(checkout: Path, home: Home) -> Iterator[str]:
    process = subprocess.Popen(
        [sys.executable, "-m", "boardgames.supervisor", "--port", "0"],
        cwd=checkout, env=environment(home), stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        for line in process.stdout or ():
            if line.startswith("Ready: "):
                break
        else:
            raise SystemExit("the older release does not start")
        log = (home.folder / "log").open("w")
        subprocess.Popen(["cat"], stdin=process.stdout, stdout=log)
        yield line.removeprefix("Ready: ").strip()
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(90)


def environment(home: Home) -> dict[str, str]:
    hidden = ("DATABASE_URL", "REDIS_URL", "BOARDGAMES_ENV")
    ours = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**ours, "BOARDGAMES_HOME": str(home.folder)}


def python(checkout: Path, home: Home, module: str, *words: str, text: str = "") -> Any:
    """What a module of the checkout prints, as JSON."""
    command = [sys.executable, "-m", module, *words]
    done = subprocess.run(
        command, cwd=checkout, env=environment(home), input=text, text=True, check=True,
        stdout=subprocess.PIPE,
    )  # fmt: skip
    return json.loads(done.stdout)


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(
        ["git", *words], cwd=folder, check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()
