"""Positions where one choice is clearly right, and the bot takes it."""

from __future__ import annotations

import random

import pytest

from games.rules.bora_bora import rules
from games.rules.bora_bora.reconstructed import FISH
from games.rules.engine import Choice, Game
from games.rules.engine.play import ask_bot

from .positions import ANNA, BEN, START, die, fill, hand, huts, lay_out, new, people, stage

FAR = ["D01", "D02", "D03"]
"""Tasks that nothing in these positions comes near to."""


def bot(game: Game) -> Choice:
    """What the bot takes of the first question, whatever it thinks that others hold."""
    decision = game.decisions()[0]
    (taken,) = {
        ask_bot(rules.bots["islander"], game, decision, random.Random(seed)) for seed in range(3)
    }
    return taken


def quiet(round: int = 1, phase: str = "A") -> Game:
    """A round in which Anna has far tasks, and no jewel that anybody could pay."""
    game = new(round=round, phase=phase)
    for board in game.state.boards:
        board.tasks = list(FAR)
    game.state.jewels[round - 1] = []
    return game


@pytest.mark.parametrize("round", [1, 5])
@pytest.mark.parametrize("kind", ["points", "status", "shell", "offering", "god", "material"])
def test_it_uses_people_where_that_costs_nothing(kind: str, round: int) -> None:
    """A used person stays as they are, and to pass brings nothing."""
    game = quiet(round, "B")
    people(game.state.boards[ANNA], man=kind)
    assert bot(stage(game, ("use_people", ANNA))) == ("man", kind, "none")


def test_it_uses_a_woman_after_a_man() -> None:
    """Each sex has its own use in a round."""
    game = quiet(2, "B")
    people(game.state.boards[ANNA], man="points", woman="shell")
    game.state.boards[ANNA].used = [("man", "points")]
    assert bot(stage(game, ("use_people", ANNA))) == ("woman", "shell", "none")


def test_it_uses_the_kind_that_brings_most() -> None:
    """Six points beat one step of status, and only one kind of men may be used."""
    game = quiet(6, "B")
    people(game.state.boards[ANNA], man="status points points points")
    assert bot(stage(game, ("use_people", ANNA))) == ("man", "points", "none")


def test_it_builds_with_a_woman_who_can() -> None:
    """Ten points and a fire bonus beat two points."""
    game = quiet(1, "B")
    people(game.state.boards[ANNA], woman="points build")
    fill(game.state.boards[ANNA], 0, 1)
    assert bot(stage(game, ("use_people", ANNA))) == ("woman", "build", "none")


def test_it_does_not_double_a_shell_with_its_only_god_tile() -> None:
    """The tile is worth 2 points in the end; another shell buys nothing any more."""
    game = quiet(6, "B")
    people(game.state.boards[ANNA], woman="shell")
    game.state.boards[ANNA].god_tiles = 1
    assert bot(stage(game, ("use_people", ANNA)))[2] != "tile"


def test_it_doubles_six_points_where_the_card_is_worth_nothing_any_more() -> None:
    """In the last round no task can use the cards: six more points for them."""
    game = quiet(6, "B")
    people(game.state.boards[ANNA], woman="points points points")
    hand(game.state.boards[ANNA], "green", offerings=1)
    assert bot(stage(game, ("use_people", ANNA))) == ("woman", "points", "card")


@pytest.mark.parametrize("round", [1, 3, 6])
def test_it_pushes_a_man_down_where_the_space_of_status_is_worth_more(round: int) -> None:
    """Four steps from space 3 bring 4 points more in this round, the pip itself 1."""
    game = quiet(round)
    game.state.steps[ANNA] = 3
    people(game.state.boards[ANNA], man="status")
    assert bot(stage(game, ("helper", ANNA, 1))) == ("push", "man", "status")


def test_it_pushes_a_woman_down_whose_shells_pay_for_a_jewel() -> None:
    """Three shells and four more buy 9 points in this round; the pip brings 1."""
    game = quiet(6)
    game.state.jewels[5] = ["J04"]
    game.state.boards[ANNA].shells = 3
    people(game.state.boards[ANNA], woman="shell")
    assert bot(stage(game, ("helper", ANNA, 1))) == ("push", "woman", "shell")


def test_it_takes_the_point_where_shells_buy_nothing_any_more() -> None:
    """In the last round no jewel is laid out: shells left over are worth nothing."""
    game = quiet(6)
    people(game.state.boards[ANNA], woman="shell")
    assert bot(stage(game, ("helper", ANNA, 1))) == ("points",)


def test_it_spends_two_pips_on_the_material_that_completes_a_pair_early() -> None:
    """A pair is a building tile of 10 points in the next round; the pips bring 2."""
    game = quiet(1)
    fill(game.state.boards[ANNA], 0)
    what, where = bot(stage(game, ("helper", ANNA, 2)))
    assert (what, where) in {("material", 1), ("material", 3)}


@pytest.mark.parametrize("round", [1, 3, 6])
def test_it_buys_the_jewel_of_most_points_that_it_can_pay(round: int) -> None:
    """Nine points for six shells, which buy no more than that in any round."""
    game = quiet(round, "C")
    game.state.jewels[round - 1] = ["J10", "J04", "J02"]
    game.state.boards[ANNA].shells = 6
    assert bot(stage(game, ("offer_jewel", ANNA))) == ("J04",)


def test_of_two_jewels_alike_it_buys_the_one_that_a_task_asks_for() -> None:
    """Both cost 2 shells for 2 points; with a second necklace a task is met."""
    game = quiet(2, "C")
    game.state.jewels[1] = ["J09", "J02"]
    board = game.state.boards[ANNA]
    board.shells, board.jewels, board.tasks = 2, ["J01"], ["D17", "D01", "D03"]
    assert bot(stage(game, ("offer_jewel", ANNA))) == ("J02",)


def test_it_fulfils_a_task_that_is_met() -> None:
    """Six points for nothing; with the yellow god another one would bring 4."""
    game = quiet(2, "C")
    board = game.state.boards[ANNA]
    board.shells, board.offerings, board.god_tiles = 5, 3, 1
    board.tasks = ["D24", "D25", "D01"]
    assert bot(stage(game, ("settle_tasks",))) == ("D25", "none")


def test_it_discards_the_task_that_is_farthest_away() -> None:
    """Nine regions are missing for one, two shells for the other."""
    game = quiet(2, "C")
    board = game.state.boards[ANNA]
    board.shells, board.tasks = 3, ["D25", "D01", "D41"]
    assert bot(stage(game, ("settle_tasks",))) == ("D01", "discard")


def test_it_takes_a_new_task_that_is_met_already() -> None:
    """It brings 6 points in the next round, the others ask for more than there is."""
    game = quiet(2, "C")
    game.state.boards[ANNA].shells = 5
    game.state.tasks = ["D01", "D25", "D03", "D16"]
    assert bot(stage(game, ("take_task", ANNA))) == ("D25",)


def test_it_plays_its_yellow_god_for_the_last_tasks() -> None:
    """Four points for a card and an offering that are worth nothing afterwards."""
    game = quiet(6, "C")
    board = game.state.boards[ANNA]
    board.shells, board.tasks = 4, ["D25", "D01", "D02"]
    hand(board, "yellow", offerings=1)
    assert bot(stage(game, ("last_tasks",))) == ("D25", "card")


def test_it_pays_with_a_card_rather_than_with_a_god_tile_in_the_end() -> None:
    """The tile is worth 2 points in the final scoring, the card nothing."""
    game = quiet(6, "C")
    board = game.state.boards[ANNA]
    board.shells, board.tasks, board.god_tiles = 4, ["D25", "D01", "D02"], 1
    hand(board, "yellow", offerings=1)
    assert bot(stage(game, ("last_tasks",))) == ("D25", "card")


def test_it_builds_with_a_die_where_ten_points_are_to_be_had() -> None:
    """From the next round on it is seven; fishing brings 2, and a priest can come later."""
    game = quiet(2)
    fill(game.state.boards[ANNA], 0, 1)
    assert bot(die(game, ANNA, 4))[:2] == (4, "build")


def test_it_puts_a_priest_on_the_highest_empty_space() -> None:
    """He is pushed out last there, and stays for several scorings."""
    assert bot(stage(quiet(1), ("ask", "place_priest", ANNA, 6))) == (6,)


def test_it_scores_the_fish_with_red_in_the_last_round() -> None:
    """The card brings nothing else any more."""
    game = quiet(6)
    huts(game, ANNA, START)
    five = next(region for region, fish in game.state.fish.items() if FISH[fish][1] == 5)
    state = game.state
    state.fish["C-SW"], state.fish[five] = state.fish[five], state.fish["C-SW"]
    hand(state.boards[ANNA], "red", offerings=1)
    assert bot(stage(game, ("expand", ANNA, "land", 2))) == ("C-SW", "card")


def test_it_takes_the_region_of_the_better_fish() -> None:
    """Both are mountains, reached alike, in the last turn of the game."""
    game = quiet(6)
    huts(game, ANNA, "C-NE", "W-N")
    state = game.state
    at = {FISH[fish][1]: region for region, fish in state.fish.items()}
    for region, points in (("N-E", 6), ("W-S", 2)):
        state.fish[region], state.fish[at[points]] = state.fish[at[points]], state.fish[region]
        at = {FISH[fish][1]: region for region, fish in state.fish.items()}
    taken = bot(stage(game, ("expand", ANNA, "land water", 6)))
    assert FISH[state.fish[str(taken[0])]][1] >= 5


def test_it_takes_the_third_man_of_a_kind_that_brings_points() -> None:
    """Six points in phase B instead of four."""
    game = quiet(6)
    people(game.state.boards[ANNA], man="points points")
    lay_out(game, "man", "offering", "hut", "points")
    game.state.people["man"][2] = 29
    state = game.state
    used = set(state.boards[ANNA].people)
    third = next(p for p in range(36) if p not in used and p // 3 == 9)
    state.people["man"][2] = third
    assert bot(stage(game, ("ask", "take_person", ANNA, "man", 3))) == ("man", 3)


def test_its_fire_bonus_is_a_step_where_shells_buy_nothing_any_more() -> None:
    """From space 4 a step brings 2 points more, a shell nothing in the last round."""
    game = quiet(6)
    game.state.steps[ANNA] = 4
    assert bot(stage(game, ("ask", "fire_bonus", ANNA)))[1] == "status"


def test_it_plays_blue_for_a_building_of_ten_points() -> None:
    """A card and an offering for ten points and a fire bonus."""
    game = quiet(2)
    game.state.cards = {card: [(BEN, 1)] for card in game.state.cards}
    game.state.boards[ANNA].priests = 0
    fill(game.state.boards[ANNA], 0, 1)
    hand(game.state.boards[ANNA], "blue", offerings=1)
    assert bot(die(game, ANNA, 6)) == (6, "build", "blue", "card")
