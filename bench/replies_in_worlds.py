"""Whether it helps to look for the opponent's reply inside the worlds in which a bot plays on:
``strong`` with replies against ``strong`` as it is, both with the same CPU time, two players.

`python -m bench.replies_in_worlds bali --minutes 15` plays for so much CPU time.
"""

import argparse
import json
import random
import statistics
import time
from collections.abc import Iterator
from typing import Any

from bench.figures import Row
from games.rules import registry
from games.rules.engine import Bot, Choice, Game, Rules
from games.rules.engine.arena import Cell, Fought, fight, summary
from games.rules.engine.play import Seen
from games.rules.engine.search import player
from games.rules.engine.search.candidates import candidates, ranked
from games.rules.engine.search.halving import halve
from games.rules.engine.search.rollouts import horizon, is_over, lead, play_choice, play_on
from games.rules.engine.search.worlds import World, worlds

#: So many replies are played on: the most promising alone, or the best three, of which the one
#: counts that ends best for the opponent.
REPLIES = (1, 3)
SEED = 2000


def run(rules: Rules[Any], seconds: float) -> Iterator[Row]:
    """After each deal the result so far; the numbers of replies play by turns."""
    matches = [Match(rules, number) for number in REPLIES]
    begun = time.process_time()
    while time.process_time() - begun < seconds:
        for match in matches:
            yield match.play_deal()


class Match:
    """Games with so many replies, which have as much CPU time as ``strong`` has without."""

    def __init__(self, rules: Rules[Any], replies: int) -> None:
        self._rules, self._replies = rules, replies
        self._cell = Cell(rules.slug, 2, f"strong, replies: {replies}", "strong", SEED, {})
        self._games: list[Fought] = []
        #: Of each deal; begins with a guess.
        self._rollouts = [rules.levels.rollouts // (1 + replies)]

    def play_deal(self) -> Row:
        """Both games of a deal, and the result so far."""
        bots = replying(self._replies, self._rollouts[-1]), player(self._rules, "strong")
        for _seat in range(self._cell.players):
            self._games.append(fight(self._rules, self._cell, len(self._games), *bots))
        row = summary(self._games)
        mean = statistics.mean(self._rollouts)
        self._rollouts.append(max(1, round(mean * row["ms_b"] / row["ms_a"])))
        return {**row, "rollouts": round(mean)}


def replying(replies: int, rollouts: int) -> Bot:
    """``strong``, but that the opponent answers by the best of so many replies."""

    def think(seen: Seen) -> Choice:
        choices, ahead = candidates(seen), worlds(seen)
        known: list[tuple[World[Any], int]] = []

        def play(choice: int, number: int) -> float:
            if number == len(known):
                known.append((next(ahead), seen.rng.getrandbits(64)))
            world, chance = known[number]
            after = world.copy()
            after.choose(seen.seat, choices[choice])
            return lead(_answered(after, seen.seat, horizon(world, 1), chance, replies), seen.seat)

        return choices[halve(len(choices), rollouts, play).best]

    return think


def _answered(
    game: Game[Any], seat: int, until: int | None, chance: int, replies: int
) -> Game[Any]:
    """The game at the horizon, if the opponent's next answer is the best for them."""
    rng = random.Random(chance)
    while not is_over(game, until) and game.decisions()[0].seat == seat:
        game = play_choice(game, rng)
    if is_over(game, until):
        return game
    decision = game.decisions()[0]
    ends = []
    for choice in ranked(game.own(decision.seat), decision, decision.choices)[:replies]:
        after = game.copy()
        after.choose(decision.seat, decision.example(choice))
        ends.append(play_on(after, until, random.Random(chance)))
    return max(ends, key=lambda end: lead(end, decision.seat))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("type")
    parser.add_argument("--minutes", type=float, default=15.0)
    asked = parser.parse_args()
    for row in run(registry.get(asked.type), 60 * asked.minutes):
        print(json.dumps(row), flush=True)
