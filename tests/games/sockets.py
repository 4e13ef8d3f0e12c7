"""Following a game as its page does, and moving as a program does."""

import json
import time
import urllib.error
import urllib.request
import zlib
from contextlib import ExitStack
from types import TracebackType
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from accounts.models import User
from accounts.sessions import tokens


class Follower:
    """An open socket on a game; ``heard`` are the messages so far."""

    def __init__(
        self,
        address: str,
        game_id: int,
        user: User | None = None,
        *,
        more: str = "",
        headers: dict[str, str] | None = None,
    ) -> None:
        token = f"token={tokens.mint(user, 'follower')}" if user else ""
        url = f"{address.replace('http', 'ws')}/ws/games/{game_id}/?{token}{more}"
        self.open = ExitStack()
        self.socket = self.open.enter_context(
            connect(url, additional_headers=headers, open_timeout=15)
        )
        self.heard: list[dict[str, Any]] = []
        self.reason = ""

    def __enter__(self) -> "Follower":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.open.close()

    def hears(self, *, within: float = 15, **wanted: Any) -> dict[str, Any]:
        """Wait for a message with these values; what came before it is in ``heard``."""
        until = time.monotonic() + within
        while True:
            left = until - time.monotonic()
            message = self.read(self.socket.recv(timeout=max(left, 0.001)))
            self.heard.append(message)
            if wanted.items() <= message.items():
                return dict(message)

    def hears_nothing_new(self, type_: str = "game", seconds: float = 0.4) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            try:
                message = self.read(self.socket.recv(timeout=left))
            except TimeoutError:
                return
            assert message["type"] != type_, message

    @staticmethod
    def read(message: str | bytes) -> dict[str, Any]:
        """A message, also one that is compressed."""
        found = json.loads(message if isinstance(message, str) else zlib.decompress(message))
        assert isinstance(found, dict)
        return found

    def says(self, **data: Any) -> None:
        self.socket.send(json.dumps(data))

    def closes_with(self, within: float = 15) -> int:
        """The code with which the server closes the socket, whose ``reason`` is then known."""
        until = time.monotonic() + within
        while True:
            try:
                self.socket.recv(timeout=max(until - time.monotonic(), 0.001))
            except ConnectionClosed as closed:
                self.reason = closed.rcvd.reason if closed.rcvd else ""
                return closed.rcvd.code if closed.rcvd else 1006


def call(
    address: str, path: str, user: User, data: Any = None, method: str = "POST"
) -> tuple[int, Any]:
    """One API call over HTTP: status and JSON."""
    request = urllib.request.Request(
        f"{address}/api/v1/{path}",
        data=None if method == "GET" else json.dumps(data or {}).encode(),
        method=method,
        headers={
            "Authorization": f"Bearer {tokens.mint(user, 'caller')}",
            "Content-Type": "application/json",
        },
    )
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)
