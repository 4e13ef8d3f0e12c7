"""A small HTTP client: one kept connection, JSON in and out, as cheap as it can be in Python."""

import asyncio
import json
from typing import Any
from urllib.parse import urlsplit


class Refused(Exception):
    """The service answered with an error."""


class Client:
    """Calls the API in one user's name."""

    def __init__(self, url: str, user: str, token: str) -> None:
        self.address = urlsplit(url)
        self.user = user
        self.token = token
        self.received = 0  # bytes of all bodies
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def call(self, method: str, path: str, body: Any = None) -> Any:
        """The answer's JSON. Raises Refused for a status of 400 and more."""
        data = b"" if body is None else json.dumps(body).encode()
        head = (
            f"{method} /api/v1{path} HTTP/1.1\r\nHost: {self.address.netloc}\r\n"
            f"Authorization: Bearer {self.token}\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(data)}\r\n\r\n"
        )
        if self._streams is None:
            self._streams = await asyncio.open_connection(self.address.hostname, self.address.port)
        reader, writer = self._streams
        writer.write(head.encode() + data)
        status_line, *headers = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next(
            int(h.split(":")[1]) for h in headers if h.lower().startswith("content-length")
        )
        answer = await reader.readexactly(length)
        self.received += length
        if int(status_line.split()[1]) >= 400:
            raise Refused(f"{method} {path}: {status_line}: {answer.decode()[:300]}")
        return json.loads(answer)

    async def close(self) -> None:
        if self._streams:
            self._streams[1].close()
            await self._streams[1].wait_closed()
