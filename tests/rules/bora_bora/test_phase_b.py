"""Using women and men, the green god included, with the examples of the rulebook."""

from __future__ import annotations

import pytest

from games.rules.bora_bora.phase_b import strength
from games.rules.engine import Choice

from .positions import (
    ANNA,
    BEN,
    CLEO,
    DON,
    START,
    asked,
    choices,
    fill,
    hand,
    huts,
    lay_out,
    new,
    people,
    play,
    points,
    stage,
)

DONE: Choice = ("done",)


@pytest.mark.parametrize(
    ("kind", "amounts"),
    [
        ("land", (2, 4, 6)),
        ("water", (2, 4, 6)),
        ("woman", (3, 6, 6)),
        ("man", (3, 6, 6)),
        ("build", (3, 6, 6)),
        ("material", (1, 2, 3)),
        ("hut", (1, 2, 3)),
        ("points", (2, 4, 6)),
        ("god", (1, 2, 3)),
        ("offering", (1, 2, 3)),
        ("status", (1, 2, 3)),
        ("shell", (1, 2, 3)),
    ],
)
def test_what_one_two_and_three_equal_people_do(kind: str, amounts: tuple[int, int, int]) -> None:
    assert tuple(strength(kind, number) for number in (1, 2, 3)) == amounts


def test_don_adds_his_trackers() -> None:
    """Example: two men, one of them tattooed, allow a path of 4; the women count for themselves."""
    game = new(phase="B")
    huts(game, DON, START)
    board = game.state.boards[DON]
    people(board, man="land land", woman="land")
    board.pushed = board.people[:1]
    game = stage(game, ("use_people", DON))
    assert choices(game) == [("man", "land", "none"), ("woman", "land", "none"), DONE]
    play(game, ("man", "land", "none"))
    assert {region for (region,) in choices(game)} == {"C-NE", "C-SW"}
    play(game, ("C-NE",))
    assert choices(game) == [("woman", "land", "none"), DONE]
    play(game, ("woman", "land", "none"))
    assert "C-SW" in game.state.regions
    assert game.state.regions["C-SW"] == [DON]


def test_a_single_tracker_uses_paths_of_two() -> None:
    game = new(phase="B")
    huts(game, DON, START)
    people(game.state.boards[DON], man="land", woman="land")
    game = stage(game, ("use_people", DON))
    play(game, ("woman", "land", "none"))
    assert game.state.regions["C-SW"] == [DON]


def test_one_kind_of_men_and_one_of_women_in_any_order() -> None:
    game = new(phase="B")
    people(game.state.boards[ANNA], man="points shell", woman="points offering")
    game = stage(game, ("use_people", ANNA))
    assert choices(game) == [
        ("man", "points", "none"),
        ("man", "shell", "none"),
        ("woman", "points", "none"),
        ("woman", "offering", "none"),
        DONE,
    ]
    play(game, ("woman", "points", "none"))
    assert choices(game) == [("man", "points", "none"), ("man", "shell", "none"), DONE]
    play(game, ("man", "points", "none"))
    assert points(game, ANNA) == 4
    assert asked(game) == [(ANNA, "take_task")]


def test_nobody_has_to_use_his_people() -> None:
    game = new(phase="B")
    people(game.state.boards[ANNA], man="points")
    game = stage(game, ("use_people", ANNA))
    play(game, DONE)
    assert points(game, ANNA) == 0
    assert asked(game) == [(ANNA, "take_task")]


def test_people_who_could_do_nothing_are_not_offered() -> None:
    game = new(phase="B")
    board = game.state.boards[ANNA]
    people(board, man="land build hut", woman="man")
    board.huts, board.stored = 0, 2
    lay_out(game, "man")
    game = stage(game, ("use_people", ANNA))
    assert asked(game) == [(ANNA, "take_task")]


def test_cleo_doubles_four_points_to_eight() -> None:
    """Example 1 of the green god."""
    game = new(phase="B")
    people(game.state.boards[CLEO], woman="points points")
    hand(game.state.boards[CLEO], "green", offerings=1)
    game = stage(game, ("use_people", CLEO))
    assert choices(game) == [("woman", "points", "none"), ("woman", "points", "card"), DONE]
    play(game, ("woman", "points", "card"))
    assert points(game, CLEO) == 8
    assert game.state.discards == ["green"]


def test_green_doubles_women_after_a_man_was_used_as_well() -> None:
    """ "Grüner Gott": the kind that is being used, whichever sex came first."""
    game = new(phase="B")
    people(game.state.boards[ANNA], man="shell", woman="points")
    hand(game.state.boards[ANNA], "green", offerings=1)
    game = stage(game, ("use_people", ANNA))
    play(game, ("man", "shell", "none"))
    assert choices(game) == [("woman", "points", "none"), ("woman", "points", "card"), DONE]
    play(game, ("woman", "points", "card"))
    assert points(game, ANNA) == 4


@pytest.mark.parametrize("sex", ["man", "woman"])
def test_people_of_status_bring_steps_whatever_their_sex(sex: str) -> None:
    """ "1 (2/3) Statusschritte vorrücken"; only pushed down women bring shells instead."""
    game = new(phase="B")
    people(game.state.boards[ANNA], **{sex: "status status"})
    game = stage(game, ("use_people", ANNA))
    play(game, (sex, "status", "none"))
    assert (game.state.steps[ANNA], game.state.boards[ANNA].shells) == (2, 0)


def test_ben_builds_a_higher_tile_with_green_but_no_second_one() -> None:
    """Example 2 of the green god."""
    game = new(phase="B")
    people(game.state.boards[BEN], man="build")
    fill(game.state.boards[BEN], *range(12))
    hand(game.state.boards[BEN], "green", offerings=1)
    game = stage(game, ("use_people", BEN))
    assert choices(game) == [("man", "build", "none"), ("man", "build", "card"), DONE]
    play(game, ("man", "build", "card"), (0, 1), ("offering", "shell"))
    assert game.state.boards[BEN].tiles == [1, 2, 3, 4, 5]
    assert asked(game) == [(ANNA, "take_task")]
    plain = new(phase="B")
    people(plain.state.boards[BEN], man="build")
    fill(plain.state.boards[BEN], *range(12))
    plain = stage(plain, ("use_people", BEN))
    play(plain, ("man", "build", "none"), (0, 1), ("offering", "shell"))
    assert plain.state.boards[BEN].tiles == [1, 2, 4, 5, 6]


def test_don_plays_the_green_god_he_has_just_taken() -> None:
    """Example: a path by two women, a card by a man, then two other women for two materials."""
    game = new(phase="B")
    huts(game, DON, START)
    people(game.state.boards[DON], woman="land land material material", man="god")
    hand(game.state.boards[DON], offerings=1)
    game.state.gods = ["green", "red", "red", "white", "blue"]
    game = stage(game, ("use_people", DON))
    play(game, ("woman", "land", "none"), ("C-NE",))
    assert choices(game) == [("man", "god", "none"), DONE]
    play(game, ("man", "god", "none"), ("green",))
    assert choices(game) == [("woman", "material", "card"), DONE]
    play(game, ("woman", "material", "card"), (0,), (2,))
    materials = game.state.boards[DON].materials()
    assert (materials["sand"], materials["stone"]) == (1, 1)
    assert game.state.boards[DON].offerings == 1  # of the two, one came with the steppe


def test_green_is_played_once_in_a_round() -> None:
    game = new(phase="B")
    people(game.state.boards[ANNA], man="points shell", woman="offering")
    hand(game.state.boards[ANNA], "green", "green", "green", offerings=3)
    game = stage(game, ("use_people", ANNA))
    play(game, ("man", "points", "card"))
    assert choices(game) == [("woman", "offering", "none"), DONE]
    play(game, ("woman", "offering", "none"))
    assert asked(game) == [(ANNA, "take_task")]


def test_the_second_kind_differs_within_its_sex_only() -> None:
    game = new(phase="B")
    people(game.state.boards[ANNA], man="points shell", woman="shell")
    game.state.boards[ANNA].god_tiles = 1
    game = stage(game, ("use_people", ANNA))
    play(game, ("man", "points", "none"), ("woman", "shell", "none"))
    assert choices(game) == [("man", "shell", "tile"), DONE]
    play(game, ("man", "shell", "tile"))
    assert game.state.boards[ANNA].shells == 2


def test_doubling_is_offered_only_where_it_does_more() -> None:
    game = new(phase="B")
    huts(game, ANNA, START)
    fill(game.state.boards[ANNA], 0, 1)
    people(game.state.boards[ANNA], man="build build", woman="land land land")
    game.state.boards[ANNA].god_tiles = 1
    game = stage(game, ("use_people", ANNA))
    assert choices(game) == [("man", "build", "none"), ("woman", "land", "none"), DONE]


def test_green_may_open_a_path_that_was_too_long() -> None:
    game = new(phase="B")
    huts(game, ANNA, START)
    people(game.state.boards[ANNA], man="water")
    game.state.boards[ANNA].god_tiles = 1
    game = stage(game, ("use_people", ANNA))
    assert choices(game) == [("man", "water", "tile"), DONE]
    play(game, ("man", "water", "tile"))
    assert game.state.regions["E-S"] == [ANNA]


def test_a_woman_just_taken_may_be_used_at_once() -> None:
    game = new(phase="B")
    huts(game, ANNA, START, "C-SW")
    people(game.state.boards[ANNA], man="woman")
    game.state.boards[ANNA].huts = 9
    lay_out(game, "woman", "land", "water", "points", "god")
    game = stage(game, ("use_people", ANNA))
    play(game, ("man", "woman", "none"))
    assert choices(game) == [("woman", 1), ("woman", 2), ("woman", 3)]
    play(game, ("woman", 3))
    assert ("woman", "points", "none") in choices(game)


def test_two_takers_choose_among_all_six_spaces() -> None:
    game = new(phase="B")
    people(game.state.boards[ANNA], woman="man man")
    game.state.boards[ANNA].huts = 8
    lay_out(game, "man", "land", "water", "points", "god", "shell", "hut")
    game = stage(game, ("use_people", ANNA))
    play(game, ("woman", "man", "none"))
    assert len(choices(game)) == 6


def test_red_may_be_played_for_a_path_of_phase_b() -> None:
    game = new(phase="B")
    huts(game, ANNA, START)
    people(game.state.boards[ANNA], man="land")
    hand(game.state.boards[ANNA], "red", offerings=1)
    game = stage(game, ("use_people", ANNA))
    play(game, ("man", "land", "none"))
    assert choices(game) == [("C-SW", "none"), ("C-SW", "card")]


def test_three_movers_move_what_huts_there_are() -> None:
    game = new(phase="B")
    board = game.state.boards[ANNA]
    people(board, man="hut hut hut")
    board.huts = 2
    game = stage(game, ("use_people", ANNA))
    play(game, ("man", "hut", "none"))
    assert (game.state.boards[ANNA].huts, game.state.boards[ANNA].stored) == (0, 3)


def test_status_moves_on_by_one_for_each() -> None:
    game = new(phase="B")
    people(game.state.boards[BEN], man="status status status")
    game = stage(game, ("use_people", BEN))
    play(game, ("man", "status", "none"))
    assert game.state.steps[BEN] == 3
    assert game.state.track[0] == BEN
