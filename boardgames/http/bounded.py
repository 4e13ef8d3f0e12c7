"""A connection with limits in time and size, which uvicorn's HTTP lacks.

Headers must end within ``LONGEST_HEAD`` bytes and ``HEAD_SECONDS``, a body within
``MESSAGE_SECONDS``. A connection without a request is closed after ``HEAD_SECONDS``, an answered
one after uvicorn's ``--timeout-keep-alive``. WebSockets begin as requests do.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

LONGEST_HEAD = 65_536
HEAD_SECONDS = 20.0
#: More than ``wsgi_bridge.BODY_SECONDS``, after which a client that still sends gets an answer.
MESSAGE_SECONDS = 40.0
#: How long and how much a refused client may still send: it reads our answer once it listens.
FAREWELL_SECONDS, FAREWELL_BYTES = 2.0, 1_000_000
#: The parser gets at most this much at once, and is then checked.
SLICE = 16_384


class Bounded(HttpToolsProtocol):
    """A connection that is closed when its client stalls."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._timer: asyncio.TimerHandle | None = None
        self._unfinished = 0  # bytes since the last progress
        self._refused = self._is_upgraded = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._end_in(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_in(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            self._unfinished += len(data)
            if self._unfinished > FAREWELL_BYTES:
                self.transport.abort()
            return
        if self._timer is None:
            self._end_in(HEAD_SECONDS)
        for start in range(0, len(data), SLICE):
            if self._refused or self._is_upgraded or self.transport.is_closing():
                return
            piece = data[start : start + SLICE]
            self._unfinished += len(piece)
            super().data_received(piece)
            if self._unfinished > LONGEST_HEAD:
                self._refuse()

    def on_headers_complete(self) -> None:
        self._unfinished = 0
        self._end_in(MESSAGE_SECONDS)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._unfinished = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._unfinished = 0
        self._end_in(None)
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._end_in(None)
        self._is_upgraded = True
        super().handle_websocket_upgrade()

    def is_idle(self) -> bool:
        """Whether all requests have been answered."""
        answered = self.cycle is None or self.cycle.response_complete
        return answered and not self.transport.get_write_buffer_size()

    def _end_in(self, seconds: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        """End the connection, whose time is up, after any answer that is being sent."""
        self._timer = None
        self.transport.close()

    def _refuse(self) -> None:
        """Send the reason, unless another answer is on its way, and stop reading."""
        self._refused = True
        if self.is_idle():
            headers = b"content-length: 0\r\nconnection: close\r\n\r\n"
            self.transport.write(STATUS_LINE[431] + headers)
            self.transport.write_eof()
        self._end_in(None)
        self.loop.call_later(FAREWELL_SECONDS, self.transport.abort)
