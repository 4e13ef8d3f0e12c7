"""The rules alone, in seconds of one core: random play, what a position costs, and what compiled
modules bring."""

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from bench import builds, spiel
from bench.extent import Extent
from bench.figures import Row
from bench.forms import forms
from games.rules import registry
from games.rules.engine import Json, Rules
from games.rules.engine.play import play_out, random_choice

SECONDS = 2.0
#: So often each thing is done to find how long it takes; finding choices takes longer.
TIMES, ASKED = 2000, 500


def run(extent: Extent) -> Iterator[Row]:
    seconds = SECONDS * 5 if extent.full else SECONDS
    build = str(registry.build())
    for rules in registry.all():
        for form, options in forms(rules):
            for players in rules.players:
                yield {
                    "build": build,
                    "type": rules.slug,
                    "form": form,
                    "players": players,
                    **_random_play(rules, players, options, seconds),
                }
    yield from builds.run(extent)
    yield from spiel.run()


def _random_play(rules: Rules[Any], players: int, options: Json, at_least: float) -> Row:
    rng = random.Random(1)
    bots = [random_choice] * players
    decisions = games = waits = 0
    start = time.process_time()
    while time.process_time() - start < at_least:
        played = play_out(rules, players, options, rng.randbytes(32), bots, rng)
        decisions, waits, games = decisions + played.decisions, waits + played.waits, games + 1
    seconds = time.process_time() - start
    return {
        "games": games,
        "decisions_per_second": round(decisions / seconds),
        "decisions_per_game": round(decisions / games, 1),
        "waits_per_game": round(waits / games, 1),
        **_position(rules, players, options),
    }


def _position(rules: Rules[Any], players: int, options: Json) -> Row:
    """A position from the middle of a game."""
    rng = random.Random(2)
    game = rules.new(players, options, rng.randbytes(32))
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


def _asking(rules: Rules[Any], saved: bytes) -> float:
    """Finding every choice of the open decisions; each time anew, for a game keeps them."""
    spent = 0.0
    for _ in range(ASKED):
        game = rules.load(saved)
        start = time.process_time()
        for decision in game.decisions():
            _ = decision.choices
        spent += time.process_time() - start
    return round(spent / ASKED * 1e6, 1)


def _microseconds(action: Callable[[], object]) -> float:
    start = time.process_time()
    for _ in range(TIMES):
        action()
    return round((time.process_time() - start) / TIMES * 1e6, 1)
