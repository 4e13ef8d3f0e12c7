"""What a seat may believe: samples of small positions against all histories that fit."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations, product
from math import sqrt

import pytest

from games.rules.bali.knowledge import Ledger, retell
from games.rules.bali.state import Bali
from games.rules.bali.tables import KINDS, LOOK
from games.rules.engine import Game, Part

from .positions import new

POSITIONS: dict[str, tuple[bool, Ledger]] = {
    "two cards face down, one of them spoken for": (
        False,
        [("hide", 1, "rice"), ("gain", 1, "banana"), ("hide", 1, "banana"), ("offer", 1, "peanut")],
    ),
    "all four start cards face down": (False, [("hide", 2, kind) for kind in KINDS]),
    "two seats": (
        False,
        [("hide", 1, "rice"), ("hide", 2, "rice"), ("add", 0, "rice"), ("hide", 1, "paprika")],
    ),
    "another took a card from the altar": (
        True,
        [("add", 1, "rice"), ("look", 1, 0), ("take", 1, 2)],
    ),
    "one looked oneself after another had offered": (
        True,
        [("hide", 1, "rice"), ("hide", 2, "banana"), ("look", 0, 0), ("take", 0, 1)],
    ),
    "another took a card and offered it again": (
        True,
        [("offer", 1, "rice"), ("look", 1, 0), ("take", 1, 1), ("offer", 1, "rice"),
         ("offer", 1, "banana")],
    ),
}  # fmt: skip

History = tuple[tuple[str, ...], tuple[Part, ...]]


def position(oracle: bool, ledger: Ledger) -> Game[Bali]:
    game = new(3, oracle=oracle)
    state = game.state
    state.ledger = list(ledger)
    told = retell(3, state.foundation, state.ledger, 0)
    assert not told.faults
    state.offerings, state.altar = told.offerings, told.altar
    return game


def history(game: Game[Bali]) -> History:
    return tuple(game.state.foundation), tuple(part for _what, _who, part in game.state.ledger)


def all_that_fit(game: Game[Bali]) -> set[History]:
    """Every history that seat 0 could not tell from the real one, by trying all there are."""
    state = game.state
    truth = retell(3, state.foundation, state.ledger, 0).told
    may_be: list[list[tuple[str, int, Part]]] = []
    for what, who, part in state.ledger:
        parts: list[Part] = [part]
        if who and what == "hide":
            parts = [*KINDS]
        elif who and what == "take":
            parts = [*range(1, LOOK + 1)]
        may_be.append([(what, who, each) for each in parts])
    return {
        (foundation, tuple(part for _what, _who, part in ledger))
        for foundation in set(permutations(state.foundation))
        for ledger in product(*may_be)
        if not retell(3, list(foundation), list(ledger), 0, truth).faults
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", POSITIONS)
def test_every_history_that_fits_is_about_equally_likely(name: str) -> None:
    game = position(*POSITIONS[name])
    fit = all_that_fit(game)
    assert history(game) in fit
    rng = random.Random(1)
    each = 30
    drawn = Counter(history(game.resample(0, rng)) for _sample in range(each * len(fit)))
    assert set(drawn) <= fit
    assert len(drawn) > 0.97 * len(fit)
    # The squares of what is too many or too few follow chi square where all are equally likely.
    surprise = sum((drawn[one] - each) ** 2 / each for one in fit)
    free = len(fit) - 1
    assert surprise < free + 5 * sqrt(2 * free)
    assert drawn[history(game)] < 2 * each


def test_samples_of_a_whole_game_do_not_lean_to_the_truth() -> None:
    """Of many face-down cards a guess is right about as often as chance has it."""
    rng = random.Random(3)
    game = new(2)
    truth = [KINDS[rng.randrange(4)] for _card in range(40)]
    game.state.ledger = [("gain", 1, kind) for kind in KINDS for _card in range(40)]
    game.state.ledger += [("hide", 1, kind) for kind in truth]
    told = retell(2, [], game.state.ledger, 0)
    game.state.offerings, game.state.altar = told.offerings, told.altar
    right = 0
    for _sample in range(100):
        guess = game.resample(0, rng).state.ledger
        right += sum(part == kind for (_w, _s, part), kind in zip(guess[-40:], truth, strict=True))
    assert 0.2 < right / 4000 < 0.3
