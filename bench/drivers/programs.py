"""Our own service as programs use it: the API for moves, the game's WebSocket for news.

A move is one POST, whose answer has the new position and the player's next choices, if he has any.
Everybody else is sent it by the WebSocket (``?with=game``), or asks for it where that was not so.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec

from bench.client import Connection, Socket
from bench.drivers import Settings


class _Choice(msgspec.Struct):
    choice: list[Any]
    example: list[Any] | None = None  # of a choice with amounts


class _Decision(msgspec.Struct):
    answer: list[Any] | None
    choices: list[_Choice]


class _Game(msgspec.Struct):
    """What a player needs of the answer; the rest is skipped, as a program that plays would."""

    id: int
    status: str
    version: int
    decision: _Decision | None
    log: list[msgspec.Raw]


class _News(msgspec.Struct):
    type: str
    version: int = 0
    game: _Game | None = None


class _Entry(msgspec.Struct):
    version: int


_game = msgspec.json.Decoder(_Game).decode
_entry = msgspec.json.Decoder(_Entry).decode
_news = msgspec.json.Decoder(_News).decode
_encode = msgspec.json.Encoder().encode


def driver(settings: Settings) -> Service:
    return Service(**settings)


class Service:
    """``people`` are names and tokens; those of one table sit together again and again."""

    def __init__(
        self, url: str, websocket: str, type: str, people: list[tuple[str, str, str]]
    ) -> None:
        self.url, self.websocket, self.type, self.people = url, websocket, type, people
        self.requests = self.messages = self.received = self.tables = 0
        self._connections: dict[str, Connection] = {}

    async def table(self, number: int, players: int) -> Sequence[Seated]:
        first = number * 4
        tokens = [token for _name, token, _cookie in self.people[first : first + players]]
        connections = [await self._connection(token) for token in tokens]
        new = _encode({"type": self.type, "players": players})
        self.tables += 1
        turn = self.tables % players  # one person may make only so many games in a minute
        maker, *others = connections[turn:] + connections[:turn]
        made = _game(await self.ask(maker, "POST", "/games", new))
        for connection in others:
            await self.ask(connection, "POST", f"/games/{made.id}/join", b"{}")
        seated = [
            Seated(self, made.id, token, connection)
            for token, connection in zip(tokens, connections, strict=True)
        ]
        await asyncio.gather(*(player.sit_down() for player in seated))
        return seated

    async def _connection(self, token: str) -> Connection:
        if token not in self._connections:
            self._connections[token] = await Connection.open(self.url, token)
        return self._connections[token]

    async def ask(self, connection: Connection, method: str, path: str, body: bytes = b"") -> bytes:
        before = connection.received
        answer = await connection.ask(method, f"/api/v1{path}", body)
        self.requests += 1
        self.received += connection.received - before
        return answer


class Seated:
    """A player of one game."""

    def __init__(self, service: Service, game: int, token: str, connection: Connection) -> None:
        self.service, self.token, self.connection = service, token, connection
        self.path = f"/games/{game}"
        self.version, self.choices, self.over = -1, list[Any](), False
        self._log: dict[int, list[bytes]] = {}  # what happened, by version
        self._newest = -1  # version that the server has told of
        self._noticed = -1  # version that ``news`` has given
        self._something = asyncio.Event()

    async def sit_down(self) -> None:
        path = f"/ws{self.path}/?token={self.token}&with=game"
        self.socket = await Socket.open(self.service.websocket, path, self._heard)
        await self.look()

    async def choose(self, choice: Any) -> None:
        move = _encode({"choice": choice, "version": self.version})
        answer = await self.service.ask(self.connection, "POST", f"{self.path}/moves", move)
        self._show(_game(answer))
        self._noticed = self.version

    async def news(self, seconds: float) -> int | None:
        if self._newest <= self._noticed:
            self._something.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._something.wait()
            except TimeoutError:
                return None
        if self._newest <= self._noticed:
            return None
        self._noticed = self._newest
        return self._newest

    async def look(self) -> None:
        if self.version < self._newest or self.version < 0:
            await self._refresh()

    async def newest(self) -> int:
        return (await self._asked()).version

    async def _refresh(self) -> None:
        self._show(await self._asked())

    async def _asked(self) -> _Game:
        path = f"{self.path}?since={max(self.version, 0)}"
        return _game(await self.service.ask(self.connection, "GET", path))

    async def differences(self) -> list[str]:
        await self._refresh()  # the news of the last move may be on the way yet
        whole = _game(await self.service.ask(self.connection, "GET", self.path))
        # Not as bytes: the database has an order of its own for the names in an object.
        told = [msgspec.json.decode(entry) for entry in whole.log]
        found = []
        if self.socket.closed and self.socket.closed != "by us":
            found.append(f"{self.path}: the WebSocket was {self.socket.closed}")
        if whole.version != self.version:
            found.append(f"{self.path}: {whole.version} is the version, not {self.version}")
        elif told != (seen := self._seen()):
            found.append(f"{self.path}: {len(told)} events in the log, {len(seen)} were seen")
        return found

    def _seen(self) -> list[Any]:
        groups = [group for _version, group in sorted(self._log.items())]
        return [msgspec.json.decode(entry) for group in groups for entry in group]

    def close(self) -> None:
        self.socket.close()
        self._something.set()

    def _show(self, game: _Game) -> None:
        """Take in a position; the answer to a move may come after the news of the next one."""
        told: dict[int, list[bytes]] = {}
        for entry in game.log:
            told.setdefault(_entry(entry).version, []).append(bytes(entry))
        self._log = {**told, **self._log}
        if game.version <= self.version:
            return
        decision = game.decision
        if decision is None or decision.answer is not None:
            self.choices = []
        else:
            self.choices = [each.example or each.choice for each in decision.choices]
        self.version = game.version
        self.over = game.status == "finished"

    def _heard(self, message: bytes) -> None:
        self.service.messages += 1
        self.service.received += len(message)
        news = _news(message)
        if news.type == "game" and news.version > self._newest:
            self._newest = news.version
            if news.game is not None:
                self._show(news.game)
            if self._newest > self._noticed:
                self._something.set()
