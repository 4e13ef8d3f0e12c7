"""Requests as a browser sends them for a page's scripts."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from urllib.parse import urlencode

from isal import isal_zlib

from bench.client import Connection


class Browser:
    """Requests of one person, one after the other as a connection takes them."""

    def __init__(self, connection: Connection, count: Callable[[int], None]) -> None:
        """``count`` is told the bytes of each answer."""
        self.connection, self._count = connection, count
        self._free = asyncio.Lock()

    async def get(self, path: str, accept: str = "application/json") -> bytes:
        return await self._ask("GET", path, b"", f"Accept: {accept}\r\n")

    async def post(self, path: str, fields: dict[str, str]) -> bytes:
        """As ``fetch`` sends ``URLSearchParams``."""
        kind = "Content-Type: application/x-www-form-urlencoded;charset=UTF-8\r\n"
        body = urlencode(fields).encode()
        return await self._ask("POST", path, body, f"Accept: application/json\r\n{kind}")

    async def _ask(self, method: str, path: str, body: bytes, headers: str) -> bytes:
        async with self._free:
            before = self.connection.received
            answer = await self.connection.ask(method, path, body, headers)
            self._count(self.connection.received - before)
        return isal_zlib.decompress(answer, 31) if answer.startswith(b"\x1f\x8b") else answer
