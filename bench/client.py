"""A kept HTTP connection and a WebSocket, as cheap as they can be in Python.

The load client shares the cores with the service it measures, so there is nothing here that a load
does not need: no redirects, no chunked answers, no fragmented messages.
"""

from __future__ import annotations

import asyncio
import os
import re
import zlib
from base64 import b64encode
from collections.abc import Callable
from typing import cast
from urllib.parse import SplitResult, urlsplit

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_PING, _CLOSE, _TEXT, _BINARY = 0x9, 0x8, 0x1, 0x2
_COMPRESSED = 0x40


class Refused(Exception):
    """The service answered with an error, or not at all."""


class Connection(asyncio.Protocol):
    """One kept HTTP connection with headers for every request, for one request at a time."""

    def __init__(self, address: SplitResult, headers: str) -> None:
        self.address = address
        self.received = 0  # bytes of all answers, their heads included
        self._head = f"Host: {address.netloc}\r\n{headers}Content-Length: "
        self._buffer = b""
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None

    @classmethod
    async def open(cls, url: str, token: str) -> Connection:
        """Of a program."""
        return await cls.with_headers(
            url, f"Authorization: Bearer {token}\r\nContent-Type: application/json\r\n"
        )

    @classmethod
    async def with_headers(cls, url: str, headers: str) -> Connection:
        connection = cls(urlsplit(url), headers)
        await connection._connect()
        return connection

    async def _connect(self) -> None:
        host, port = self.address.hostname or "", self.address.port or 80
        await asyncio.get_running_loop().create_connection(lambda: self, host, port)

    async def ask(self, method: str, path: str, body: bytes = b"", headers: str = "") -> bytes:
        """The answer's body as it travelled. Raises Refused for a status of 400 and more."""
        if self._transport.is_closing():  # it was idle for long
            await self._connect()
        self._answer = asyncio.get_running_loop().create_future()
        request = f"{method} {path} HTTP/1.1\r\n{self._head}{len(body)}\r\n{headers}\r\n"
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
    """A WebSocket: ``heard`` is called with the content of each message. One that is ``compressed``
    takes compressed messages, as browsers do."""

    def __init__(self, heard: Callable[[bytes], None]) -> None:
        self.heard = heard
        self.received = 0  # bytes of all that came after the handshake
        self._inflater = zlib.decompressobj(-zlib.MAX_WBITS)
        self.closed: str = ""
        self._open: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._buffer = b""

    @classmethod
    async def open(
        cls,
        url: str,
        path: str,
        heard: Callable[[bytes], None],
        headers: str = "",
        *,
        compressed: bool = False,
    ) -> Socket:
        """``url`` is the service's, ``path`` may bring a token. Raises Refused."""
        if compressed:
            headers += "Sec-WebSocket-Extensions: permessage-deflate\r\n"
        address = urlsplit(url)
        transport, socket = await asyncio.get_running_loop().create_connection(
            lambda: cls(heard), address.hostname or "", address.port or 80
        )
        request = (
            f"GET {path} HTTP/1.1\r\nHost: {address.netloc}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}\r\n{headers}\r\n"
        )
        transport.write(request.encode())
        await socket._open
        return socket

    def send(self, text: bytes) -> None:
        """A short message, masked with zeros; none where the socket is closed."""
        if self._transport.is_closing():
            return
        length = len(text)
        head = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        self._transport.write(b"\x81" + head + bytes(4) + text)

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
            first, content = frame
            kind = first & 0x0F
            if first & _COMPRESSED:
                content = self._inflater.decompress(content + b"\0\0\xff\xff")
            if kind in (_TEXT, _BINARY):
                self.heard(content)
            elif kind == _PING:
                mask = bytes(4)
                self._transport.write(bytes([0x8A, 0x80 | len(content)]) + mask + content)
            elif kind == _CLOSE:
                self.closed = f"closed with {int.from_bytes(content[:2], 'big')}"
                self._transport.close()

    def _frame(self) -> tuple[int, bytes] | None:
        """The next whole frame's first byte and content."""
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
        self.received += start + length
        return buffer[0], buffer[start : start + length]

    def connection_lost(self, error: Exception | None) -> None:
        self.closed = self.closed or f"lost: {error}"
        if not self._open.done():
            self._open.set_exception(Refused("the connection was lost"))
