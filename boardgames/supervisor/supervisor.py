"""Starts all parts in order, keeps them running, and ends them all."""

import http.client
import os
import signal
import subprocess
import time
from contextlib import suppress
from http import HTTPStatus
from types import FrameType

from boardgames.environment import variables
from boardgames.supervisor import children, locking, parts
from boardgames.supervisor.address import Address
from boardgames.supervisor.children import Servant
from boardgames.supervisor.console import WIDTH, Console, print_line
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.heartbeat import Heartbeat
from boardgames.supervisor.home import Home
from boardgames.supervisor.parts import Part
from boardgames.supervisor.postgres import Postgres
from boardgames.supervisor.valkey import Valkey

READY_SECONDS = 120
#: A starting part delays the next one for at most this many seconds.
LONGEST_TURN = 30


class AskedToEnd(Exception):
    """SIGINT or SIGTERM came."""


class Supervisor:
    """One run of `script/server`. An empty URL means a server of our own."""

    def __init__(
        self, home: Home, address: Address, *, database_url: str, redis_url: str, demo: bool
    ) -> None:
        self.home, self.address, self.demo = home, address, demo
        self.database_url, self.redis_url = database_url, redis_url
        self.console = Console()
        self.heartbeat = Heartbeat(database_url or home.database_url)
        self.thoughts = Heartbeat(database_url or home.database_url, "thinking")
        self.parts: list[Part] = []
        self.asked_to_end = False

    def run(self) -> None:
        """Serve until a signal comes. Raises CannotStart when that is not possible (any more)."""
        self.home.create()
        with locking.environment(), locking.held(self.home, self.address.url):
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, self._note_signal)
            try:
                self._check_settings()
                self._start_servers()
                self._prepare()
                self._start_service()
                self._keep_running()
            except AskedToEnd:
                print_line("Ending.")
            finally:
                self._end()

    # --- the start, in order

    def _check_settings(self) -> None:
        """In production, start nothing and create no data while required settings are missing."""
        if variables.BOARDGAMES_ENV.read() == "production":
            self._command("check", "--deploy")

    def _start_servers(self) -> None:
        """Start our own PostgreSQL and Valkey, where no URL names others."""
        servers: list[tuple[str, Postgres | Valkey]] = []
        if not self.database_url:
            servers.append(("postgres", Postgres(self.home, Servant.needed())))
        if not self.redis_url:
            servers.append(("valkey", Valkey(self.home, Servant.needed())))
        for name, server in servers:
            server.prepare()
            part = Part(name, server.start, server.ending)
            self.parts.append(part)
            server.wait(self._start(part), pause=self._pause)

    def _prepare(self) -> None:
        self._command("prepare")
        if self.demo:
            self._command("demo")

    def _start_service(self) -> None:
        """Start the parts one after the other: all at once would take each as long as all
        together."""
        web = parts.web(self.address.host, self.address.port, self.home)
        for part in (web, parts.worker(), parts.beat(), parts.thinking()):
            self.parts.append(part)
            self._start(part)
            while self._is_starting(part):
                self._check_start()
                self._pause(0.1)
        while not self._answers():
            self._check_start()
            if time.monotonic() > web.started_at + READY_SECONDS:
                raise CannotStart(f"{self.address.url} does not answer within {READY_SECONDS} s.")
            self._pause(0.1)
        print_line(f"Ready: {self.address.url}")

    def _check_start(self) -> None:
        """Raise an error if a part ended before all were up: it is broken and would only fail
        again."""
        for part in self.parts:
            if part.ended() is not None:
                raise CannotStart(f"{part.name} ended at the start: its last lines say why.")

    def _is_starting(self, part: Part) -> bool:
        """Whether it has given no heartbeat yet and the next part still waits for one."""
        runs = time.monotonic() - part.started_at
        if part.process is None or part.is_up or runs > LONGEST_TURN:
            return False
        if part.name == "web":
            part.is_up = self._answers()
        elif part.name == "worker":
            part.is_up = self.heartbeat.has_come(since=part.started_at)
        else:
            part.is_up = True
        return not part.is_up

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(
            self.address.reachable_host, self.address.port, timeout=5
        )
        try:
            connection.request("GET", "/readyz", headers={"Host": self.address.host_header})
            return connection.getresponse().status == HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    # --- while it runs

    def _keep_running(self) -> None:
        while True:
            self._pause(0.2)
            for part in self.parts:
                if part.ended() is not None:
                    self._failed(part)
                elif part.process is None and self._may_start(part):
                    self._start(part)
            self._end_what_hangs()

    def _end_what_hangs(self) -> None:
        """End parts that hang, which are then restarted.

        Whether bots' processes work is known only while a beat sends ticks.
        """
        worker, beat, thinking = (
            next(part for part in self.parts if part.name == name)
            for name in ("worker", "beat", "thinking")
        )
        for heartbeat, hung, since in (
            (self.heartbeat, (worker, beat), max(worker.started_at, beat.started_at)),
            (self.thoughts, (thinking,), max(thinking.started_at, beat.started_at)),
        ):
            if heartbeat.is_lost(since):
                names = " and ".join(part.name for part in hung)
                print_line(
                    f"{hung[0].name:<{WIDTH}}| gives no sign of life: starting again {names}"
                )
                for part in hung:
                    if part.process:
                        children.kill_session(part.process)

    def _may_start(self, part: Part) -> bool:
        """Whether its pause is over, and what it needs is running."""
        if time.monotonic() < part.restart_at:
            return False
        return part.name in ("postgres", "valkey") or not any(map(self._is_starting, self.parts))

    def _failed(self, part: Part) -> None:
        """Schedule a restart, with pauses but without end: moves work without most parts."""
        code = part.ended()
        pause = part.note_failure()
        print_line(
            f"{part.name:<{WIDTH}}| ended ({_words_for(code)}), started again in {pause:.0f} s"
        )

    def _start(self, part: Part) -> "subprocess.Popen[bytes]":
        output = self.console.open(part.name)
        try:
            return part.start(output)
        finally:
            os.close(output)

    def _command(self, name: str, *words: str) -> None:
        """Run a management command to its end."""
        part = Part(name, parts.management(name, *words))
        self.parts.append(part)
        self._start(part)
        while (code := part.ended()) is None:
            self._pause(0.1)
        self.parts.remove(part)
        self._drain()
        if code:
            command = " ".join(["manage.py", name, *words])
            raise CannotStart(f"`{command}` failed: its last lines say why.")

    def _pause(self, seconds: float) -> None:
        """Wait while printing the children's lines; a signal ends the wait."""
        self.console.pump(seconds)
        if self.asked_to_end:
            raise AskedToEnd

    def _note_signal(self, number: int, frame: FrameType | None) -> None:
        self.asked_to_end = True

    # --- the end

    def _end(self) -> None:
        """End the service's parts at once, then the servers they need, the last started first."""
        service = [part for part in self.parts if part.name not in ("postgres", "valkey")]
        servers = [part for part in self.parts if part not in service]
        for group in (service, *([server] for server in reversed(servers))):
            self._end_together(group)
        self._drain()

    def _end_together(self, group: list[Part]) -> None:
        running = [(part, part.process) for part in group if part.process]
        for part, process in running:
            with suppress(ProcessLookupError):
                process.send_signal(part.ending)
        for part, process in running:
            until = time.monotonic() + part.patience
            while process.poll() is None and time.monotonic() < until:
                self.console.pump(0.05)
            children.kill_session(process)

    def _drain(self) -> None:
        for _ in range(20):
            self.console.pump(0)


def _words_for(code: int | None) -> str:
    if code is not None and code < 0:
        return signal.Signals(-code).name
    return f"exit {code}"
