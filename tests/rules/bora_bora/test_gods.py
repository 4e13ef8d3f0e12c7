"""God cards, god tiles and what they do in phase A, with the examples of the rulebook."""

from __future__ import annotations

import pytest

from games.rules.bora_bora.reconstructed import FISH
from games.rules.engine import Choice, Game

from .positions import (
    ANNA,
    BEN,
    CLEO,
    START,
    asked,
    choices,
    die,
    hand,
    huts,
    new,
    play,
    points,
    stage,
    told,
)


def with_gods(game: Game, card: str) -> set[Choice]:
    return {choice for choice in choices(game) if choice[1] == card}


def test_anna_plays_blue_white_and_red_with_one_die() -> None:
    """Example: a 3 beside a 1, used as a 6 on the water, and the 5 of the fish tile there."""
    game = new()
    state = game.state
    huts(game, ANNA, "S-W")
    five = next(region for region, fish in state.fish.items() if FISH[fish][1] == 5)
    state.fish["C-SW"], state.fish[five] = state.fish[five], state.fish["C-SW"]
    state.cards["water"] = [(BEN, 1)]
    hand(state.boards[ANNA], "blue", "white", "red", offerings=3)
    game = die(game, ANNA, 3)
    play(game, (3, "water", "blue_white"), ("card",), ("card",))
    assert asked(game) == [(ANNA, "expand")]
    play(game, ("C-SW", "card"))
    assert state is not game.state
    assert game.state.regions["C-SW"] == [ANNA]
    assert game.state.cards["water"] == [(BEN, 1), (ANNA, 3)]
    assert points(game, ANNA) == 5
    assert (game.state.boards[ANNA].cards, game.state.boards[ANNA].offerings) == (0, 0)
    assert sorted(game.state.discards) == ["blue", "red", "white"]


def test_every_god_card_costs_an_offering() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "blue", "white", offerings=0)
    assert with_gods(die(game, ANNA, 3, 3), "helper") == set()
    hand(game.state.boards[ANNA], "blue", "white", offerings=1)
    assert with_gods(die(game, ANNA, 3, 3), "helper") == {(3, "helper", "blue")}
    hand(game.state.boards[ANNA], "blue", "white", offerings=2)
    expected = {(3, "helper", "blue"), (3, "helper", "blue_white")}
    assert with_gods(die(game, ANNA, 3, 3), "helper") == expected


def test_a_white_god_lends_a_six_and_the_die_keeps_its_face() -> None:
    game = new()
    hand(game.state.boards[ANNA], "white", offerings=1)
    game = die(game, ANNA, 2)
    events = play(game, (2, "helper", "white"))
    assert told(events, "die_placed") == [{"seat": ANNA, "die": 2, "card": "helper", "value": 6}]
    assert game.view(ANNA)["account"]["left"] == 6
    assert game.state.cards["helper"] == [(ANNA, 2)]


def test_white_does_not_let_a_die_lie_beside_a_lower_one() -> None:
    game = new()
    game.state.cards["temple"] = [(BEN, 2)]
    hand(game.state.boards[ANNA], "white", offerings=1)
    game = die(game, ANNA, 4, 4)
    assert with_gods(game, "temple") == set()


def test_the_bar_after_a_blue_god_is_still_the_lowest_die() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 2)]
    hand(game.state.boards[ANNA], "blue", offerings=1)
    game = die(game, ANNA, 5)
    play(game, (5, "helper", "blue"), ("points",))
    assert with_gods(die(game, CLEO, 3, 1), "helper") == {(1, "helper", "plain")}


def test_each_further_die_beyond_the_bar_needs_a_blue_god_of_its_own() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 2)]
    hand(game.state.boards[ANNA], "blue", offerings=2)
    game.state.boards[ANNA].dice = [5, 4]
    game = stage(game, ("place_die", ANNA), ("place_die", ANNA))
    play(game, (5, "helper", "blue"), ("points",))
    assert with_gods(game, "helper") == set()


def test_white_is_offered_only_where_a_six_does_more() -> None:
    game = new()
    hand(game.state.boards[ANNA], "white", offerings=1)
    game = die(game, ANNA, 6, 6)
    assert {choice[2] for choice in choices(game)} == {"plain"}


def test_white_opens_an_action_that_the_die_alone_could_not_do() -> None:
    game = new()
    huts(game, ANNA, START)
    hand(game.state.boards[ANNA], "white", offerings=1)
    game = die(game, ANNA, 1, 1)
    assert with_gods(game, "water") == {(1, "water", "white")}


def test_two_equal_cards_stand_for_any_god() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "yellow", "yellow", "red", offerings=1)
    game = die(game, ANNA, 3)
    play(game, (3, "helper", "blue"))
    assert choices(game) == [("yellow",)]
    events = play(game, ("yellow",))
    assert told(events, "god_played")[0]["cards"] == ["yellow", "yellow"]
    board = game.state.boards[ANNA]
    assert (board.hand["yellow"], board.hand["red"], board.offerings) == (0, 1, 0)


def test_two_different_cards_stand_for_nothing() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "yellow", "red", "green", offerings=3)
    assert with_gods(die(game, ANNA, 3, 3), "helper") == set()


def test_a_god_tile_is_any_god_without_an_offering() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    game.state.boards[ANNA].god_tiles = 1
    game = die(game, ANNA, 3)
    play(game, (3, "helper", "blue"))
    assert game.state.boards[ANNA].god_tiles == 0
    assert game.state.discards == []


def test_blue_and_white_together_are_offered_only_if_both_can_be_paid() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "blue", "blue", offerings=2)
    assert with_gods(die(game, ANNA, 3, 3), "helper") == {(3, "helper", "blue")}
    hand(game.state.boards[ANNA], "blue", "blue", "blue", offerings=2)
    game = die(game, ANNA, 3)
    assert (3, "helper", "blue_white") in choices(game)
    play(game, (3, "helper", "blue_white"))
    assert choices(game) == [("card",)]
    play(game, ("card",))
    assert choices(game) == [("blue",)]


@pytest.mark.parametrize("way", ["card", "green", "tile"])
def test_a_red_god_scores_the_fish_of_the_new_region_once(way: str) -> None:
    game = new()
    huts(game, ANNA, START)
    hand(game.state.boards[ANNA], "red", "green", "green", offerings=1)
    game.state.boards[ANNA].god_tiles = 1
    worth = FISH[game.state.fish["C-SW"]][1]
    game = stage(game, ("expand", ANNA, "land", 2))
    assert choices(game) == [("C-SW", w) for w in ("none", "card", "green", "tile")]
    events = play(game, ("C-SW", way))
    assert points(game, ANNA) == worth
    assert told(events, "fish_scored")[0]["region"] == "C-SW"
    assert game.state.fish["C-SW"]
    assert asked(game) == [(ANNA, "place_material")]


def test_the_offering_gained_there_may_pay_for_the_red_god() -> None:
    game = new()
    huts(game, ANNA, START)
    hand(game.state.boards[ANNA], "red", offerings=0)
    game = stage(game, ("expand", ANNA, "land", 4))
    assert sorted(choices(game)) == [("C-NE", "card"), ("C-NE", "none"), ("C-SW",)]
    play(game, ("C-NE", "card"))
    assert game.state.boards[ANNA].offerings == 0


def test_the_one_way_of_paying_is_asked_for_where_it_is_secret() -> None:
    """Nobody learns from a question left out that there are no two equal cards in the hand."""
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "blue", "red", offerings=1)
    game = die(game, ANNA, 3)
    play(game, (3, "helper", "blue"))
    assert asked(game) == [(ANNA, "pay_for_god")]
    assert choices(game) == [("card",)]
    hand(game.state.boards[ANNA], "blue", offerings=1)
    game = die(game, ANNA, 3)
    play(game, (3, "helper", "blue"))
    assert asked(game) == [(ANNA, "exchange")]
