"""A path of a tree, played in memory."""

import random
from typing import Any

import pytest

from accounts.models import User
from games.game_cache import cache
from games.models import Game
from games.rules import engine, registry
from games.rules.engine.play import ask_bot, random_choice
from games.storage.position import Position
from games.trees.playing import Unplayable, in_memory, play
from games.trees.tree import ROOT, Tree


def begin(slug: str, seed: int = 1) -> engine.Game[Any]:
    rules = registry.get(slug)
    return rules.new(2, rules.check_options({}), bytes([seed]) * 32)


def walk(base: engine.Game[Any], choices: int) -> tuple[Tree, int]:
    """A tree with one path of so many random choices, and its last node."""
    tree, at, game, rng = Tree([]), ROOT, base.copy(), random.Random(3)
    for _ in range(choices):
        decision = game.decisions()[0]
        choice = ask_bot(random_choice, game, decision, rng)
        game.choose(decision.seat, choice)
        at = tree.add(at, decision.seat, choice).id
    return tree, at


@pytest.mark.parametrize("slug", ["imhotep", "bali", "bora_bora", "bomarzo"])
def test_a_path_leads_where_its_choices_lead(slug: str) -> None:
    base = begin(slug)
    before = base.save()
    tree, at = walk(base, 30)
    there = base.copy()
    events = [there.choose(node.seat, node.choice) for node in tree.path(at)]
    cache.forget()
    for _cold_and_warm in range(2):
        reached = play(base, tree.path(at), 1)
        assert reached.game.save() == there.save()
        assert [step.events for step in reached.played] == events
    assert base.save() == before


def test_a_cached_position_is_the_next_one_s_beginning() -> None:
    base = begin("imhotep")
    tree, at = walk(base, 20)
    cache.forget()
    cold = play(base, tree.path(at), 1)
    longer = tree.add(at, cold.game.to_move()[0], cold.game.decisions()[0].choices[0])
    warm = play(base, tree.path(longer.id), 1)
    cache.forget()
    assert play(base, tree.path(longer.id), 1).game.save() == warm.game.save()


def test_the_first_choice_that_is_not_legal_is_named() -> None:
    base = begin("imhotep")
    tree, at = walk(base, 4)
    third = tree.path(at)[2]
    wrong = tree.add(third.parent, third.seat, ["fly"])
    below = tree.add(wrong.id, 0, ["anything"])
    with pytest.raises(Unplayable) as refused:
        play(base, tree.path(below.id), 1)
    assert refused.value.node == wrong
    assert "3" in str(refused.value)
    assert refused.value.status == 422


def test_chance_that_is_drawn_again_is_other_chance() -> None:
    base = begin("imhotep")
    cache.forget()
    tree, at = walk(base, 40)
    drew = next(step.node for step in play(base, tree.path(at), 1).played if step.drew)
    seen = set()
    for _ in range(6):
        seen.add(str(play(base, tree.path(drew.id), 1).game.view(None)))
        tree.draw_again(drew.id)
    assert len(seen) > 1


def test_a_choice_says_whether_chance_decided_it() -> None:
    base = begin("imhotep")
    tree, at = walk(base, 40)
    flags = [step.drew for step in play(base, tree.path(at), 1).played]
    assert True in flags
    assert False in flags


def test_a_reader_sits_where_they_are_told(duel: Position, anna: User) -> None:
    rules = duel.running()
    position = in_memory(duel, rules, chair=1, number=7)
    assert position.seat_of(anna.pk) is position.seats[1]
    assert position.seat_of(None) is None
    assert position.seats[1] is not duel.seats[1]
    assert [seat.to_move for seat in position.seats] == [
        seat.index in rules.to_move() for seat in position.seats
    ]
    assert (position.number, position.game.status) == (7, Game.Status.RUNNING)
    assert all(seat.deadline is None for seat in position.seats)
    assert duel.game.number != 7
