"""Whole moves, end to end: HTTP, PostgreSQL with fsync, publishing, the opponent's WebSocket.

Random legal moves of two players through the API, the load client on the same cores. Before a
move its player reads the game (he must know his choices), so a move is often two requests.
"""

import asyncio
import json
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import websockets

from bench import service
from bench.client import Client

TYPE = "imhotep"
PLAYERS = 2
ONE_CLIENT_MOVES = 300
GAMES_AT_ONCE = 50
SECONDS = 15.0


def run() -> Iterator[dict[str, Any]]:
    with service.running() as url:
        users = _users(GAMES_AT_ONCE * PLAYERS)
        yield {"load": "one client", **asyncio.run(_one_client(url, users[:PLAYERS]))}
        yield {
            "load": f"{GAMES_AT_ONCE} games, {len(users)} clients",
            **asyncio.run(_many_clients(url, users)),
        }


def _users(number: int) -> list[tuple[str, str]]:
    """Makes people in the service's database; gives name and token of each."""
    import django

    django.setup()
    from accounts import tokens
    from accounts.models import User

    users = [User.objects.create_user(f"bench{index}") for index in range(number)]
    return [(user.username, tokens.mint(user, "bench")) for user in users]


@dataclass
class Figures:
    """Seconds from sending a move to its answer, and to the opponent's notice."""

    answered: list[float] = field(default_factory=list)
    noticed: list[float] = field(default_factory=list)
    received: int = 0

    def summary(self, seconds: float) -> dict[str, Any]:
        return {
            "moves": len(self.answered),
            "moves_per_second": round(len(self.answered) / seconds, 1),
            "move_p50_ms": _percentile(self.answered, 50),
            "move_p99_ms": _percentile(self.answered, 99),
            "notice_p50_ms": _percentile(self.noticed, 50),
            "notice_p99_ms": _percentile(self.noticed, 99),
            "body_bytes_per_move": round(self.received / max(1, len(self.answered))),
        }


def _percentile(values: list[float], percent: int) -> float | None:
    if not values:
        return None
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1000, 2)


async def _one_client(url: str, users: list[tuple[str, str]]) -> dict[str, Any]:
    figures = Figures()
    clients = [Client(url, *user) for user in users]
    rng = random.Random(1)
    start = time.perf_counter()
    while len(figures.answered) < ONE_CLIENT_MOVES:
        await _play(clients, url, figures, rng, float("inf"))
    seconds = time.perf_counter() - start
    await _leave(clients, figures)
    return figures.summary(seconds)


async def _many_clients(url: str, users: list[tuple[str, str]]) -> dict[str, Any]:
    figures = Figures()
    tables = [
        [Client(url, *user) for user in users[first : first + PLAYERS]]
        for first in range(0, len(users), PLAYERS)
    ]
    start = time.perf_counter()
    until = start + SECONDS

    async def table(clients: list[Client], seed: int) -> None:
        rng = random.Random(seed)
        while time.perf_counter() < until:
            await _play(clients, url, figures, rng, until)
        await _leave(clients, figures)

    await asyncio.gather(*(table(clients, seed) for seed, clients in enumerate(tables)))
    return figures.summary(time.perf_counter() - start)


async def _leave(clients: list[Client], figures: Figures) -> None:
    for client in clients:
        figures.received += client.received
        await client.close()


async def _play(
    clients: list[Client], url: str, figures: Figures, rng: random.Random, until: float
) -> None:
    """One game by random choices, to its end or until the time is up; every seat watches."""
    made = await clients[0].call("POST", "/games", {"type": TYPE, "players": PLAYERS})
    for client in clients[1:]:
        await client.call("POST", f"/games/{made['id']}/join")
    path = f"/games/{made['id']}"
    game = await clients[0].call("GET", path)
    names = {seat["user"]: seat["index"] for seat in game["seats"]}
    by_seat = {names[client.user]: client for client in clients}
    watchers = [Watcher(url, made["id"], client.token) for client in clients]
    watching = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    await asyncio.gather(*(watcher.connected.wait() for watcher in watchers))
    by_token = {watcher.token: watcher for watcher in watchers}
    try:
        while time.perf_counter() < until and game["status"] == "running":
            seat = next(seat["index"] for seat in game["seats"] if seat["to_move"])
            mover = by_seat[seat]
            if not game["decision"] or game["decision"]["seat"] != seat:
                game = await mover.call("GET", f"{path}?since={game['version']}")
            choice = rng.choice(game["decision"]["choices"])["choice"]
            others = [by_token[client.token] for client in clients if client is not mover]
            sent = time.perf_counter()
            for watcher in others:
                watcher.expect(sent, game["version"])
            game = await mover.call(
                "POST", f"{path}/moves", {"choice": choice, "version": game["version"]}
            )
            figures.answered.append(time.perf_counter() - sent)
    finally:
        for task in watching:
            task.cancel()
        await asyncio.gather(*watching, return_exceptions=True)
        for watcher in watchers:
            figures.noticed += watcher.delays


class Watcher:
    """A player's open page: notes how long news take to come."""

    def __init__(self, url: str, game: int, token: str) -> None:
        self.token = token
        self.url = f"{url.replace('http', 'ws', 1)}/ws/games/{game}/?token={token}"
        self.connected = asyncio.Event()
        self.delays: list[float] = []
        self._expected: tuple[float, int] | None = None

    def expect(self, sent: float, version: int) -> None:
        """A move was sent at a time, made against a version: the next newer one is its news."""
        self._expected = sent, version

    async def watch(self) -> None:
        async with websockets.connect(self.url, compression=None) as socket:
            async for message in socket:
                news = json.loads(message)
                self.connected.set()
                if news["type"] == "game" and self._expected:
                    sent, version = self._expected
                    if news["version"] > version:
                        self.delays.append(time.perf_counter() - sent)
                        self._expected = None
