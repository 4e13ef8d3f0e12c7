"""Games that an earlier version of the rules has stored."""

from __future__ import annotations

import random

import pytest

from games.rules.bora_bora import rules
from tests.rules.stored import store

from .test_random import conserved

FIRST = store.read("bora_bora", 1)


@pytest.mark.slow
def test_a_game_of_version_1_goes_on_to_its_end(subtests: pytest.Subtests) -> None:
    for number in range(len(FIRST)):
        with subtests.test(number=number):
            goes_on_to_its_end(number)


def goes_on_to_its_end(number: int) -> None:
    game = rules.load(FIRST[number].state, 1)
    rng = random.Random(number)
    while game.result() is None:
        if game.state.held is not None:
            game.confirm(game.state.held)
            continue
        conserved(game)
        decision = rng.choice(game.decisions())
        game.choose(decision.seat, rng.choice(decision.choices))
    assert game.state.round == 6


def test_where_first_huts_were_still_chosen_people_and_tasks_lie_there_now() -> None:
    (stored, *_more) = (stored for stored in FIRST if "first_hut" in stored.of)
    game = rules.load(stored.state, 1)
    assert len(game.state.tasks) == game.players + 2
    assert all(person is not None for row in game.state.people.values() for person in row)


def test_nothing_is_laid_out_twice() -> None:
    (stored, *_more) = (stored for stored in FIRST if "first_hut" in stored.of)
    laid_out = rules.load(stored.state, 1).save()
    for version in range(2, rules.version):
        assert rules.load(laid_out, version).save() == laid_out


def test_where_rounds_were_under_way_all_stays_as_it_was() -> None:
    later = [stored.state for stored in FIRST if "first_hut" not in stored.of]
    assert later
    for state in later:
        data = rules.decode(state)
        again = rules.load(state, 1).state
        assert (again.chapter, again.tasks, again.people) == (data.chapter, data.tasks, data.people)
        assert (again.task_pile, again.piles) == (data.task_pile, data.piles)
