"""Whether anything gets slower as games pile up: the same actions with a tenth of them and with
all; and what they take up."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bench import service
from bench.extent import Extent
from bench.figures import Row

if TYPE_CHECKING:
    from bench import hot, world

GAMES = 1_000_000
ROUNDS = 30
#: Games that are packed to see how long it takes.
PACKED = 1000


def run(extent: Extent) -> Iterator[Row]:
    games = max(2000, round(GAMES * extent.scale))
    with service.running():
        import django

        django.setup()
        yield from _measured(games, ROUNDS * 5 if extent.full else ROUNDS)


def _measured(games: int, rounds: int) -> Iterator[Row]:
    from bench import hot, world
    from games.models import ChatMessage, Game, Move, PackedGame, Seat, Tenure
    from notifications.models import Notification

    samples = world.samples(finished=world.variety(games))
    measured: list[dict[str, hot.Measured]] = []
    for part in (games // 10, games - games // 10):
        start = time.perf_counter()
        crowd = world.multiply(samples, part)
        loaded = time.perf_counter() - start
        world.tidy()
        yield {
            "games": Game.objects.count(),
            "moves": Move.objects.count(),
            "packed_games": PackedGame.objects.count(),
            "loaded_games_per_second": round(part / loaded),
        }
        actions = hot.actions(hot.cast(crowd))
        measured.append({name: hot.measured(action, rounds) for name, action in actions.items()})
    tenth, whole = measured
    for name, found in whole.items():
        yield {
            "action": name,
            "statements": found["statements"],
            "pages_tenth": tenth[name]["pages"],
            "pages": found["pages"],
            "p50_ms_tenth": tenth[name]["p50_ms"],
            "p50_ms": found["p50_ms"],
            "p99_ms": found["p99_ms"],
            "scans": found["scans"],
        }
    everything = 0
    kept = (Game, Seat, Tenure, Move, PackedGame, ChatMessage, Notification)
    for size in world.sizes(kept):
        everything += size["table_bytes"] + size["index_bytes"]
        yield {**size, "bytes_per_game": _each(size, games)}
    yield {"bytes_per_game": round(everything / games)}
    yield _packing(crowd)


def _packing(crowd: world.Crowd) -> Row:
    """How long it takes for games of the last month."""
    from django.utils import timezone

    from games.models import Game
    from games.storage import packing

    rows = Game.objects.filter(pk__in=crowd.games, status=Game.Status.FINISHED, packed=False)
    games = list(rows.values_list("pk", flat=True)[:PACKED])
    start, ended_before = time.perf_counter(), timezone.now()
    packed = sum(packing.pack(pk, ended_before, 2**63 - 1) for pk in games)
    return {"packed": packed, "ms_each": round(1000 * (time.perf_counter() - start) / packed, 1)}


def _each(size: world.Size, games: int) -> int:
    return round((size["table_bytes"] + size["index_bytes"]) / games)
