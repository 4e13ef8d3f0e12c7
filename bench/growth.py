"""Whether anything gets slower as games pile up: the same actions with a tenth of them and with
all; and what they take up."""

import time
from collections.abc import Iterator
from typing import Any

from bench import service
from bench.extent import Extent

GAMES = 1_000_000
ROUNDS = 30


def run(extent: Extent) -> Iterator[dict[str, Any]]:
    games = max(2000, round(GAMES * extent.scale))
    with service.running():
        import django

        django.setup()
        yield from _measured(games, ROUNDS * 5 if extent.full else ROUNDS)


def _measured(games: int, rounds: int) -> Iterator[dict[str, Any]]:
    from bench import hot, world
    from games.models import ChatMessage, Game, Move, Seat, Tenure
    from notifications.models import Notification

    samples = world.samples()
    measured: list[dict[str, dict[str, Any]]] = []
    for part in (games // 10, games - games // 10):
        start = time.perf_counter()
        crowd = world.multiply(samples, part)
        loaded = time.perf_counter() - start
        world.tidy()
        yield {
            "games": Game.objects.count(),
            "moves": Move.objects.count(),
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
    for size in world.sizes((Game, Seat, Tenure, Move, ChatMessage, Notification)):
        everything += size["table_bytes"] + size["index_bytes"]
        yield {**size, "bytes_per_game": _each(size, games)}
    yield {"bytes_per_game": round(everything / games)}


def _each(size: dict[str, Any], games: int) -> int:
    taken: int = size["table_bytes"] + size["index_bytes"]
    return round(taken / games)
