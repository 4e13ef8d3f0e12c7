"""Positions in which one choice is clearly best: whoever thinks ahead finds it.

Each is the position after so many choices of a game that was played by lot. Where nobody else has
a choice any more, what is best was worked out from all that can follow; in Bali, where the other
seat may go on, by rollouts of two kinds.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.rules import registry
from games.rules.engine import Choice, Game
from games.rules.engine.play import ask_bot
from games.rules.engine.search import player

PUZZLES: dict[str, list[tuple[int, int, Choice]]] = {
    "imhotep": [
        (1, 79, (1,)),
        (64, 85, ("sail", 0, "temple")),
        (89, 85, ("sail", 1, "tomb")),
        (132, 88, ("sail", 3, "obelisks")),
        (136, 91, (0, "temple")),
    ],
    "bali": [
        (6, 101, ("paprika",)),
        (12, 100, ("banana",)),
        (13, 87, (1,)),
        (14, 102, ("peanut",)),
    ],
    "bora_bora": [
        (36, 121, ("D36",)),
        (37, 136, ("D07",)),
        (41, 130, ("D09",)),
        (59, 126, ("D24",)),
        (11, 120, ("D25", "card")),
    ],
    "bomarzo": [
        (11, 89, ("harvest", "coin")),
        (31, 101, ("harvest", "coin")),
        (33, 96, ("harvest", "food")),
        (37, 77, ("play", "B04")),
        (61, 100, ("harvest", "food")),
    ],
}


def position(slug: str, deal: int, choices: int) -> Game[Any]:
    """The game of this deal, played by lot for so many choices."""
    rng = random.Random(f"puzzle/{deal}")
    game = registry.get(slug).new(2, {}, rng.randbytes(32))
    for _choice in range(choices):
        decision = game.decisions()[0]
        game.choose(decision.seat, decision.sample(rng.choice(decision.choices), rng))
    return game


@pytest.mark.parametrize(
    ("slug", "deal", "choices", "best"),
    [(slug, *puzzle) for slug, puzzles in PUZZLES.items() for puzzle in puzzles],
)
def test_the_best_choice_is_found(slug: str, deal: int, choices: int, best: Choice) -> None:
    game = position(slug, deal, choices)
    (decision,) = game.decisions()
    assert len(decision.choices) > 1
    strong = player(game.rules, "strong")
    assert ask_bot(strong, game, decision, random.Random(deal)) == best
