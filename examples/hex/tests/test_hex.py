"""Hex, by the checks that every game type gets for free, and by rules of its own."""

import random

import pytest
from hex import rules
from hex.cells import FREE, board, chain, lacking, mirrored, missing

from games.checking.table import check_table
from games.rules.engine import Game, Seen
from games.rules.engine.examine import examine
from games.rules.engine.play import ask_bot
from games.rules.engine.search import player


def new(*moves: str, size: int = 5) -> Game:
    game = rules.new(2, {"size": size}, bytes(32))
    for move in moves:
        game.choose(game.decisions()[0].seat, (move,))
    return game


def drawn(*rows: str) -> Game:
    """A position as rows of cells; the first seat is to move."""
    game = new(size=len(rows))
    game.state.cells = "".join(rows)
    game.changed()
    return game


def test_the_rules_pass_every_check() -> None:
    report = examine(rules)
    assert report.findings == []
    assert report.search.startswith("replies fit")


def test_the_table_says_and_draws_everything() -> None:
    assert check_table(rules).findings == []


def test_a_chain_from_side_to_side_wins() -> None:
    game = new("a3", "a1", "b3", "b1", "c3", "c1", "d3", "d1")
    assert game.result() is None
    game.choose(0, ("e3",))
    assert game.result().ranks == [1, 2]
    assert game.events[-1].data == {"seat": 0, "cells": ["e3", "d3", "c3", "b3", "a3"]}


def test_the_other_sides_are_the_second_players() -> None:
    game = new("a1", "c1", "a2", "c2", "a3", "c3", "a4", "c4", "a5", "c5")
    assert game.result().ranks == [2, 1]


def test_the_first_stone_can_be_taken_over_and_no_other() -> None:
    game = new("b4")
    assert ("swap",) in game.decisions()[0].choices
    game.choose(1, ("swap",))
    names = board(25).names
    assert {names[i]: stone for i, stone in enumerate(game.state.cells) if stone != FREE} == {
        "d2": "1"
    }
    assert game.decisions()[0].seat == 0
    for move in ("c3", "a1"):
        assert ("swap",) not in game.decisions()[0].choices
        game.choose(game.decisions()[0].seat, (move,))


def test_what_is_mirrored_twice_is_where_it_was() -> None:
    assert [mirrored(mirrored(cell, 7), 7) for cell in range(49)] == [*range(49)]


def test_exactly_one_seat_links_its_sides_on_a_full_board() -> None:
    rng = random.Random(1)
    for _board in range(50):
        cells = "".join(rng.choice("01") for _cell in range(49))
        assert sorted(lacking(cells, seat) > 0 for seat in (0, 1)) == [False, True]


def test_a_bridge_is_as_good_as_linked() -> None:
    assert lacking(drawn(".....", "....0", "..0..", "0....", ".....").state.cells, 0) == 0
    assert lacking(drawn(".....", "...10", "..0..", "0....", ".....").state.cells, 0) == 1


def test_every_cell_has_its_neighbours_and_both_see_it_alike() -> None:
    ways = board(25).ways
    assert sorted({sum(not way.needs for way in own) for own in ways}) == [2, 3, 4, 6]
    for cell, own in enumerate(ways):
        for way in own:
            assert any(
                back.to == cell and set(back.needs) == set(way.needs) for back in ways[way.to]
            )


def test_a_chain_is_what_hangs_together() -> None:
    cells = drawn("00...", ".....", "..0..", ".00..", ".....").state.cells
    names = board(25).names
    assert {names[i] for i in chain(cells, 0, names.index("c3"))} == {"c3", "c4", "b4"}
    assert missing(cells, 0, 0)[names.index("b1")] == 0


@pytest.mark.parametrize("chance", range(3))
def test_the_strong_level_answers_a_cut_of_its_bridge(chance: int) -> None:
    game = drawn(".....", "...10", "..0..", "0....", ".1...")
    strong = player(rules, "strong")
    decision = game.decisions()[0]
    assert ask_bot(strong, game, decision, random.Random(chance)) == ("d3",)


def test_the_strong_level_takes_a_good_first_stone_over_and_leaves_a_bad_one() -> None:
    strong = player(rules, "strong")
    for stone, is_taken in (("c3", True), ("a1", False)):
        game = new(stone)
        taken = ask_bot(strong, game, game.decisions()[0], random.Random(1))
        assert (taken == ("swap",)) is is_taken


def test_easy_good_and_strong_are_on_offer() -> None:
    assert rules.levels.offered(2) == ["easy", "good", "strong"]


def test_the_bot_places_where_ways_cross() -> None:
    game = new("c3", "c2")
    asked = game.decisions()[0]
    assert rules.bots["crossing"](Seen(game, asked, random.Random(1))) in asked.choices
