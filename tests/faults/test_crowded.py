"""More sockets of one person than there are places, while web processes die: a page without a place
is told when to come again, asks meanwhile, and has the last position in time."""

import asyncio
import json
import random
import urllib.error
import urllib.request
from contextlib import suppress
from dataclasses import dataclass, field

import psutil
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from accounts.sessions import sockets
from tests.faults.load import python
from tests.faults.players import Journal, Person
from tests.faults.test_kills import child
from tests.platform.server import Server, environment_without_servers

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("server")]

#: Sockets of one person: more than two web processes have places for.
WATCHERS = 2 * sockets.PER_PERSON + 10
KILLS = 4
#: Seconds between two looks without a socket, as pages have it, and for a busy machine.
POLL, PATIENCE = 15.0, 60.0


@dataclass
class Watcher:
    """A program that keeps to what docs/live.md says."""

    address: str
    game_id: int
    token: str
    newest: int = -1
    open: bool = False
    closed: list[tuple[int, str]] = field(default_factory=list)

    async def watch(self) -> None:
        await asyncio.gather(self.follow(), self.poll())

    async def follow(self) -> None:
        wait = 1.0
        while True:
            url = f"{self.address.replace('http', 'ws', 1)}/ws/games/{self.game_id}/"
            with suppress(OSError, TimeoutError, EOFError, WebSocketException):
                async with connect(f"{url}?token={self.token}", open_timeout=PATIENCE) as socket:
                    wait = await self.hear(socket, wait)
            self.open = False
            await asyncio.sleep(wait * random.uniform(1, 1.2))
            wait = min(wait * 2, 10.0)

    async def hear(self, socket: object, wait: float) -> float:
        """Until it is closed; how many seconds to wait then."""
        try:
            async for message in socket:  # type: ignore[attr-defined]
                self.open, wait = True, 1.0
                news = json.loads(message)
                self.newest = max(self.newest, news.get("version", -1))
        except ConnectionClosed as closed:
            if closed.rcvd is None:
                return wait
            self.closed.append((closed.rcvd.code, closed.rcvd.reason))
            if closed.rcvd.code == sockets.TOO_MANY:
                return float(closed.rcvd.reason)
        return wait

    async def poll(self) -> None:
        while True:
            await asyncio.sleep(POLL * random.uniform(0.8, 1))
            if not self.open:
                with suppress(OSError, ValueError):
                    self.newest = max(self.newest, await asyncio.to_thread(self.look))

    def look(self) -> int:
        request = urllib.request.Request(
            f"{self.address}/api/v1/games/{self.game_id}",
            headers={"Authorization": f"Bearer {self.token}"},
        )
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return int(json.load(answer)["version"])


async def begin(one: Person, other: Person) -> int:
    _status, game = await one.ask("POST", "games", {"type": "bali", "players": 2})
    await other.ask("POST", f"games/{game['id']}/join")
    return int(game["id"])


async def move(game_id: int, players: list[Person]) -> None:
    """Somebody moves."""
    for player in players:
        _status, game = await player.ask("GET", f"games/{game_id}")
        if game["decision"] and game["decision"]["answer"] is None:
            await player.move(game)
            return


async def drill(server: Server, everybody: list[dict[str, str]]) -> tuple[list[Watcher], float]:
    """The watchers in the end, and how many seconds after the last move the last one had it."""
    journal = Journal()
    one, other, third = (
        Person(person["name"], person["token"], [server.url], journal) for person in everybody
    )
    game_id = await begin(one, other)
    watchers = [Watcher(server.url, game_id, third.token) for _socket in range(WATCHERS)]
    watching = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    try:
        await until(lambda: sum(watcher.open for watcher in watchers) >= sockets.PER_PERSON)
        for kill in range(KILLS):
            with suppress(IndexError, ZeroDivisionError, psutil.NoSuchProcess):
                child(server.part("uvicorn"), kill).kill()
            await move(game_id, [one, other])
            await asyncio.sleep(2)
        await move(game_id, [one, other])
        last = (await third.ask("GET", f"games/{game_id}"))[1]["version"]
        begun = asyncio.get_running_loop().time()
        await until(lambda: all(watcher.newest >= last for watcher in watchers))
        return watchers, asyncio.get_running_loop().time() - begun
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)


async def until(condition: object) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():  # type: ignore[operator]
            await asyncio.sleep(0.1)


def test_somebody_who_finds_no_place_has_the_last_position_in_time(server: Server) -> None:
    service = {**environment_without_servers(), "BOARDGAMES_HOME": str(server.home.folder)}
    watchers, seconds = asyncio.run(drill(server, python("tests.faults.people", "3", env=service)))
    closed = [each for watcher in watchers for each in watcher.closed]
    away = [reason for code, reason in closed if code == sockets.TOO_MANY]
    print(f"{len(away)} times no place, {len(closed)} closed; the last one after {seconds:.1f} s")
    assert set(away) == {str(sockets.TRY_AGAIN)}
    assert {code for code, _reason in closed} <= {sockets.TOO_MANY, sockets.LATER, 1012}
