"""What is dealt anew for a seat depends on what the seat knows and on nothing else.

A seat that chooses the random numbers itself, as somebody may who tries lines out again and again,
must not learn from the results how the cards truly lie.
"""

import random
from typing import Any

import pytest

from games.rules import registry
from games.rules.engine import Dealer, Game, Rules
from games.rules.engine.play import ask_bot, random_choice
from games.rules.example.rules import rules as lanterns
from tests.rules.played import forms

TYPES = [lanterns, *map(registry.get, ("imhotep", "bali", "bora_bora", "bomarzo"))]


def differ(rules: Rules[Any], players: int, options: dict[str, Any], seed: int) -> list[str]:
    """Where in a random game a seat's worlds tell two games apart that the seat cannot."""
    rng = random.Random(f"{rules.slug} {players} {options} {seed}")
    game = rules.new(players, rules.check_options(options), rng.randbytes(32))
    found = []
    while game.result() is None:
        if rng.random() < 0.12:
            found += [
                f"{players} {options} {seat}: {game.to_move()}"
                for seat in (*range(players), None)
                if not _equal(game, game.resample(seat, rng), seat, rng.randrange(1000))
            ]
        if game.state.held is not None:
            game.confirm(game.state.held)
            continue
        decision = rng.choice(game.decisions())
        choice = ask_bot(random_choice, game, decision, rng)
        game.choose(decision.seat, choice, hold=rng.random() < 0.3)
    return found


def _equal(game: Game[Any], other: Game[Any], seat: int | None, seed: int) -> bool:
    here, there = (each.resample(seat, random.Random(seed)) for each in (game, other))
    here.renumber()
    there.renumber()
    return here.save() == there.save()


@pytest.mark.parametrize("rules", TYPES, ids=lambda rules: rules.slug)
def test_worlds_tell_nothing_that_the_seat_does_not_know(rules: Rules[Any]) -> None:
    assert differ(rules, min(rules.players), {}, 1) == []


@pytest.mark.slow
@pytest.mark.parametrize("rules", TYPES, ids=lambda rules: rules.slug)
def test_worlds_of_all_forms_tell_nothing(rules: Rules[Any]) -> None:
    for players in rules.players:
        for options in forms(rules):
            for seed in range(3):
                assert differ(rules, players, options, seed) == []


def test_a_dealer_forgets_how_the_items_lay() -> None:
    orders = [["a", "b", "c", "d"], ["d", "a", "c", "b"]]
    for order in orders:
        Dealer(random.Random(4)).shuffle(order)
    assert orders[0] == orders[1]
    structs: list[Any] = [("x", 1), 3, "y"]
    Dealer(random.Random(4)).shuffle(structs)
    assert sorted(map(str, structs)) == sorted(map(str, [("x", 1), 3, "y"]))
