"""People who play at random through the API and never give up, as a process of its own.

Its first line of input is JSON: ``tables`` (a list of tables, each a list of people with ``name``,
``token`` and ``addresses``, the first of which is tried first), ``types`` and ``seed``. Until a
second line comes, each table plays one game after the other. Each half second a line of JSON comes
out (``Progress``), at last the ``Journal``: what each of them was answered.

As our own pages do, they send a move with a key of its own, and again with the same key until it is
answered. They look at the game when its socket says that there is something new, and every now and
then while they have no socket.
"""

import asyncio
import json
import random
import sys
import uuid
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

#: Seconds that an answer may take; a machine under load is slow, one that was cut off is silent.
PATIENCE = 8.0
#: Seconds between two looks: without a socket, and with one (then there should be nothing new).
POLL, DISTRUST = 0.5, 45.0
#: How many of the moves are sent without waiting for the answer, and then once more.
HANGING_UP = 0.05
#: The longest time that somebody thinks of a move: faults are sought here, not speed.
THINKING = 0.3


@dataclass
class Moved:
    """A move that was answered with 200."""

    game: int
    user: str
    key: str
    choice: list[Any]


@dataclass
class Journal:
    """What all people were answered."""

    moved: list[Moved] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)  # keys of moves answered with 409
    games: list[int] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)  # what nobody should ever see
    troubles: dict[str, int] = field(default_factory=dict)  # tries that had to be repeated
    missed: int = 0  # news that came neither by an open socket nor in its time


@dataclass
class Progress:
    """``versions``: of the games that are being played now."""

    answered: int
    versions: dict[int, int]


class Person:
    """One player with one game at a time."""

    def __init__(self, name: str, token: str, addresses: list[str], journal: Journal) -> None:
        self.name, self.token, self.addresses, self.journal = name, token, addresses, journal
        self.connected = False
        self.newest = 0
        self.news = asyncio.Event()

    async def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        """Asks until there is an answer that will not change by asking again; status and JSON."""
        hangs_up = bool(key) and random.random() < HANGING_UP
        while True:
            try:
                async with asyncio.timeout(PATIENCE):
                    status, text = await self.ask_once(method, path, body, key, hangs_up=hangs_up)
                    data = json.loads(text)
            except (OSError, EOFError, TimeoutError, ValueError) as error:
                self._note("hung up" if hangs_up else type(error).__name__)
                hangs_up = False
                # That address may be cut off: others may not be.
                self.addresses.append(self.addresses.pop(0))
            else:
                if status < 500 and status != 429:
                    return status, data
                self._note(f"{status} {data['error']['code']}")
            await asyncio.sleep(random.uniform(0.1, 0.4))

    def _note(self, trouble: str) -> None:
        self.journal.troubles[trouble] = self.journal.troubles.get(trouble, 0) + 1

    async def ask_once(
        self, method: str, path: str, body: Any = None, key: str = "", *, hangs_up: bool = False
    ) -> tuple[int, str]:
        address = urlsplit(self.addresses[0])
        data = b"" if body is None else json.dumps(body).encode()
        lines = [
            f"{method} /api/v1/{path} HTTP/1.1",
            f"Host: {address.netloc}",
            f"Authorization: Bearer {self.token}",
            "Content-Type: application/json",
            f"Content-Length: {len(data)}",
            "Connection: close",
            "Accept-Encoding: identity",  # a proxy that unpacks what it was sent answers in chunks
            *([f"Idempotency-Key: {key}"] if key else []),
        ]
        reader, writer = await asyncio.open_connection(
            address.hostname, address.port, ssl=address.scheme == "https" or None
        )
        try:
            writer.write("\r\n".join([*lines, "", ""]).encode() + data)
            await writer.drain()
            if hangs_up:
                raise EOFError
            head, _blank, text = (await reader.read(-1)).partition(b"\r\n\r\n")
        finally:
            writer.close()
            with suppress(OSError, TimeoutError):
                await writer.wait_closed()
        if not head:
            raise EOFError
        return int(head.split()[1]), text.decode()

    async def follow(self, game_id: int) -> None:
        """Keeps a socket open on the game; sets ``news`` whenever there is reason to look."""
        while True:
            address = self.addresses[0].replace("http", "ws", 1)
            url = f"{address}/ws/games/{game_id}/?token={self.token}"
            with suppress(OSError, TimeoutError, WebSocketException, EOFError):
                async with connect(
                    url, compression=None, open_timeout=PATIENCE, ping_interval=5, ping_timeout=5
                ) as socket:
                    async for message in socket:
                        # The first one comes when the service listens for us.
                        self.connected = True
                        if json.loads(message)["type"] == "game":
                            self.news.set()
            self.connected = False
            self.news.set()
            await asyncio.sleep(random.uniform(0.2, 0.6))

    async def play(self, game_id: int, over: asyncio.Event) -> None:
        """Plays until the game or everything is over."""
        self.newest = 0
        follower = asyncio.create_task(self.follow(game_id))
        try:
            while not over.is_set():
                self.news.clear()
                status, game = await self.ask("GET", f"games/{game_id}?since={self.newest}")
                if status != 200 or game["status"] not in ("open", "running"):
                    self._check(status == 200 and not game["broken"], f"{game_id}: {game}")
                    break
                self._saw(game)
                asked = game["decision"]
                if asked and asked["answer"] is None:
                    await self.move(game)
                else:
                    await self._wait(game_id)
        finally:
            follower.cancel()
            await asyncio.gather(follower, return_exceptions=True)
            self.connected = False

    async def move(self, game: dict[str, Any]) -> None:
        """One random choice, sent with one key until it is answered."""
        await asyncio.sleep(random.uniform(0, THINKING))
        choice = random.choice(game["decision"]["choices"])["choice"]
        key = uuid.uuid4().hex
        status, answer = await self.ask(
            "POST",
            f"games/{game['id']}/moves",
            {"choice": choice, "version": game["version"]},
            key=key,
        )
        if status == 200:
            self.journal.moved.append(Moved(game["id"], self.name, key, choice))
            self._saw(answer, repeated=True)
        else:
            self.journal.refused.append(key)
            self._check(status == 409, f"a legal choice is answered with {status}: {answer}")

    async def _wait(self, game_id: int) -> None:
        trusted = self.connected
        try:
            await asyncio.wait_for(self.news.wait(), DISTRUST if trusted else POLL)
        except TimeoutError:
            if not trusted:
                return
            status, game = await self.ask("GET", f"games/{game_id}?since={self.newest}")
            if status == 200 and game["version"] > self.newest and not self.news.is_set():
                self.journal.missed += 1

    def _saw(self, game: dict[str, Any], *, repeated: bool = False) -> None:
        """What was there once stays: only the answer to a repeat may be older."""
        self._check(
            repeated or game["version"] >= self.newest,
            f"{self.name} saw version {self.newest} of game {game['id']}, then "
            f"{game['version']}, asked {game['decision']}, {game['seats']}",
        )
        self.newest = max(self.newest, game["version"])

    def _check(self, right: bool, words: str) -> None:
        if not right:
            self.journal.wrong.append(words)


class Table:
    """Some people who play one game after the other; one alone plays against a bot."""

    def __init__(self, people: list[Person], types: list[str], journal: Journal) -> None:
        self.people, self.types, self.journal = people, types, journal
        self.game_id = 0

    async def sit(self, over: asyncio.Event) -> None:
        while not over.is_set():
            self.game_id = await self._start()
            self.journal.games.append(self.game_id)
            await asyncio.gather(*(person.play(self.game_id, over) for person in self.people))

    async def _start(self) -> int:
        maker, *others = self.people
        game_id = await self._make(maker)
        for person in others:
            # A repeat is refused, as it sits there already.
            await person.ask("POST", f"games/{game_id}/join")
        return game_id

    async def _make(self, maker: Person) -> int:
        """A new game, or the one that an unanswered request has made."""
        while True:
            _status, page = await maker.ask("GET", "games?mine=1&limit=1")
            for game in page["games"]:
                if game["status"] in ("open", "running"):
                    return int(game["id"])
            new = {
                "type": random.choice(self.types),
                "players": max(2, len(self.people)),
                "bots": 1 if len(self.people) == 1 else 0,
            }
            with suppress(OSError, EOFError, TimeoutError, ValueError):
                async with asyncio.timeout(PATIENCE):
                    await maker.ask_once("POST", "games", new)

    @property
    def version(self) -> int:
        return max(person.newest for person in self.people)


async def main() -> None:
    reader = asyncio.StreamReader(limit=2**22)
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    plan = json.loads(await reader.readline())
    random.seed(plan["seed"])
    journal = Journal()
    tables = [
        Table([Person(**person, journal=journal) for person in people], plan["types"], journal)
        for people in plan["tables"]
    ]
    over = asyncio.Event()
    playing = asyncio.gather(*(table.sit(over) for table in tables))
    asked_to_end = asyncio.ensure_future(reader.readline())
    while not playing.done():
        await asyncio.sleep(0.5)
        if asked_to_end.done() and not over.is_set():
            over.set()
            for table in tables:
                for person in table.people:
                    person.news.set()
        versions = {table.game_id: table.version for table in tables}
        print(json.dumps(asdict(Progress(len(journal.moved), versions))), flush=True)
    await playing
    print(json.dumps(asdict(journal)), flush=True)


if __name__ == "__main__":
    asyncio.run(main())
