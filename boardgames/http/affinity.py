"""Sends all requests for a game to one of the web processes that share a port.

What a process has drawn and read of a game is ready for the next reader who reaches the same
process, but the kernel may give a connection to any of them. So a process that gets a request for a
game hands the connection, with what it has read so far, to the process that the game's number
names: of two processes the first has all even games. uvicorn loads this by ``--http``.

It is only an optimisation: every process can answer everything. If the other process has gone, is
starting or is full, or if ``WEB_SOCKETS`` names no folder, the connection stays where it is.
"""

from __future__ import annotations

import asyncio
import os
import re
import socket
import time
from array import array
from collections import Counter
from fcntl import LOCK_EX, LOCK_NB, flock
from functools import partial
from pathlib import Path
from typing import Any

import structlog

from boardgames.environment import variables
from boardgames.http import cores
from boardgames.http.bounded import Bounded

log = structlog.get_logger(__name__)

_ASKS_FOR_A_GAME = re.compile(rb"[A-Z]+ (?:/ws)?/games/([0-9]{1,18})/")
#: Bytes that may be handed over with a connection; a longer beginning is answered on the spot.
LONGEST = 65_536
#: Connections handed over per game and minute: if a thousand people watch a game, all processes
#: share the work.
MOST_IN_A_MINUTE = 50


class Protocol(Bounded):
    """A connection. ``begun`` is what another process has already read from it."""

    def __init__(self, *given: Any, begun: bytes = b"", **named: Any) -> None:
        super().__init__(*given, **named)
        self._begun = begun
        self._between_requests = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        _open_mailbox(self)
        if self._begun:
            self.data_received(self._begun)

    def data_received(self, data: bytes) -> None:
        if not (self._between_requests and self._hand_over(data)):
            super().data_received(data)

    def on_message_begin(self) -> None:
        self._between_requests = False
        super().on_message_begin()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._between_requests = True

    def _hand_over(self, data: bytes) -> bool:
        asked = _ASKS_FOR_A_GAME.match(data)
        if _mailbox is None or asked is None or not self.is_idle():
            return False
        if not _mailbox.send(int(asked[1]), self.transport, data):
            return False
        self.transport.abort()  # our end of it: the other process has its own
        return True


class _Mailbox:
    """Where others hand connections to this process, number ``number`` in ``folder``."""

    def __init__(self, folder: Path, number: int, lock: int, server: Protocol) -> None:
        self.folder, self.number, self._lock, self._loop = folder, number, lock, server.loop
        self._protocol = partial(
            type(server),
            config=server.config,
            server_state=server.server_state,
            app_state=server.app_state,
        )
        self._processes = server.config.workers
        self._sent, self._minute = Counter[int](), 0.0
        self._over = False
        self._opening: set[asyncio.Task[None]] = set()
        # uvicorn tells all of these to end.
        self._connections: set[Any] = server.server_state.connections
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        address = self._address(number)
        address.unlink(missing_ok=True)  # left by a process that was killed
        self._socket.bind(str(address))
        self._loop.add_reader(self._socket.fileno(), self._receive)
        self._connections.add(self)  # type: ignore[arg-type]

    def send(self, game: int, transport: asyncio.BaseTransport, begun: bytes) -> bool:
        """Hand a connection to the process of this game; False if it stays with this one."""
        number = game % self._processes
        if number == self.number or len(begun) > LONGEST or self._is_crowded(game):
            return False
        connection = transport.get_extra_info("socket").fileno()
        along = socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection])
        try:
            self._socket.sendmsg([begun], [along], 0, str(self._address(number)))
        except OSError:  # nobody listens there, or the mailbox is full
            return False
        return True

    def shutdown(self) -> None:
        """Accept no more, as the process ends. It still answers what it has accepted."""
        self._over = True
        self._loop.remove_reader(self._socket.fileno())
        self._address(self.number).unlink(missing_ok=True)  # somebody may have deleted it
        while self._receive():
            pass
        self._socket.close()
        os.close(self._lock)
        self._connections.discard(self)

    def _receive(self) -> bool:
        try:
            begun, connections, _flags, _sender = socket.recv_fds(self._socket, LONGEST, 1)
        except BlockingIOError:
            return False
        for connection in connections:
            opening = self._loop.create_task(self._open(connection, begun))
            self._opening.add(opening)
            opening.add_done_callback(self._opening.discard)
        return True

    async def _open(self, connection: int, begun: bytes) -> None:
        accepted = socket.socket(fileno=connection)
        accepted.setblocking(False)
        protocol = partial(self._protocol, begun=begun)
        _transport, opened = await self._loop.connect_accepted_socket(protocol, accepted)
        if self._over:
            opened.shutdown()  # after the answer to the request that has begun

    def _is_crowded(self, game: int) -> bool:
        minute = time.monotonic() // 60
        if minute != self._minute:
            self._sent, self._minute = Counter(), minute
        self._sent[game] += 1
        return self._sent[game] > MOST_IN_A_MINUTE

    def _address(self, number: int) -> Path:
        return self.folder / f"web.{number}"


_folder = variables.WEB_SOCKETS.read()
_mailbox: _Mailbox | None = None


def _open_mailbox(server: Protocol) -> None:
    """Take the first free number, if this process has none.

    None is free while the process that this one replaces is still running.
    """
    global _folder, _mailbox
    if _mailbox is not None or _folder is None:
        return
    try:
        _folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for number in range(server.config.workers):
            lock = _locked(_folder / f"web.{number}.lock")
            if lock is not None:
                _mailbox = _Mailbox(_folder, number, lock, server)
                cores.keep_to_one(number, server.config.workers)
                return
    except OSError as error:
        log.warning("connections stay where they arrive", folder=str(_folder), error=str(error))
        _folder = None


def _locked(file: Path) -> int | None:
    lock = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        flock(lock, LOCK_EX | LOCK_NB)
    except BlockingIOError:
        os.close(lock)
        return None
    return lock
