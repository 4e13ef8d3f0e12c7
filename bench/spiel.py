"""Random play of OpenSpiel's games on one core, so that a stranger knows what our figures mean:
some that are written in Python, and some in C++ that are of like size.

`engine` runs it in an environment of its own, where that has been made (docs/performance.md).
"""

import json
import random
import subprocess
import time
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[1]
PYTHON = CHECKOUT / ".venv-spiel/bin/python"
SECONDS = 2.0
IN_PYTHON = ("kuhn_poker", "tic_tac_toe", "block_dominoes")
IN_CPP = ("kuhn_poker", "leduc_poker", "backgammon", "go(board_size=9)")


def run() -> Iterator[dict[str, Any]]:
    """A row for each game; none without the environment."""
    if PYTHON.exists():
        done = subprocess.run(
            [PYTHON, "-P", __file__], stdout=subprocess.PIPE, text=True, check=True
        )
        yield from map(json.loads, done.stdout.splitlines())


def _measure(spiel: Any) -> Iterator[dict[str, object]]:
    for name in IN_PYTHON:
        import_module(f"open_spiel.python.games.{name}")
    games = [("Python", f"python_{name}") for name in IN_PYTHON]
    for written_in, name in (*games, *(("C++", name) for name in IN_CPP)):
        game, rng = spiel.load_game(name), random.Random(1)
        start, decisions, played = time.process_time(), 0, 0
        while time.process_time() - start < SECONDS:
            decisions, played = decisions + _play(game, rng), played + 1
        seconds = time.process_time() - start
        yield {
            "open_spiel": name,
            "written_in": written_in,
            "decisions_per_second": round(decisions / seconds),
            "decisions_per_game": round(decisions / played, 1),
        }


def _play(game: Any, rng: random.Random) -> int:
    """The decisions of a random game; draws of chance are none."""
    state, decisions = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            decisions += 1
    return decisions


if __name__ == "__main__":
    for row in _measure(import_module("pyspiel")):
        print(json.dumps(row), flush=True)
