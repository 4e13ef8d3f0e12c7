"""Bots that think beside people who play: how soon they answer, and what that costs the people.

Moves by pages at a fixed rate, alone and beside tables at which somebody plays a strong bot; then
beside so many of these tables that more is to be thought about than can be.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from typing import Any

from bench import moves, service
from bench.extent import Extent
from bench.figures import Row, milliseconds

#: Moves by pages per second, of all types, and games of each type that these are made in.
RATE, GAMES = 20.0, 6
#: Tables with a bot: as many as that rate brings, and far too many.
TABLES = (8, 60)
#: Seconds after which somebody answers a bot.
PAUSE = 4.0
SECONDS, FULL_SECONDS = 30.0, 120.0
#: Seconds until what no bot has answered is left out.
PATIENCE = 60.0


def run(extent: Extent) -> Iterator[Row]:
    seconds = FULL_SECONDS if extent.full else SECONDS
    with service.running() as url:
        people = moves.People("beside")
        yield {"tables_with_a_bot": 0, **_played(url, people, seconds)}
        for number in TABLES:
            tables = _begun(number)
            over = threading.Event()
            visitors = threading.Thread(target=_play, args=(tables, over))
            visitors.start()
            try:
                meanwhile = _played(url, people, seconds)
            finally:
                over.set()
                visitors.join()
            yield {"tables_with_a_bot": number, **_answers(tables), **meanwhile}


def _played(url: str, people: moves.People, seconds: float) -> dict[str, Any]:
    """What moves took that people made at the rate, of all types together, the slowest of these."""

    def play(type_: str) -> dict[str, Any]:
        theirs = tables[type_]
        task = moves.Task("so many", GAMES, type=type_, rate=RATE / len(moves.TYPES), by="pages")
        return moves.measure(task, url, url, theirs, seconds)

    tables = {
        type_: people.more(GAMES * moves.MOST_PLAYERS, browsers=True) for type_ in moves.TYPES
    }
    with ThreadPoolExecutor(len(moves.TYPES)) as side_by_side:
        figures = list(side_by_side.map(play, moves.TYPES))
    told = ("move_p50_ms", "move_p99_ms", "screen_p50_ms", "screen_p99_ms")
    return {
        "moves_per_second": round(sum(each["moves_per_second"] for each in figures), 1),
        **{name: max(each[name] for each in figures) for name in told},
        "errors": sum(each["errors"] for each in figures),
    }


def _begun(number: int) -> list[int]:
    """Tables at which one person plays a strong bot, of each type by turns."""
    from bench import world
    from games.lobby import open_games
    from games.rules.engine.levels import STRONG

    made = []
    for index, user in enumerate(world.people(number, f"against{number}x")):
        type_ = moves.TYPES[index % len(moves.TYPES)]
        made.append(open_games.create(user.pk, type_, 2, bots=1, level=STRONG).game.pk)
    return made


def _play(tables: list[int], over: threading.Event) -> None:
    """Everybody answers their bot after a while, each at a time of their own."""
    from django.db import connection

    from bench import world

    rng = random.Random(1)
    with closing(connection):  # of this thread
        while not over.is_set():
            for table in tables:
                if over.wait(PAUSE / len(tables)):
                    return
                world.move(table, rng)


def _answers(tables: list[int]) -> dict[str, Any]:
    """How long after the move before a bot's own were made, the last ones waited for, and how often
    one played below its level."""
    from games.models import Incident, Move, Seat

    asked = Seat.objects.filter(game__in=tables, to_move=True).exclude(bot="")
    end = time.monotonic() + PATIENCE
    while asked.exists() and time.monotonic() < end:
        time.sleep(0.1)
    took = []
    for seat in Seat.objects.filter(game__in=tables).exclude(bot=""):
        log = Move.objects.filter(game=seat.game_id).order_by("number")
        for before, move in pairwise(log):
            if move.action == Move.Action.CHOOSE and move.seat == seat.index:
                took.append((move.at - before.at).total_seconds())
    below = Incident.objects.filter(game__in=tables, kind=Incident.Kind.BELOW).count()
    return {"answers": len(took), "answer": milliseconds(took), "fell_below": below}
