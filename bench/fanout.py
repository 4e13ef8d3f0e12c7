"""How soon many people know of a move, and what their open pages take up.

Sockets and load are one process on the same cores as the service. A move is sent over the API; its
news has come when the last of those who may know of it has it.
"""

from __future__ import annotations

import asyncio
import random
import re
import zlib
from collections.abc import Iterable, Iterator, Sequence
from time import perf_counter

import msgspec
import psutil
import uvloop

from bench import service
from bench.client import Connection, Socket
from bench.drivers.drawn import regions
from bench.extent import Extent
from bench.figures import Row, milliseconds
from bench.processes import below, seen

VIEWERS, MOVES = 1000, 20
GAMES = 1000
MOVES_PER_SECOND = 100.0
TYPE = "imhotep"
_VERSION = re.compile(rb'{"type":"(?:game|page)","version":(\d+)')
#: Seconds until news that has not come counts as lost.
PATIENCE = 20.0


def run(extent: Extent) -> Iterator[Row]:
    moves = MOVES * 5 if extent.full else MOVES
    with service.running() as url:
        import django

        django.setup()
        from accounts.sessions import tokens
        from bench import world

        users = world.people(2 * GAMES + 1)  # the last one plays nowhere
        keys = [tokens.mint(user, "bench") for user in users]
        games = [world.start(TYPE, users[first : first + 2]) for first in range(0, 2 * GAMES, 2)]
        for bringing in ("notice", "page"):
            yield uvloop.run(_one_game(url, games[0], keys, moves, bringing))
        yield uvloop.run(_many_games(url, games, keys[:-1]))


async def _one_game(url: str, game: int, keys: list[str], moves: int, bringing: str) -> Row:
    """Everybody looks at one game, and is brought the notice or what has changed of the page."""
    page = await _page(url, game) if bringing == "page" else ""
    crowd = await Crowd.gather(url, [(game, "")] * VIEWERS, page)
    players = [await Player.sit_down(url, game, key) for key in keys[:2]]
    seen = await Player.sit_down(url, game, keys[-1])
    rng, first, last = random.Random(1), list[float](), list[float]()
    while len(last) < moves:
        for player in players:
            sent = perf_counter()
            version = await player.move(rng)
            if version and await seen.version() == version:  # nobody can take it back any more
                came = await crowd.all_know(game, version)
                first.append(min(came) - sent)
                last.append(max(came) - sent)
    return {
        "bringing": bringing,
        "viewers": VIEWERS,
        "games": 1,
        "moves": moves,
        **crowd.figures(),
        "first_has_it": milliseconds(first),
        "all_have_it": milliseconds(last),
    }


async def _page(url: str, game: int) -> str:
    """What a page says that it has."""
    connection = await Connection.with_headers(url, "Accept: text/html\r\n")
    html = (await connection.ask("GET", f"/games/{game}/")).decode()
    connection.close()
    return ",".join(f"{name}:{hash}" for name, hash in regions(html).items())


async def _many_games(url: str, games: list[int], keys: list[str]) -> Row:
    """Two at each table; one move in each game, so many a second."""
    crowd = await Crowd.gather(url, [(games[i // 2], key) for i, key in enumerate(keys)])
    rng, delays = random.Random(2), list[float]()

    async def one(number: int, game: int) -> None:
        await asyncio.sleep(number / MOVES_PER_SECOND)
        for key in keys[2 * number : 2 * number + 2]:
            player = await Player.sit_down(url, game, key)
            await player.version()  # what he may choose; asked before the clock runs
            sent = perf_counter()
            version = await player.move(rng)
            if version:
                delays.append(max(await crowd.all_know(game, version)) - sent)
                return

    await asyncio.gather(*(one(number, game) for number, game in enumerate(games)))
    return {
        "viewers": len(keys),
        "games": len(games),
        "moves": len(delays),
        **crowd.figures(),
        "all_have_it": milliseconds(delays),
    }


class _Choice(msgspec.Struct):
    choice: list[str | int]


class _Decision(msgspec.Struct):
    choices: list[_Choice]


class _Game(msgspec.Struct):
    version: int
    decision: _Decision | None


_game = msgspec.json.Decoder(_Game).decode


class Player:
    """A client that makes moves, or only asks which version strangers may know."""

    def __init__(self, connection: Connection, game: int) -> None:
        self.connection, self.path = connection, f"/api/v1/games/{game}"
        self.game: _Game | None = None

    @classmethod
    async def sit_down(cls, url: str, game: int, key: str) -> Player:
        return cls(await Connection.open(url, key), game)

    async def version(self) -> int:
        self.game = _game(await self.connection.ask("GET", self.path))
        return self.game.version

    async def move(self, rng: random.Random) -> int | None:
        """A random one; the version after it, None if it is not this player's turn."""
        if self.game is None:
            await self.version()
        game, self.game = self.game, None
        if not game or not game.decision:
            return None
        choice = rng.choice(game.decision.choices).choice
        body = msgspec.json.encode({"choice": choice, "version": game.version})
        return _game(await self.connection.ask("POST", f"{self.path}/moves", body)).version


class Crowd:
    """Open sockets, what each last heard of its game, and when."""

    def __init__(self) -> None:
        self.heard: dict[int, list[list[float]]] = {}
        self.sockets: list[Socket] = []
        self.page = ""
        self.seconds = self.memory = 0.0  # to open all of them; bytes for each

    @classmethod
    async def gather(cls, url: str, seats: Sequence[tuple[int, str]], page: str = "") -> Crowd:
        """One socket for each game and token (empty: a stranger), of pages that have ``page``."""
        crowd = cls()
        crowd.page = page
        before = _memory(_web_processes())
        start = perf_counter()
        for at in range(0, len(seats), 50):
            opened = (crowd._open(url, *seat) for seat in seats[at : at + 50])
            crowd.sockets += await asyncio.gather(*opened)
        while not all(slot[0] >= 0 for slots in crowd.heard.values() for slot in slots):
            await asyncio.sleep(0.05)
        crowd.seconds = perf_counter() - start
        await asyncio.sleep(2)  # what comes and goes with the arrival has settled
        crowd.memory = _growth(before) / len(seats)
        return crowd

    async def _open(self, url: str, game: int, key: str) -> Socket:
        slot = [-1.0, 0.0]  # the version, and when it came
        self.heard.setdefault(game, []).append(slot)

        def heard(message: bytes) -> None:
            if not message.startswith(b"{"):  # only its beginning, for all share these cores
                message = zlib.decompressobj().decompress(message, 100)
            found = _VERSION.match(message)
            if found:
                slot[:] = int(found[1]), perf_counter()

        token = f"?token={key}" if key else "?with=page" if self.page else ""
        socket = await Socket.open(url, f"/ws/games/{game}/{token}", heard)
        if self.page:
            socket.send(msgspec.json.encode({"have": self.page}))
        return socket

    async def all_know(self, game: int, version: int) -> list[float]:
        """When each had the news; waits for the last. RuntimeError when some never have it."""
        slots, until = self.heard[game], perf_counter() + PATIENCE
        while behind := sum(slot[0] < version for slot in slots):
            if perf_counter() > until:
                closed = {socket.closed for socket in self.sockets if socket.closed}
                raise RuntimeError(f"game {game}: {behind} have no news of {version}; {closed}")
            await asyncio.sleep(0.001)
        return [slot[1] for slot in slots]

    def figures(self) -> Row:
        lost = [socket.closed for socket in self.sockets if socket.closed]
        for socket in self.sockets:
            socket.close()
        return {
            "opened_per_second": round(len(self.sockets) / self.seconds),
            "bytes_per_connection": round(self.memory),
            "lost": len(lost),
        }


def _web_processes() -> list[psutil.Process]:
    """Those that keep the sockets."""
    words = seen(below(), psutil.Process.cmdline)
    parents = [process for process in words if "uvicorn" in words[process]]
    return [child for parent in parents for child in (parent, *below(parent))]


def _memory(processes: Iterable[psutil.Process]) -> dict[psutil.Process, int]:
    """Bytes that each of these has for itself."""
    return seen(processes, lambda process: process.memory_full_info().uss)


def _growth(before: dict[psutil.Process, int]) -> int:
    """By how many bytes those have grown since that are still there."""
    return sum(now - before[process] for process, now in _memory(before).items())
