"""Opener, by the checks that every game type gets for free, and by rules of its own."""

import random

import pytest
from opener import rules
from opener.rules import BOARD, FREE, QUIET, number_of_stones
from opener.table import put

from games.checking.table import check_table
from games.rules.engine import Game
from games.rules.engine.examine import examine
from games.rules.engine.play import ask_bot
from games.rules.engine.positions import position
from games.rules.engine.search import player


def drawn(*rows: str) -> Game:
    """A position as rows of cells, the highest first; the first seat is to move."""
    game = rules.new(2, {}, bytes(32))
    game.state.cells = "".join(reversed(rows))
    game.changed()
    return game


def play(game: Game, *moves: str) -> None:
    for move in moves:
        game.choose(game.decisions()[0].seat, tuple(move.split("-")))


def test_the_rules_pass_every_check() -> None:
    report = examine(rules)
    assert report.findings == []
    assert report.search.startswith("replies fit")


def test_the_table_says_and_draws_everything() -> None:
    assert check_table(rules).findings == []


def test_a_stone_moves_in_its_row_and_column_until_something_is_in_its_way() -> None:
    game = drawn("......", ".a....", "......", ".A..b.", "......", "......")
    ends = sorted(end for _start, end in game.decisions()[0].choices)
    assert ends == ["a3", "b1", "b2", "b4", "c3", "d3"]


def test_an_enclosed_stone_is_captured_and_one_that_moves_between_two_is_not() -> None:
    game = drawn("......", "A.....", "......", ".ab.C.", "......", "......")
    play(game, "a5-a3")
    assert number_of_stones(game.state.cells, 1) == 2, "two in a row are not enclosed"
    game = drawn("....bc", "A.....", "......", ".a..C.", "......", "......")
    play(game, "a5-a3", "f6-f5", "e3-c3")
    assert game.state.cells[BOARD.number("b3")] == FREE
    game = drawn("......", "......", "......", ".a.b..", "......", "..A..B")
    play(game, "c1-c3")
    assert number_of_stones(game.state.cells, 0) == 2


def test_whoever_has_one_stone_left_has_lost() -> None:
    game = position(rules, "one capture from the end")
    play(game, "a5-a3")
    assert game.result().ranks == [1, 2]
    assert game.result().reason == "capture"


def test_whoever_cannot_move_has_lost() -> None:
    game = drawn("ab.B..", "CA....", "......", "......", "......", "......")
    play(game, "d6-c6")
    assert game.result().reason == "block"


def test_a_position_that_comes_up_for_the_third_time_is_a_draw() -> None:
    game = rules.new(2, {}, bytes(32))
    there_and_back = ("a1-a2", "a6-a5", "a2-a1", "a5-a6")
    play(game, *there_and_back)
    assert game.result() is None
    play(game, *there_and_back)
    assert game.result().reason == "repetition"


def test_twenty_moves_without_a_capture_are_a_draw_and_saves_stay_small() -> None:
    rng, reasons = random.Random(4), set()
    for _game in range(20):
        game = rules.new(2, {}, bytes(32))
        while game.result() is None:
            assert game.view(None)["quiet"] < QUIET
            assert len(game.save()) < 700
            decision = game.decisions()[0]
            game.choose(decision.seat, rng.choice(decision.choices))
        reasons.add(game.result().reason)
    assert "quiet" in reasons


def test_the_strong_level_captures() -> None:
    game = drawn("b....c", "......", "A.....", ".aC...", "......", ".....B")
    decision = game.decisions()[0]
    assert ask_bot(player(rules, "strong"), game, decision, random.Random(1)) == ("a4", "a3")


def test_an_author_sets_up_stones_as_far_as_a_seat_has_any() -> None:
    game = rules.new(2, {}, bytes(32))
    put(game.state, "cell-a1", FREE)
    put(game.state, "cell-c3", "0")
    assert game.state.cells[BOARD.number("c3")] == "A"
    with pytest.raises(ValueError, match="seat 1 has no stone left"):
        put(game.state, "cell-d4", "1")
