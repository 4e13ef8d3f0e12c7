"""Starter, by the checks that every game type gets for free, and by rules of its own."""

import random

from starter import rules

from games.checking.table import check_table
from games.rules.engine.examine import examine
from games.rules.engine.positions import position, replayed


def test_the_rules_pass_every_check() -> None:
    assert examine(rules).findings == []


def test_the_table_says_and_draws_everything() -> None:
    assert check_table(rules).findings == []


def test_three_of_a_colour_bring_ten_points() -> None:
    game = rules.new(2, {}, bytes(32))
    game.state.taken = [[0, 3, 6], [1, 2]]
    assert game.standing() == [{"tiles": 6, "sets": 10}, {"tiles": 2, "sets": 0}]


def test_the_last_tile_is_taken_by_itself() -> None:
    game = position(rules, "last two tiles")
    (decision,) = game.decisions()
    game.choose(decision.seat, decision.choices[0])
    assert game.result() is not None


def test_the_first_round_can_still_be_played() -> None:
    assert replayed(rules, "first round").state.taken == [[17], [19]]


def test_every_tile_is_taken_in_the_end() -> None:
    rng = random.Random(1)
    game = rules.new(3, {}, rng.randbytes(32))
    while game.result() is None:
        decision = game.decisions()[0]
        game.choose(decision.seat, rng.choice(decision.choices))
    assert sorted(tile for own in game.state.taken for tile in own) == list(range(24))
