"""The rules alone, in seconds of one core: random play, and what a position costs."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench.extent import Extent
from bench.figures import Row
from games.rules import registry
from games.rules.engine.play import play_out, random_choice

SECONDS = 2.0


def run(extent: Extent) -> Iterator[Row]:
    seconds = SECONDS * 5 if extent.full else SECONDS
    for rules in registry.all():
        for players in rules.players:
            yield {"type": rules.slug, "players": players, **_random_play(rules, players, seconds)}


def _random_play(rules: Any, players: int, at_least: float) -> Row:
    rng = random.Random(1)
    bots = [random_choice] * players
    decisions = games = waits = 0
    start = time.process_time()
    while time.process_time() - start < at_least:
        played = play_out(rules, players, {}, rng.randbytes(32), bots, rng)
        decisions, waits, games = decisions + played.decisions, waits + played.waits, games + 1
    seconds = time.process_time() - start
    return {
        "games": games,
        "decisions_per_second": round(decisions / seconds),
        "decisions_per_game": round(decisions / games, 1),
        "waits_per_game": round(waits / games, 1),
        **_position(rules, players),
    }


def _position(rules: Any, players: int) -> Row:
    """A position from the middle of a game."""
    rng = random.Random(2)
    game = rules.new(players, {}, rng.randbytes(32))
    for _ in range(20):
        decision = game.decisions()[0]
        choice = decision.sample(rng.choice(decision.choices), rng)
        game.choose(decision.seat, choice)
    saved = game.save()
    return {
        "state_bytes": len(saved),
        "save_microseconds": _microseconds(game.save),
        "load_microseconds": _microseconds(lambda: rules.load(saved)),
        "copy_microseconds": _microseconds(game.copy),
        "view_microseconds": _microseconds(lambda: game.view(0)),
        "decisions_microseconds": _asking(rules, saved),
    }


def _asking(rules: Any, saved: bytes, times: int = 500) -> float:
    """Finding every choice of the open decisions; each time anew, for a game keeps them."""
    spent = 0.0
    for _ in range(times):
        game = rules.load(saved)
        start = time.process_time()
        for decision in game.decisions():
            _ = decision.choices
        spent += time.process_time() - start
    return round(spent / times * 1e6, 1)


def _microseconds(action: Callable[[], object], times: int = 2000) -> float:
    start = time.process_time()
    for _ in range(times):
        action()
    return round((time.process_time() - start) / times * 1e6, 1)
