"""God cards, god tiles and what they do in phase A, with the examples of the rulebook."""

from __future__ import annotations

import pytest

from games.rules.bora_bora.reconstructed import FISH
from games.rules.bora_bora.tables import GODS
from games.rules.engine import Choice, Game

from .positions import (
    ANNA,
    BEN,
    CLEO,
    START,
    asked,
    choices,
    die,
    fill,
    hand,
    huts,
    new,
    people,
    play,
    points,
    stage,
    told,
)


def with_gods(game: Game, card: str) -> set[Choice]:
    """Dice and gods with which a card is open, however they are paid for."""
    return {choice[:3] for choice in choices(game) if choice[1] == card}


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
    play(game, (3, "water", "blue_white", "card", "card"))
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
    events = play(game, (2, "helper", "white", "card"))
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
    play(game, (5, "helper", "blue", "card"), ("points",))
    assert with_gods(die(game, CLEO, 3, 1), "helper") == {(1, "helper", "plain")}


def test_each_further_die_beyond_the_bar_needs_a_blue_god_of_its_own() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 2)]
    hand(game.state.boards[ANNA], "blue", offerings=2)
    game.state.boards[ANNA].dice = [5, 4]
    game = stage(game, ("place_die", ANNA), ("place_die", ANNA))
    play(game, (5, "helper", "blue", "card"), ("points",))
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
    assert next(choice for choice in choices(game) if choice[2] == "blue") == (
        3,
        "helper",
        "blue",
        "yellow",
    )
    events = play(game, (3, "helper", "blue", "yellow"))
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
    play(game, (3, "helper", "blue", "tile"))
    assert game.state.boards[ANNA].god_tiles == 0
    assert game.state.discards == []


def test_blue_and_white_together_are_offered_only_if_both_can_be_paid() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "blue", "blue", offerings=2)
    assert with_gods(die(game, ANNA, 3, 3), "helper") == {(3, "helper", "blue")}
    hand(game.state.boards[ANNA], "blue", "blue", "blue", offerings=2)
    game = die(game, ANNA, 3)
    assert [choice for choice in choices(game) if choice[2] == "blue_white"][:1] == [
        (3, "helper", "blue_white", "card", "blue")
    ]
    play(game, (3, "helper", "blue_white", "card", "blue"))
    assert game.state.boards[ANNA].cards == 0


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


@pytest.mark.parametrize("gods", ["blue", "white", "blue_white"])
def test_what_pays_for_a_god_is_part_of_placing_the_die_and_not_asked_for(gods: str) -> None:
    """ "Die Götter": one card each, so nothing is left to be asked; and nobody learns from a
    question left out what the hand holds."""
    game = new()
    game.state.cards["helper"] = [(BEN, 1)] if gods != "white" else []
    hand(game.state.boards[ANNA], "blue", "white", "red", offerings=2)
    game = die(game, ANNA, 3)
    ways = ["card"] * len(gods.split("_"))
    paid = [choice for choice in choices(game) if choice[1:3] == ("helper", gods)]
    assert paid == [(3, "helper", gods, *ways)]
    play(game, *paid)
    assert asked(game) == [(ANNA, "exchange")]
    assert game.state.boards[ANNA].cards == 3 - len(ways)


def test_of_a_large_hand_the_way_of_the_white_god_is_asked_for_by_itself() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "blue", "white", "red", "red", "green", "green", offerings=2)
    game = die(game, ANNA, 3)
    play(game, (3, "helper", "blue_white", "red"))
    assert asked(game) == [(ANNA, "pay_for_god")]
    assert choices(game) == [("card",), ("green",)]
    play(game, ("card",))
    assert asked(game) == [(ANNA, "exchange")]


@pytest.mark.parametrize("cards", [5, 60])
@pytest.mark.parametrize(("dice", "closed"), [((6, 5, 4), 3), ((6, 5), 7)])
def test_a_die_can_be_placed_whatever_the_hand_holds(
    cards: int, dice: tuple[int, ...], closed: int
) -> None:
    """A question has at most 200 choices: the most cards that can be closed in a first and in a
    second turn, with more than the player can pay for."""
    game = new()
    huts(game, ANNA, START, "C-SW", "N-W")
    fill(game.state.boards[ANNA], 0, 1)
    game.state.boards[ANNA].god_tiles = 3
    for card in list(game.state.cards)[:closed]:
        game.state.cards[card] = [(BEN, 1)]
    hand(game.state.boards[ANNA], *(GODS * 12)[:cards], offerings=9)
    if cards == 5:
        hand(game.state.boards[ANNA], "red", "red", "green", "green", "blue", offerings=9)
    assert len(choices(die(game, ANNA, *dice))) <= 200


def test_the_display_goes_back_to_five_as_soon_as_there_are_cards_again() -> None:
    """ "Sofort wieder auf fünf ergänzen": also where none were left when a card was taken."""
    game = new()
    state = game.state
    state.deck, state.discards, state.gods = [], [], ["blue", "white", "red", "green"]
    state.cards["helper"] = [(BEN, 1)]
    hand(state.boards[ANNA], "blue", "red", "red", offerings=2)
    game = die(game, ANNA, 3)
    events = play(game, (3, "helper", "blue", "red"))
    assert told(events, "god_revealed") == [{"god": "red", "place": 4}]
    assert game.state.gods == ["blue", "white", "red", "green", "red"]
    assert game.state.deck == ["red"]
    assert asked(game) == [(ANNA, "exchange")]


def test_a_green_god_that_brings_new_cards_is_played_by_one_after_the_other() -> None:
    game = new(phase="B")
    state = game.state
    state.deck, state.discards, state.gods = [], [], ["blue"]
    for seat in (ANNA, BEN):
        people(state.boards[seat], man="points")
        hand(state.boards[seat], "green", offerings=1)
    game = stage(game, ("phase_b",))
    assert asked(game) == [(ANNA, "use_people")]
    play(game, ("man", "points", "card"))
    assert game.state.gods == ["blue", "green"]
