"""Whether anything gets slower as games pile up: the same actions with a tenth of them and with
all, and what they take up."""

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
    before: dict[str, dict[str, Any]] = {}
    for part in (games // 10, games - games // 10):
        start = time.perf_counter()
        crowd = world.multiply(samples, part)
        loaded = time.perf_counter() - start
        world.tidy()
        moves = Move.objects.count()
        yield {
            "step": "load",
            "games": Game.objects.count(),
            "moves": moves,
            "games_per_second": round(part / loaded),
        }
        after = {}
        for name, action in hot.actions(hot.cast(crowd)).items():
            after[name] = hot.measured(action, rounds)
            yield {"step": "action", "games": Game.objects.count(), "name": name, **after[name]}
        if before:
            yield {"step": "compared", **_compared(before, after)}
        before = after
    everything = 0
    for size in world.sizes((Game, Seat, Tenure, Move, ChatMessage, Notification)):
        everything += size["table_bytes"] + size["index_bytes"]
        yield {"step": "size", **size, "bytes_per_game": _each(size, games)}
    yield {"step": "size", "table": "all", "bytes_per_game": round(everything / games)}


def _each(size: dict[str, Any], games: int) -> int:
    taken: int = size["table_bytes"] + size["index_bytes"]
    return round(taken / games)


def _compared(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """How many times as much ten times the games cost: of each action that costs more by half."""

    def more(name: str, figure: str, least: float) -> float | None:
        ratio = (after[name][figure] + least) / (before[name][figure] + least)
        return round(ratio, 1) if ratio > 1.5 else None

    return {
        "more_pages": {n: ratio for n in after if (ratio := more(n, "pages", 20))},
        "slower": {n: ratio for n in after if (ratio := more(n, "p50_ms", 1))},
        "scans": {n: after[n]["scans"] for n in after if after[n]["scans"]},
    }
