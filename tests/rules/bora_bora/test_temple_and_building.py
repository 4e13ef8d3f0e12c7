"""The temple, building and the fire bonus, with the examples of the rulebook."""

from __future__ import annotations

import pytest

from .positions import (
    ANNA,
    BEN,
    CLEO,
    DON,
    asked,
    choices,
    die,
    fill,
    new,
    play,
    points,
    stage,
    told,
)


def test_a_die_allows_its_space_of_the_temple_and_lower_ones() -> None:
    game = die(new(), ANNA, 3)
    play(game, (3, "temple", "plain"))
    assert sorted(choices(game)) == [(1,), (2,), (3,)]
    play(game, (2,), ("offering", "shell"))
    assert game.state.temple == [None, ANNA, None, None, None, None]
    assert game.state.boards[ANNA].priests == 3


def test_a_priest_pushes_the_ones_who_stood_there() -> None:
    game = new()
    game.state.temple = [None, None, BEN, CLEO, None, None]
    game = stage(game, ("ask", "place_priest", ANNA, 6))
    play(game, (4,), ("offering", "shell"))
    assert game.state.temple == [None, BEN, CLEO, ANNA, None, None]


def test_the_last_priest_is_pushed_out_to_its_owner() -> None:
    game = new()
    game.state.temple = [BEN, CLEO, DON, None, None, CLEO]
    for seat in (BEN, DON):
        game.state.boards[seat].priests = 3
    game = stage(game, ("ask", "place_priest", ANNA, 3))
    events = play(game, (3,), ("offering", "shell"))
    assert game.state.temple == [CLEO, DON, ANNA, None, None, CLEO]
    assert told(events, "priest_returned") == [{"seat": BEN}]
    assert game.state.boards[BEN].priests == 4


def test_a_player_may_push_out_their_own_priest() -> None:
    game = new()
    game.state.temple = [ANNA, None, None, None, None, None]
    game.state.boards[ANNA].priests = 3
    game = stage(game, ("ask", "place_priest", ANNA, 1))
    play(game, ("offering", "shell"))
    assert game.state.boards[ANNA].priests == 3


def test_with_all_priests_inside_the_temple_cannot_be_chosen() -> None:
    game = new()
    game.state.temple = [ANNA, ANNA, ANNA, ANNA, None, None]
    game.state.boards[ANNA].priests = 0
    game = die(game, ANNA, 6, 6)
    assert "temple" not in {choice[1] for choice in choices(game)}


def test_cleo_takes_a_card_and_a_shell_for_her_priest() -> None:
    """Example: one of each pair; never two offerings, nor an offering and a card."""
    game = stage(new(), ("ask", "place_priest", CLEO, 1))
    colours = sorted(set(game.state.gods))
    gifts = ["deck", "offering", *colours]
    assert sorted(choices(game)) == sorted(
        (gift, step) for gift in gifts for step in ("status", "shell")
    )
    play(game, (colours[0], "shell"))
    board = game.state.boards[CLEO]
    assert (board.hand[colours[0]], board.shells, board.offerings) == (1, 1, 0)
    assert game.state.steps[CLEO] == 0


def test_the_fire_bonus_may_be_an_offering_and_status() -> None:
    game = stage(new(), ("ask", "place_priest", CLEO, 1))
    play(game, ("offering", "status"))
    assert game.state.boards[CLEO].offerings == 1
    assert game.state.track[0] == CLEO


@pytest.mark.parametrize(("round", "worth"), [(1, 10), (2, 10), (3, 7), (4, 7), (5, 4), (6, 4)])
def test_building_removes_two_neighbouring_materials(round: int, worth: int) -> None:
    game = new(round=round)
    fill(game.state.boards[ANNA], 0, 1, 4, 6)
    game = die(game, ANNA, 3)
    play(game, (3, "build", "plain"))
    assert choices(game) == [(0, 1), (1, 4)]
    events = play(game, (1, 4), ("offering", "shell"))
    assert told(events, "built")[0] == {
        "seat": ANNA,
        "tile": 3,
        "fields": [1, 4],
        "points": worth,
    }
    board = game.state.boards[ANNA]
    assert board.tiles == [1, 2, 4, 5, 6]
    assert sum(board.materials().values()) == 2
    assert (board.shells, board.offerings, points(game, ANNA)) == (1, 1, worth)


def test_without_two_neighbouring_materials_nobody_builds() -> None:
    game = new()
    fill(game.state.boards[ANNA], 0, 4, 8)
    assert "build" not in {choice[1] for choice in choices(die(game, ANNA, 6, 6))}
    fill(game.state.boards[ANNA], 1)
    assert "build" in {choice[1] for choice in choices(die(game, ANNA, 6, 6))}


def test_without_a_low_tile_a_low_die_cannot_build() -> None:
    game = new()
    fill(game.state.boards[ANNA], 0, 1)
    game.state.boards[ANNA].tiles = [5]
    allowed = {choice[0] for choice in choices(die(game, ANNA, 4, 5, 6)) if choice[1] == "build"}
    assert allowed == {5, 6}


def test_a_covered_field_takes_no_material() -> None:
    game = new()
    fill(game.state.boards[ANNA], 0, 1)
    game = stage(game, ("ask", "build", ANNA, 6), ("gain_material", ANNA, "sand"))
    play(game, ("offering", "shell"))
    assert asked(game) == [(ANNA, "place_material")]
    assert choices(game) == [(4,), (8,), (9,)]
