"""Placing dice and expanding, with the examples of the rulebook."""

from __future__ import annotations

import pytest

from games.rules.bora_bora import rules
from games.rules.bora_bora.island import within_reach
from games.rules.bora_bora.phase_a import placements
from games.rules.engine import Choice, Game, IllegalChoice

from .positions import (
    ANNA,
    BEN,
    CLEO,
    DON,
    START,
    asked,
    choices,
    die,
    fill,
    hand,
    huts,
    lay_out,
    new,
    play,
    points,
    stage,
    told,
)


def spots(game: Game, card: str) -> set[tuple[int, str]]:
    """Dice and gods with which the open decision allows this card."""
    return {(int(d), str(gods)) for d, where, gods in choices(game) if where == card}


def test_only_lower_dice_may_follow_on_a_card() -> None:
    """Example: a 5 and a 3 lie there, so only a 2 or a 1 may follow."""
    for value in range(1, 7):
        game = new()
        game.state.cards["helper"] = [(BEN, 5), (CLEO, 3)]
        allowed = spots(die(game, ANNA, value, value), "helper")
        assert allowed == ({(value, "plain")} if value < 3 else set())


def test_a_double_card_counts_the_dice_of_both_its_actions() -> None:
    """Example: after Don's 3 for a woman others may take a man there, but with a 2 or a 1."""
    game = new(2)
    lay_out(game, "woman", "land", "water", "god")
    lay_out(game, "man", "land", "water")
    huts(game, ANNA, START)
    huts(game, BEN, "N-W")
    game = die(game, BEN, 3, 3)
    play(game, (3, "woman_man", "plain"), ("woman", 3))
    for value in (3, 2, 1):
        assert bool(spots(die(game, ANNA, value, value), "woman_man")) == (value < 3)
    game = die(game, ANNA, 2, 2)
    play(game, (2, "woman_man", "plain"))
    assert choices(game) == [("woman", 1), ("woman", 2), ("man", 1), ("man", 2)]


@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (2, ["helper", "temple", "build", "woman_man", "land_water"]),
        (3, ["helper", "temple", "build", "woman", "man", "land_water"]),
        (4, ["helper", "temple", "build", "woman", "man", "land", "water"]),
    ],
)
def test_action_cards_by_number_of_players(players: int, cards: list[str]) -> None:
    game = new(players)
    assert [*game.state.cards] == [*cards, "fishing"]
    huts(game, ANNA, START)
    fill(game.state.boards[ANNA], 0, 1)
    game = die(game, ANNA, 6, 6)
    assert {card for _die, card, _gods in choices(game)} == {*cards, "fishing"}


def test_the_water_double_card_uses_either_path() -> None:
    game = new(3)
    huts(game, ANNA, START)
    game = die(game, ANNA, 4)
    play(game, (4, "land_water", "plain"))
    assert {region for (region,) in choices(game)} == {"C-NE", "C-SW", "E-S"}


LAND_FROM_START = {6: "C-NE C-SW", 5: "C-NE C-SW", 4: "C-NE C-SW", 3: "C-SW", 2: "C-SW", 1: ""}
WATER_FROM_START = {6: "S-E E-S", 5: "S-E E-S", 4: "E-S", 3: "", 2: "", 1: ""}


@pytest.mark.parametrize("value", range(1, 7))
def test_paths_from_the_central_mountain(value: int) -> None:
    """Example: what each die reaches; never the forests beside, nor the one in the north-west."""
    game = new()
    huts(game, ANNA, START)
    for route, reached in (("land", LAND_FROM_START), ("water", WATER_FROM_START)):
        found = within_reach(game.state, ANNA, [route], value)
        assert sorted(found) == sorted(reached[value].split())


def test_a_new_hut_pushes_the_other_off_the_site_and_gains_the_good() -> None:
    game = new()
    huts(game, ANNA, START)
    huts(game, BEN, "C-SW")
    game = die(game, ANNA, 2)
    events = play(game, (2, "land", "plain"))
    assert told(events, "settled") == [{"seat": ANNA, "region": "C-SW", "good": "sand"}]
    assert game.state.regions["C-SW"] == [BEN, ANNA]
    assert asked(game) == [(ANNA, "place_material")]
    assert choices(game) == [(0,), (4,), (8,), (9,)]
    play(game, (4,))
    assert game.state.boards[ANNA].materials()["sand"] == 1
    assert game.state.boards[ANNA].huts == 9


def test_an_offering_is_gained_on_a_steppe() -> None:
    game = new()
    huts(game, ANNA, START)
    game = stage(game, ("expand", ANNA, "land", 4))
    play(game, ("C-NE",))
    assert game.state.boards[ANNA].offerings == 1
    assert asked(game) == [(ANNA, "take_task")]


def test_nobody_builds_two_huts_in_a_region() -> None:
    game = new()
    huts(game, ANNA, START, "C-SW", "C-NE")
    assert START not in within_reach(game.state, ANNA, ["land", "water"], 6)
    assert "C-NW" in within_reach(game.state, ANNA, ["land"], 5)


def test_the_twelfth_space_is_emptied_last() -> None:
    game = new()
    huts(game, ANNA, START)
    board = game.state.boards[ANNA]
    board.huts, board.stored = 1, 3
    game = stage(game, ("expand", ANNA, "land", 2), ("expand", ANNA, "land", 4))
    play(game, (0,))
    board = game.state.boards[ANNA]
    assert (board.huts, board.stored) == (0, 3)
    play(game, ("C-NE",))
    board = game.state.boards[ANNA]
    assert (board.huts, board.stored) == (0, 2)


def test_without_huts_nobody_expands() -> None:
    game = new()
    huts(game, ANNA, START)
    game.state.boards[ANNA].huts = game.state.boards[ANNA].stored = 0
    game = die(game, ANNA, 6, 6)
    assert not spots(game, "land")


def test_fishing_takes_any_die_for_two_points() -> None:
    game = new()
    game.state.cards["fishing"] = [(BEN, 1), (CLEO, 1)]
    game = die(game, ANNA, 6)
    play(game, (6, "fishing", "plain"))
    assert points(game, ANNA) == 2
    assert game.state.cards["fishing"] == [(BEN, 1), (CLEO, 1), (ANNA, 6)]


def test_a_last_die_that_can_only_fish_is_not_asked_for() -> None:
    game = new()
    for card in game.state.cards:
        game.state.cards[card] = [(BEN, 1)]
    game = die(game, ANNA, 4)
    assert asked(game) == [(ANNA, "take_task")]
    assert points(game, ANNA) == 2


@pytest.mark.parametrize("dice", [(4, 4), (4, 4, 4)])
def test_equal_dice_that_can_only_fish_are_not_asked_for(dice: tuple[int, ...]) -> None:
    game = new()
    for card in game.state.cards:
        game.state.cards[card] = [(BEN, 1)]
    game = die(game, ANNA, *dice)
    assert asked(game) == [(ANNA, "take_task")]
    assert game.state.boards[ANNA].dice == list(dice[1:])
    assert points(game, ANNA) == 2


def test_different_dice_that_can_only_fish_are_asked_for() -> None:
    game = new()
    for card in game.state.cards:
        game.state.cards[card] = [(BEN, 1)]
    game = die(game, ANNA, 4, 5)
    assert asked(game) == [(ANNA, "place_die")]


def test_people_and_tasks_lie_open_before_the_first_huts_are_chosen() -> None:
    """ "Spielvorbereitung": they are laid out first, and stay for the first round."""
    game = rules.new(3, {}, b"first" * 8)
    assert asked(game)[0][1] == "first_hut"
    before = game.view(None)
    assert all(person for row in before["people"].values() for person in row)
    assert len(before["tasks"]) == 5
    while game.state.chapter == "huts":
        play(game, choices(game)[0])
    after = game.view(None)
    assert (after["people"], after["tasks"]) == (before["people"], before["tasks"])
    assert after["piles"] == {"man": 30, "woman": 30}


def test_a_last_die_is_asked_for_where_a_god_may_be_in_the_hand() -> None:
    game = new()
    for card in game.state.cards:
        game.state.cards[card] = [(BEN, 1)]
    hand(game.state.boards[ANNA], "yellow", offerings=1)
    game = die(game, ANNA, 4)
    assert choices(game) == [(4, "fishing", "plain")]


def test_everybody_places_three_dice_in_turn_order() -> None:
    game = stage(new(), ("phase_a",))
    order = []
    while game.decisions()[0].kind != "take_task":
        (decision,) = game.decisions()
        if decision.kind == "place_die":
            order.append(decision.seat)
            (value, *_rest) = decision.choices[0]
            play(game, (value, "fishing", "plain"))
    assert order == [ANNA, BEN, CLEO, DON] * 3
    assert [len(board.dice) for board in game.state.boards] == [0, 0, 0, 0]


def test_first_huts_stand_beside_the_ones_against_turn_order() -> None:
    from games.rules.bora_bora.reconstructed import FISH

    game = rules.new(4, {}, b"first" * 8)
    seats = []
    while game.state.chapter == "huts":
        (decision,) = game.decisions()
        if decision.kind == "first_hut":
            seats.append(decision.seat)
            assert all(FISH[game.state.fish[str(region)]][1] == 1 for (region,) in decision.choices)
        before = points(game, decision.seat)
        play(game, decision.choices[0])
        assert points(game, decision.seat) == before
    assert seats == game.state.order[:0:-1]  # the first in turn order gets the region left
    assert [points(game, seat) for seat in game.state.order] == [0, 1, 2, 3]
    settled = [region for region, there in game.state.regions.items() if there]
    assert len(settled) == 4
    goods = sum(sum(board.materials().values()) + board.offerings for board in game.state.boards)
    assert goods == 4 * 2 + 4


def test_a_die_without_use_anywhere_can_fish() -> None:
    game = new()
    game.state.boards[ANNA].dice = [1]
    game.state.cards = {card: [(BEN, 1)] for card in game.state.cards}
    assert placements(game.state, ANNA) == [(1, "fishing", "plain")]


def test_placements_that_are_not_open_are_refused() -> None:
    game = new()
    game.state.cards["helper"] = [(BEN, 3)]
    game = die(game, ANNA, 4, 4)
    wrong: Choice = (4, "helper", "plain")
    with pytest.raises(IllegalChoice):
        play(game, wrong)
