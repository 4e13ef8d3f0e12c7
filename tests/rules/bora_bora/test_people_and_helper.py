"""Women, men, the helper and its exchanges, with the examples of the rulebook."""

from __future__ import annotations

from .positions import (
    ANNA,
    BEN,
    CLEO,
    asked,
    choices,
    die,
    fill,
    hand,
    huts,
    lay_out,
    new,
    people,
    play,
    points,
    stage,
    told,
)


def test_a_four_takes_a_woman_from_the_spaces_one_to_four() -> None:
    game = new()
    lay_out(game, "woman", "land", "water", "woman", "man", "build", "god")
    huts(game, ANNA, "C-SE")
    game = die(game, ANNA, 4)
    play(game, (4, "woman", "plain"))
    assert choices(game) == [("woman", space) for space in (1, 2, 3, 4)]
    events = play(game, ("woman", 4))
    board = game.state.boards[ANNA]
    assert board.people == [told(events, "person_taken")[0]["person"]]
    assert board.pushed == []
    assert board.shells == 0
    assert game.state.people["woman"][3] is None


def test_without_a_free_space_nobody_takes_a_person() -> None:
    game = new()
    game = die(game, ANNA, 6, 6)
    assert game.state.boards[ANNA].free_spaces == 0
    assert not [choice for choice in choices(game) if choice[1] in ("woman", "man")]
    huts(game, ANNA, "C-SE")
    game = die(game, ANNA, 6, 6)
    assert {choice[1] for choice in choices(game)} >= {"woman", "man"}


def test_the_twelfth_space_takes_a_person_once_no_hut_stands_there() -> None:
    board = new().state.boards[ANNA]
    board.huts, board.stored = 0, 1
    people(board, man="land land land water water water god god god", woman="land land")
    assert board.free_spaces == 0
    board.stored = 0
    assert board.free_spaces == 1


def test_anna_spends_five_pips() -> None:
    """Example: two men (2 and 3 steps) from 0 to the first space of 4 points, a woman for three
    shells, and two pips for an offering.
    """
    game = new()
    people(game.state.boards[ANNA], man="land god", woman="god")
    game = die(game, ANNA, 5)
    play(game, (5, "helper", "plain"), ("push", "man", "land"))
    assert game.view(ANNA)["account"]["left"] == 4
    play(game, ("push", "man", "god"))
    assert game.state.steps[ANNA] == 5
    assert game.view(None)["seats"][ANNA]["coming"]["status"] == 4
    assert game.view(None)["status"]["points"][4] < 4
    play(game, ("push", "woman", "god"), ("offering",))
    board = game.state.boards[ANNA]
    assert (board.shells, board.offerings) == (3, 1)
    assert game.view(None)["account"]["left"] == 0
    assert asked(game) == [(ANNA, "take_task")]


def test_ben_spends_six_pips() -> None:
    """Example: wood, a man, a woman, and two points for the rest."""
    game = new()
    people(game.state.boards[BEN], man="land", woman="god")
    game = die(game, BEN, 6)
    play(game, (6, "helper", "plain"), ("material", 1), ("push", "man", "land"))
    play(game, ("push", "woman", "god"), ("points",))
    board = game.state.boards[BEN]
    assert board.materials()["wood"] == 1
    assert (game.state.steps[BEN], board.shells, points(game, BEN)) == (2, 3, 2)


def test_ben_might_have_taken_a_card_an_offering_and_a_material() -> None:
    game = die(new(), BEN, 6)
    play(game, (6, "helper", "plain"), ("god", "deck"), ("offering",), ("material", 0))
    board = game.state.boards[BEN]
    assert (board.cards, board.offerings, board.materials()["sand"]) == (1, 1, 1)


def test_ben_might_have_pushed_six_people() -> None:
    game = new()
    people(game.state.boards[BEN], man="land land god", woman="points water water")
    game = die(game, BEN, 6)
    play(game, (6, "helper", "plain"))
    for sex, kind in (
        *(("man", "land"), ("man", "land"), ("man", "god")),
        *(("woman", "points"), ("woman", "water"), ("woman", "water")),
    ):
        play(game, ("push", sex, kind))
    board = game.state.boards[BEN]
    assert sorted(board.pushed) == sorted(board.people)
    assert (game.state.steps[BEN], board.shells) == (2 + 2 + 3, 4 + 2 + 2)


def test_ben_might_have_taken_two_cards_and_two_points() -> None:
    game = new()
    game.state.gods = ["red", "red", "blue", "white", "green"]
    game = die(game, BEN, 6)
    play(game, (6, "helper", "plain"), ("god", "blue"), ("god", "red"), ("points",))
    assert game.state.boards[BEN].hand["blue"] == game.state.boards[BEN].hand["red"] == 1
    assert len(game.state.gods) == 5
    assert points(game, BEN) == 2


def test_nobody_is_pushed_down_twice() -> None:
    game = new()
    people(game.state.boards[ANNA], man="land")
    game = die(game, ANNA, 3)
    play(game, (3, "helper", "plain"), ("push", "man", "land"))
    assert not [choice for choice in choices(game) if choice[0] == "push"]


def test_with_one_pip_there_are_people_and_points_only() -> None:
    game = new()
    people(game.state.boards[ANNA], man="land")
    game = stage(game, ("helper", ANNA, 1))
    assert choices(game) == [("push", "man", "land"), ("points",)]


def test_a_pip_that_can_only_be_a_point_is_not_asked_for() -> None:
    game = stage(new(), ("helper", ANNA, 1))
    assert asked(game) == [(ANNA, "take_task")]
    assert points(game, ANNA) == 1


def test_huts_move_to_the_twelfth_space_for_two_pips_each() -> None:
    game = stage(new(), ("helper", ANNA, 5))
    play(game, ("hut",), ("hut",))
    board = game.state.boards[ANNA]
    assert (board.huts, board.stored, board.free_spaces) == (9, 3, 2)


def test_a_material_without_a_free_field_goes_beside_the_board() -> None:
    game = new()
    fill(game.state.boards[ANNA], 0, 4, 8, 9)
    game = stage(game, ("helper", ANNA, 2))
    assert ("material", "sand") in choices(game)
    assert ("material", 1) in choices(game)
    play(game, ("material", "sand"))
    board = game.state.boards[ANNA]
    assert board.aside == ["sand"]
    assert board.materials()["sand"] == 5


def test_markers_stack_and_who_comes_last_is_ahead() -> None:
    game = new()
    for seat in (ANNA, BEN, CLEO):
        people(game.state.boards[seat], man="god")
    game = stage(game, *(("helper", seat, 1) for seat in (ANNA, CLEO, BEN)))
    for _seat in range(3):
        play(game, ("push", "man", "god"))
    assert game.state.track[:3] == [BEN, CLEO, ANNA]
    assert game.state.steps[:3] == [3, 3, 3]


def test_steps_beyond_the_last_space_are_lost() -> None:
    game = new()
    game.state.steps, game.state.track = [14, 14, 13, 0], [BEN, ANNA, CLEO, 3]
    for seat in (ANNA, CLEO):
        people(game.state.boards[seat], man="god")
    game = stage(game, ("helper", ANNA, 1), ("helper", CLEO, 1))
    play(game, ("push", "man", "god"))
    assert game.state.track[0] == BEN
    play(game, ("push", "man", "god"))
    assert game.state.track == [CLEO, BEN, ANNA, 3]
    assert game.state.steps[CLEO] == 14


def test_a_card_taken_from_the_display_is_replaced_at_once() -> None:
    game = new()
    game.state.gods = ["red"] * 5
    game.state.deck.append("blue")
    game = stage(game, ("helper", ANNA, 2))
    events = play(game, ("god", "red"))
    assert told(events, "god_revealed") == [{"god": "blue", "place": 0}]
    assert game.state.gods == ["blue", "red", "red", "red", "red"]
    assert game.barrier


def test_the_discards_become_the_deck_when_it_is_empty() -> None:
    game = new()
    game.state.deck, game.state.discards = [], ["white", "white", "green"]
    game = stage(game, ("helper", ANNA, 2))
    play(game, ("god", "deck"))
    assert len(game.state.deck) == 2
    assert game.state.discards == []


def test_a_display_without_deck_and_discards_shrinks() -> None:
    game = new()
    game.state.deck, game.state.discards = [], []
    game.state.gods = ["white", "red", "green", "red", "blue"]
    game = stage(game, ("take_gods", ANNA, 6))
    assert ("deck",) not in choices(game)
    hand(game.state.boards[ANNA])
    play(game, ("red",), ("red",), ("blue",), ("green",))
    assert asked(game) == [(ANNA, "take_task")]
    assert game.state.gods == []
    assert game.state.boards[ANNA].hand["white"] == 1
