"""The processes of the service: how each is started, when it is started again, how it ends."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import IO, Protocol

from boardgames.supervisor import children
from boardgames.supervisor.home import CHECKOUT, Home

Process = subprocess.Popen[bytes]

WEB_WORKERS = 2
# Seconds that a web process may take to its start when it replaces another.
LONGEST_START = 60
# Mail may hold two (MAIL_SENDERS), letters about accounts, push messages and webhooks one each, for
# as long as the other side hangs; one is then left for deadlines and bots.
TASK_WORKERS = 6
TASKS = "deadlines,mail,push,bots"
# Of each process that thinks for bots; it is replaced when it has grown beyond.
THINKING_KILOBYTES = 500_000

# A part that ran this long has worked: its earlier failures are forgotten, and it is soon back.
HEALTHY_SECONDS = 10
LONGEST_PAUSE = 15


class Starter(Protocol):
    """Starts a process that writes to `output`."""

    def __call__(self, output: int | IO[bytes] | None) -> Process: ...


@dataclass
class Part:
    """A process that is kept running. `patience`: seconds it may take to end; `is_up`: it has given
    a sign of life since its start."""

    name: str
    starter: Starter
    ending: signal.Signals = signal.SIGTERM
    patience: float = 15
    process: Process | None = None
    started_at: float = 0.0
    failures: int = 0
    restart_at: float = 0.0
    is_up: bool = False

    def start(self, output: int) -> Process:
        self.process = self.starter(output)
        self.started_at, self.is_up = time.monotonic(), False
        return self.process

    def ended(self) -> int | None:
        """The exit code, or None while it runs or waits to be started again."""
        return self.process.poll() if self.process else None

    def note_failure(self) -> float:
        """Counts a failure; gives the pause in seconds before the next start."""
        if self.process:
            children.kill_session(self.process)
        if time.monotonic() - self.started_at > HEALTHY_SECONDS:
            self.failures = 0
        self.failures += 1
        self.process = None
        pause = min(2.0 ** (self.failures - 1), LONGEST_PAUSE)
        self.restart_at = time.monotonic() + pause
        return pause


def web(host: str, port: int, home: Home) -> Part:
    """HTTP and WebSockets. Addresses behind a proxy are read by Django (TRUSTED_PROXIES)."""
    command = [
        *("boardgames.http.uvicorn", "boardgames.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--http", "boardgames.http.affinity:Protocol"),
        *("--workers", str(WEB_WORKERS), "--ws-max-size", "16384", "--ws-ping-interval", "20"),
        # What is long and for many is compressed once (`games.live.pages`), not for each socket.
        *("--ws-per-message-deflate", "false"),
        *("--timeout-keep-alive", "75", "--timeout-graceful-shutdown", "10"),
        *("--timeout-worker-healthcheck", str(LONGEST_START)),
        *("--no-access-log", "--no-proxy-headers"),
        *("--no-server-header", "--log-config", str(CHECKOUT / "boardgames" / "uvicorn.json")),
    ]
    variables = {
        "DATABASE_CONNECTIONS": "pool",
        "PROMETHEUS_MULTIPROC_DIR": str(home.metrics),
        "WEB_SOCKETS": str(home.web),
    }
    return Part("web", python_module(command, **variables))


def worker(tasks: str = TASKS) -> Part:
    command = [
        *("celery", "--quiet", "-A", "boardgames", "worker"),
        *("--queues", tasks, "--concurrency", str(TASK_WORKERS)),
        *("--without-gossip", "--without-mingle"),
    ]
    return Part("worker", python_module(command, DATABASE_CONNECTIONS="keep"))


def thinking() -> Part:
    """Thinks for bots with the cores that people leave free: all but one, if there are two."""
    processes = max(1, len(os.sched_getaffinity(0)) - 1)
    command = [
        *("celery", "--quiet", "-A", "boardgames", "worker", "--hostname", "thinking@%h"),
        *("--queues", "thinking", "--concurrency", str(processes)),
        *("--max-memory-per-child", str(THINKING_KILOBYTES)),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]
    return Part("thinking", _starter(["nice", "-n", "15", sys.executable, "-m", *command]))


def beat() -> Part:
    """Keeps nothing on disk: every entry is a tick that may be missed."""
    command = [
        *("celery", "--quiet", "-A", "boardgames", "beat"),
        *("--scheduler", "boardgames.celery.beat:OneBeat"),
    ]
    return Part("beat", python_module(command))


def management(*words: str) -> Starter:
    """A management command that ends by itself."""
    return _starter([sys.executable, str(CHECKOUT / "manage.py"), *words])


def python_module(command: list[str], **variables: str) -> Starter:
    return _starter([sys.executable, "-m", *command], **variables)


def _starter(command: list[str], **variables: str) -> Starter:
    def start(output: int | IO[bytes] | None) -> Process:
        env = {**os.environ, "PYTHONUNBUFFERED": "1", **variables}
        return children.start_child(command, env=env, cwd=CHECKOUT, output=output)

    return start
