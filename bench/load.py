"""The load client, a process of its own: many games by random legal moves, every seat connected.

Reads what to do as JSON from standard input (see ``Load``), writes a line when all are seated, one
when the time is up, and its figures as JSON. Each player
is one task that does what a person's page does: choose when asked, else wait for the notice and
bring the new position to the screen.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

import msgspec
import uvloop

from bench.client import Refused
from bench.drivers import Player, Settings, driver
from bench.figures import Row

#: After so many seconds without a notice a player asks whether there was something to tell; then a
#: notice that has not come after so many more counts as an error.
PATIENCE, GRACE = 10.0, 3.0

now = time.perf_counter


class Load(msgspec.Struct):
    """What to do: ``rate`` is moves per second in all, or None for as many as can be."""

    driver: str
    settings: Settings
    games: int
    seats: list[int]  # players of the first game, the second, … and so on from the beginning
    seconds: float
    rate: float | None = None
    warming: float = 0.0  # seconds before these, in the same games: a site runs for months


@dataclass
class Figures:
    """Seconds from sending a move to its answer, to the others' notice, to the others' screens."""

    moves: list[float] = field(default_factory=list)
    notices: list[float] = field(default_factory=list)
    screens: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    games: int = 0

    def summary(self) -> Row:
        latencies = {"move": self.moves, "notice": self.notices, "screen": self.screens}
        return {
            "moves": len(self.moves),
            "games": self.games,
            **{
                f"{name}_p{percent}_ms": _percentile(values, percent)
                for name, values in latencies.items()
                for percent in (50, 99)
            },
        }


def _percentile(values: list[float], percent: int) -> float | None:
    if not values:
        return None
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, len(ordered) * percent // 100)] * 1000, 2)


class Table:
    """One game: when its moves were sent, and at most so many a second."""

    def __init__(self, players: Sequence[Player], figures: Figures, until: float) -> None:
        self.players, self.figures, self.until = players, figures, until
        self._against: list[int] = []  # the version that each move was made against
        self._at: list[float] = []

    async def play(self, rng: random.Random, pause: float) -> None:
        """To the game's end or until the time is up."""
        self.next_at = now() + rng.random() * pause
        self.pause = pause
        async with asyncio.TaskGroup() as group:
            for player in self.players:
                group.create_task(self._player(player, random.Random(rng.random())))

    async def _player(self, player: Player, rng: random.Random) -> None:
        while not player.over and now() < self.until:
            if player.choices:
                await self._move(player, rng)
            else:
                await self._follow(player)

    async def _move(self, player: Player, rng: random.Random) -> None:
        if self.pause:
            await asyncio.sleep(self.next_at - now())
            self.next_at = max(now(), self.next_at + self.pause)
        sent = now()
        self._against.append(player.version)
        self._at.append(sent)
        await player.choose(rng.choice(player.choices))
        self.figures.moves.append(now() - sent)

    async def _follow(self, player: Player) -> None:
        left = self.until - now()
        version = await player.news(min(left, PATIENCE))
        if version is None:
            if left > PATIENCE + GRACE:
                await self._ask_whether_it_is_quiet(player)
            return
        moved = bisect_left(self._against, version) - 1  # the move that made this version
        if moved >= 0:
            self.figures.notices.append(now() - self._at[moved])
        await player.look()
        if moved >= 0:
            self.figures.screens.append(now() - self._at[moved])

    async def _ask_whether_it_is_quiet(self, player: Player) -> None:
        newest = await player.newest()
        if newest > player.version and await player.news(GRACE) is None:
            self.figures.errors.append(f"no news of version {newest}, only of {player.version}")
            await player.look()


async def run(load: Load) -> Row:
    server = driver(load.driver, load.settings)
    figures = Figures()

    async def sit_down(number: int) -> Sequence[Player]:
        figures.games += 1
        return await server.table(number, load.seats[number % len(load.seats)])

    seated = [await sit_down(number) for number in range(load.games)]
    pause = load.games / load.rate if load.rate else 0.0

    async def play(number: int, figures: Figures, until: float) -> None:
        rng = random.Random(number)
        try:
            while now() < until:
                await Table(seated[number], figures, until).play(rng, pause)
                if now() < until:  # checked and left here, so that old tables do not pile up
                    await _check(seated[number], figures)
                    seated[number] = await sit_down(number)
        except* Refused as refused:
            figures.errors += [str(error) for error in refused.exceptions]

    async def play_all(figures: Figures, seconds: float) -> None:
        until = now() + seconds
        await asyncio.gather(*(play(number, figures, until) for number in range(load.games)))

    before = Figures(errors=figures.errors)
    await play_all(before, load.warming)
    print("seated", flush=True)
    requests, messages, received = server.requests, server.messages, server.received
    cpu = _cpu()
    start = now()
    await play_all(figures, load.seconds)
    seconds = now() - start
    print("played", flush=True)
    moves = max(1, len(figures.moves))
    used = {
        "moves_per_second": round(len(figures.moves) / seconds, 1),
        "requests_per_move": round((server.requests - requests) / moves, 2),
        "messages_per_move": round((server.messages - messages) / moves, 2),
        "bytes_per_move": round((server.received - received) / moves),
        "client_cpu_ms_per_move": round((_cpu() - cpu) * 1000 / moves, 3),
    }
    for players in seated:
        await _check(players, figures)
    errors: Row = {"errors": len(figures.errors)}
    if figures.errors:
        errors = {**errors, "first_errors": figures.errors[:3]}
    return {**figures.summary(), **used, **errors}


async def _check(players: Sequence[Player], figures: Figures) -> None:
    """Whether the server's log is, for each player, what he has seen."""
    for player in players:
        try:
            await player.look()
            figures.errors += await player.differences()
        except Refused as refused:
            figures.errors.append(str(refused))
        player.close()


def _cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def main() -> None:
    load = msgspec.json.decode(sys.stdin.read(), type=Load)
    json.dump(uvloop.run(run(load)), sys.stdout)


if __name__ == "__main__":
    main()
