"""The rules compiled and plain, by turns, each in a process of its own: random play of four, and
what it costs a strong bot to play one world on. Without compiled modules there is one of them.

`python -m bench.builds` measures the build that runs.
"""

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from typing import Any

from bench.extent import Extent
from bench.figures import Row
from bench.forms import forms
from games.rules import compiled, registry
from games.rules.engine import Json, Rules
from games.rules.engine.play import Seen, ask_bot, play_out, random_choice
from games.rules.engine.search.candidates import candidates
from games.rules.engine.search.thinking import Budget, compare

#: CPU time of random play.
SECONDS = 2.0
#: Games of two from whose middle worlds are played on.
GAMES = 4
BUILDS = ("plain", "compiled")
TURNS = (*BUILDS, *reversed(BUILDS))


def run(extent: Extent) -> Iterator[Row]:
    """For each game type, how the builds compare in either."""
    if not registry.build().compiled:
        return
    for slug in registry.OWN:
        found = [(build, _in_a_process(slug, build)) for build in TURNS * (3 if extent.full else 1)]
        for figure in found[0][1]:
            plain, other = (
                [figures[figure] for by, figures in found if by == build] for build in BUILDS
            )
            times = sum(other) / sum(plain)
            yield {
                "type": slug,
                "figure": figure,
                "plain": plain,
                "compiled": other,
                "times": round(times if "a second" in figure else 1 / times, 2),
            }


def _in_a_process(slug: str, build: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.builds", slug],
        env={**os.environ, compiled.VARIABLE: build},
        capture_output=True,
        text=True,
        check=True,
    )
    return dict(json.loads(done.stdout))


def _measure(rules: Rules[Any]) -> dict[str, float]:
    """The figures of the build that runs here."""
    return {
        **{f"{form}, decisions a second": _play(rules, options) for form, options in forms(rules)},
        "rollouts, CPU ms a world": _think(rules),
    }


def _play(rules: Rules[Any], options: Json) -> float:
    """Decisions a second in random play of four."""
    rng, decisions = random.Random(1), 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        bots = [random_choice] * 4
        decisions += play_out(rules, 4, options, rng.randbytes(32), bots, rng).decisions
    return round(decisions / (time.process_time() - start))


def _think(rules: Rules[Any]) -> float:
    """CPU milliseconds of `strong` to play one world on, in the middle of games of two by bots."""
    spent, worlds = 0.0, 0
    for number in range(GAMES):
        seen = _middle(rules, random.Random(number))
        choices = candidates(seen)
        start = time.process_time()
        found = compare(seen, choices, Budget(rules.levels.rollouts), lambda: True)
        spent += time.process_time() - start
        worlds += sum(map(len, found.values))
    return round(1000 * spent / worlds, 3)


def _middle(rules: Rules[Any], rng: random.Random) -> Seen:
    """A question of more than one answer in the middle of a game."""
    seed, bot = rng.randbytes(32), rules.bots[rules.best_bot]
    whole = play_out(rules, 2, {}, seed, [random_choice] * 2, rng)
    game = rules.new(2, {}, seed)
    for number in count():
        decision = game.decisions()[0]
        if number >= whole.decisions // 2 and len(decision.choices) > 1:
            return Seen(game, decision, rng)
        game.choose(decision.seat, ask_bot(bot, game, decision, rng))
    raise AssertionError


if __name__ == "__main__":
    print(json.dumps(_measure(registry.get(sys.argv[1]))))
