"""What an author would write without the engine's search: negamax, three stones deep, with
alpha-beta and the worth of the package, and with its candidates or with all choices. To have so
many games played against the search with so many nodes, once the package is linked::

    PYTHONPATH=. .venv/bin/python examples/hex/tests/negamax.py 40 100 candidates
    PYTHONPATH=. .venv/bin/python examples/hex/tests/negamax.py 40 1000 all
"""

import json
import math
import sys

from hex.rules import SWAP, candidates, rules, worth

from games.rules.engine import Bot, Choice, Game, Seen
from games.rules.engine.arena import Cell, fight, summary
from games.rules.engine.search import Lookahead, replier

DEPTH = 3
LOOKED_AT = {"candidates": candidates, "all": lambda game, decision, choices: choices}[sys.argv[3]]


def negamax(game: Game, depth: int, low: float, high: float) -> float:
    """The lead of the seat whose turn it is."""
    decision = game.decisions()[0]
    if depth == 0:
        return 2 * worth(game, decision.seat) - 100
    for choice in LOOKED_AT(game, decision, list(decision.choices)):
        low = max(low, after(game, choice, depth, low, high))
        if low >= high:
            break
    return low


def after(game: Game, choice: Choice, depth: int, low: float, high: float) -> float:
    copy = game.copy()
    copy.choose(copy.decisions()[0].seat, choice)
    return 100.0 if copy.result() else -negamax(copy, depth - 1, -high, -low)


def bot(seen: Seen) -> Choice:
    game, best, found = seen.sample(), -math.inf, seen.choices[0]
    for choice in LOOKED_AT(game, seen.decision, list(seen.choices)):
        value = after(game, choice, DEPTH, best, math.inf)
        if value > best:
            best, found = value, choice
    return found


def opened(play: Bot) -> Bot:
    """The same bot, which leaves its first stone to chance, the same in both games of a deal."""

    def choose(seen: Seen) -> Choice:
        if len(seen.view["cells"].replace(".", "")) < 2:
            return seen.rng.choice([choice for choice in seen.choices if choice != (SWAP,)])
        return play(seen)

    return choose


if __name__ == "__main__":
    games, nodes = int(sys.argv[1]), int(sys.argv[2])
    cell = Cell("hex", 2, f"replies, {nodes} nodes", f"negamax, {sys.argv[3]}", 62, {"size": 7})
    search, other = opened(replier(Lookahead(nodes))), opened(bot)
    fought = [fight(rules, cell, n, search, other) for n in range(games)]
    print(json.dumps(summary(fought)))
