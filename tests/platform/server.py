"""`script/server` as a person starts it, with a data folder of its own."""

import http.client
import os
import queue
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from fcntl import LOCK_EX, flock
from functools import cache
from pathlib import Path
from urllib.parse import urlsplit

import psutil

from boardgames.supervisor.home import CHECKOUT, Home


class Server:
    """One running supervisor; its lines are in `lines`. `within`: a command that runs it."""

    def __init__(
        self, home: Home, *words: str, within: Sequence[str] = (), **variables: str
    ) -> None:
        self.home = home
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [*within, sys.executable, "-m", "boardgames.supervisor", "--port", "0", *words],
            env={
                **environment_without_servers(),
                "BOARDGAMES_HOME": str(home.folder),
                **variables,
            },
            cwd=CHECKOUT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._new: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.append(line.rstrip())
            self._new.put(line.rstrip())

    def wait_for(self, words: str, seconds: float = 150) -> str:
        """The next line with these words."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self._new.get(timeout=max(0.01, until - time.monotonic()))
            except queue.Empty:
                raise AssertionError(f"no {words!r} in {self.lines}") from None
            if words in line:
                return line

    def ready(self) -> "Server":
        self.url = self.wait_for("Ready: ").removeprefix("Ready: ")
        return self

    def get(self, path: str) -> tuple[int, str]:
        """Status and text, or status 0 when nobody answers."""
        connection = http.client.HTTPConnection(urlsplit(self.url).netloc, timeout=5)
        try:
            connection.request("GET", path)
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        except (OSError, http.client.HTTPException):
            return 0, ""
        finally:
            connection.close()

    def descendants(self) -> list[psutil.Process]:
        found: list[psutil.Process] = psutil.Process(self.process.pid).children(recursive=True)
        return found

    def part(self, words: str) -> psutil.Process:
        """Our direct child with these words in its command; an IndexError where there is none."""
        return self.parts(words)[0]

    def parts(self, words: str) -> list[psutil.Process]:
        """The same; none while it is being started anew."""
        children = psutil.Process(self.process.pid).children()
        return [child for child in children if words in command(child)]

    def end(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Sends a signal and waits for the end; gives the exit code."""
        self.process.send_signal(how)
        return self.process.wait(90)


def command(process: psutil.Process) -> str:
    """The words it was started with; none once it has ended."""
    try:
        return " ".join(process.cmdline())
    except psutil.NoSuchProcess:
        return ""


def alive(processes: Iterable[psutil.Process]) -> list[psutil.Process]:
    """Those still at work; a dead one that nobody has collected yet is none of them."""

    def works(process: psutil.Process) -> bool:
        try:
            return bool(process.is_running() and process.status() != psutil.STATUS_ZOMBIE)
        except psutil.NoSuchProcess:
            return False

    return [process for process in processes if works(process)]


def environment_without_servers() -> dict[str, str]:
    """As it was before the tests named their own PostgreSQL and Valkey in it, and told Django what
    suits tests alone."""
    ours = (
        *("DATABASE_URL", "REDIS_URL", "HINT_MILLISECONDS"),
        *("BOARDGAMES_ENV", "BOARDGAMES_HOME"),
    )
    return {
        name: value
        for name, value in os.environ.items()
        if name not in ours and not name.startswith("DJANGO_")
    }


def production(folder: Path) -> dict[str, str]:
    """All that an operator has to say; his own pages are made in the folder."""
    for name in ("imprint", "privacy"):
        (folder / f"{name}.en.txt").write_text("What only the operator can say.")
    return {
        "BOARDGAMES_ENV": "production",
        "DEBUG": "",
        "SITE_URL": "https://games.example.org",
        "EMAIL_URL": "smtp://127.0.0.1:1",
        "CONTACT": "help@example.org",
        "NOTICES": str(folder),
    }


# What the service does at its first start in a folder, without the service.
FIRST_START = """
from boardgames.supervisor import reaching, restore
from boardgames.supervisor.home import Home
with reaching.database(Home.default()):
    restore.manage("prepare")
"""


@cache
def _used_before() -> Home:
    """One for all processes of a test run: whoever needs it first makes it, the others wait."""
    shared = Path(os.environ["TEST_RUN_FOLDER"])
    home = Home(shared / "used")
    with (shared / "used.lock").open("w") as lock:
        flock(lock, LOCK_EX)
        if not home.folder.exists():
            _start_first(home)
    return home


def _start_first(home: Home) -> None:
    made = new_home()
    env = {**environment_without_servers(), "BOARDGAMES_HOME": str(made.folder)}
    subprocess.run([sys.executable, "-c", FIRST_START], env=env, cwd=CHECKOUT, check=True)
    made.folder.rename(home.folder)


def used_home() -> Home:
    """A copy of one in which the service has been: making the database takes as long as all the
    rest of a start."""
    home = new_home()
    subprocess.run(["cp", "-a", f"{_used_before().folder}/.", str(home.folder)], check=True)
    return home


def new_home() -> Home:
    # Not pytest's tmp_path: where we are root, the database's user could not get there.
    return Home(Path(tempfile.mkdtemp(prefix="boardgames-server-")))


def remove(home: Home) -> None:
    shutil.rmtree(home.folder, ignore_errors=True)


def eventually(condition: Callable[[], bool], seconds: float = 90) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


def database_url(url: str, name: str) -> str:
    """The address of another database of the same server."""
    return urlsplit(url)._replace(path=f"/{name}").geturl()
