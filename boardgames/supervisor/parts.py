"""The processes of the service: how each is started, restarted and ended."""

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
# Seconds that a web process may take to start when it replaces another.
LONGEST_START = 60
# While the other side hangs, e-mail may occupy two (MAIL_SENDERS), and account e-mails, push
# messages and webhooks one each; then one is left for deadlines and bots.
TASK_WORKERS = 6
TASKS = "deadlines,mail,push,bots"
# Of each process that computes bots' moves; beyond it the process is replaced.
THINKING_KILOBYTES = 500_000

# A part that ran this long worked: its earlier failures are forgotten, and it restarts soon.
HEALTHY_SECONDS = 10
LONGEST_PAUSE = 15


class Starter(Protocol):
    """Starts a process that writes to `output`."""

    def __call__(self, output: int | IO[bytes] | None) -> Process: ...


@dataclass
class Part:
    """A process that is kept running.

    `patience`: seconds it may take to end; `is_up`: it has given a heartbeat since its start.
    """

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
        """The exit code, or None while it runs or waits for a restart."""
        return self.process.poll() if self.process else None

    def note_failure(self) -> float:
        """Count a failure; return the pause in seconds before the next start."""
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
    """HTTP and WebSockets. Django reads addresses behind a proxy (TRUSTED_PROXIES)."""
    command = [
        *("boardgames.http.uvicorn", "boardgames.asgi:application"),
        *("--host", host, "--port", str(port)),
        *("--http", "boardgames.http.affinity:Protocol"),
        *("--workers", str(WEB_WORKERS), "--ws-max-size", "16384", "--ws-ping-interval", "20"),
        # Long texts for many sockets are compressed once (`games.live.pages`), not per socket.
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
    """Computes bots' moves on all cores but one, if there are at least two."""
    processes = max(1, len(os.sched_getaffinity(0)) - 1)
    command = [
        *("celery", "--quiet", "-A", "boardgames", "worker", "--hostname", "thinking@%h"),
        *("--queues", "thinking", "--concurrency", str(processes)),
        *("--max-memory-per-child", str(THINKING_KILOBYTES)),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    ]
    return Part("thinking", _starter(["nice", "-n", "15", sys.executable, "-m", *command]))


def beat() -> Part:
    """Stores nothing on disk: every entry is a tick that may be missed."""
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
