"""A kept HTTP connection and a WebSocket, as cheap as they can be in Python.

The load client shares the cores with the service it measures, so there is nothing here that a load
does not need: no redirects, no chunked answers, no compression, no fragmented messages.
"""

from __future__ import annotations

import asyncio
import os
import re
from base64 import b64encode
from collections.abc import Callable
from typing import cast
from urllib.parse import SplitResult, urlsplit

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_PING, _CLOSE, _TEXT = 0x9, 0x8, 0x1


class Refused(Exception):
    """The service answered with an error, or not at all."""


class Connection(asyncio.Protocol):
    """One kept HTTP connection in one user's name, for one request at a time."""

    def __init__(self, address: SplitResult, token: str) -> None:
        self.address = address
        self.received = 0  # bytes of all answers, their heads included
        self._head = (
            f"Host: {address.netloc}\r\nAuthorization: Bearer {token}\r\n"
            "Content-Type: application/json\r\nContent-Length: "
        )
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    @classmethod
    async def open(cls, url: str, token: str) -> Connection:
        connection = cls(urlsplit(url), token)
        await connection._connect()
        return connection

    async def _connect(self) -> None:
        host, port = self.address.hostname or "", self.address.port or 80
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)

    async def ask(self, method: str, path: str, body: bytes = b"") -> bytes:
        """The answer's body. Raises Refused for a status of 400 and more."""
        if self._transport.is_closing():  # it was idle for long
            await self._connect()
        self._answer = asyncio.get_running_loop().create_future()
        request = f"{method} {path} HTTP/1.1\r\n{self._head}{len(body)}\r\n\r\n"
        self._transport.write(request.encode() + body)
        status, answer = await self._answer
        if status >= 400:
            raise Refused(f"{method} {path}: {status} {answer[:300]!r}")
        return answer

    def close(self) -> None:
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        buffer = self._buffer = self._buffer + data if self._buffer else data
        end = buffer.find(b"\r\n\r\n") + 4
        if end == 3:
            return
        length = _LENGTH.search(buffer, 0, end)
        if len(buffer) - end >= (int(length[1]) if length else 0):
            self._buffer = b""
            if self._answer and not self._answer.done():
                self._answer.set_result((int(buffer[9:12]), buffer[end:]))

    def connection_lost(self, error: Exception | None) -> None:
        if self._answer and not self._answer.done():
            self._answer.set_exception(Refused(f"the connection was lost: {error}"))


class Socket(asyncio.Protocol):
    """A WebSocket that only listens: ``heard`` is called with the text of each message."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.closed: str = ""
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""

    @classmethod
    async def open(cls, url: str, path: str, heard: Callable[[bytes], None]) -> Socket:
        """``url`` is the service's, ``path`` may bring a token. Raises Refused."""
        address = urlsplit(url)
        transport, socket = await asyncio.get_running_loop().create_connection(
            lambda: cls(heard), address.hostname or "", address.port or 80
        )
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n\r\n"
        )
        transport.write(request.encode())
        await socket._open
        return socket

    def close(self) -> None:
        self.closed = "by us"
        self._transport.close()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._open.done():
            end = self._buffer.find(b"\r\n\r\n")
            if end < 0:
                return
            if self._buffer[9:12] != b"101":
                self._open.set_exception(Refused(f"no WebSocket: {self._buffer[:80]!r}"))
                return
            self._buffer = self._buffer[end + 4 :]
            self._open.set_result(None)
        while (frame := self._frame()) is not None:
            kind, content = frame
            if kind == _TEXT:
                self.heard(content)
            elif kind == _PING:
                mask = bytes(4)
                self._transport.write(bytes([0x8A, 0x80 | len(content)]) + mask + content)
            elif kind == _CLOSE:
                self.closed = f"closed with {int.from_bytes(content[:2], 'big')}"
                self._transport.close()

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame's kind and content."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 0x7F, 2
        if length >= 126:
            start = 4 if length == 126 else 10
            if len(buffer) < start:
                return None
            length = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + length:
            return None
        self._buffer = buffer[start + length :]
        return buffer[0] & 0x0F, buffer[start : start + length]

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = self.closed or f"lost: {error}"
        if not self._open.done():
            self._open.set_exception(Refused("the connection was lost"))
