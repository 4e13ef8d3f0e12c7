"""The arena's tables: each level against the one below, for every game type and number of players.
The seeds are others than those that anything was chosen by."""

from collections.abc import Iterator
from itertools import pairwise

from bench.extent import Extent
from bench.figures import Row
from games.rules import registry
from games.rules.engine.arena import Cell, fight, summary
from games.rules.engine.levels import ENOUGH, LEVELS
from games.rules.engine.search import player

SEED = 1000


def run(extent: Extent) -> Iterator[Row]:
    """With ``--full`` as many games as a level needs to be offered; else for the fewest players,
    each deal once around the table, and without the level that thinks for long."""
    for rules in registry.all():
        for players in rules.players if extent.full else rules.players[:1]:
            for below, level in pairwise(LEVELS if extent.full else LEVELS[:-1]):
                cell = Cell(rules.slug, players, level, below, SEED, dict(rules.check_options({})))
                bots = player(rules, level), player(rules, below)
                games = ENOUGH if extent.full else players
                yield summary([fight(rules, cell, number, *bots) for number in range(games)])
