"""Every example of the rulebook with its numbers."""

from __future__ import annotations

from games.rules.bali.final import end_game, values
from games.rules.bali.scoring import gains
from games.rules.bali.state import plays, price

from .positions import (
    JESSICA,
    KENNY,
    ROBERT,
    asked,
    choices,
    displays,
    hold,
    kinds,
    new,
    play,
    told,
    village,
)

ALTAR = kinds(paprika=5, banana=4, peanut=4, rice=3)


def test_setting_up_for_three() -> None:
    game = new()
    state = game.state
    assert state.stones == [2, 3, 4]
    assert [len(row) for row in state.rows] == [4, 4, 4, 4]
    assert len(state.deck) == 34
    assert state.supply == kinds(rice=22, peanut=22, banana=22, paprika=22)
    assert all(
        offerings == kinds(rice=1, peanut=1, banana=1, paprika=1) for offerings in state.offerings
    )
    assert all(sum(display.values()) == display["stonemason"] == 1 for display in state.displays)
    assert all(len(set(hand)) == 3 and set(hand) <= set(kinds()) for hand in state.hands)
    assert state.altar == []
    assert asked(game) == [(KENNY, "play")]


def test_four_banana_farmers_make_a_banana_cost_one_stone() -> None:
    game = new()
    game.state.displays[KENNY]["banana"] = 4
    assert price(game.state, KENNY, "banana") == 1
    play(game, ("buy", "banana"))
    assert game.state.stones[KENNY] == 1
    assert game.state.offerings[KENNY]["banana"] == 2
    assert game.state.supply["banana"] == 21


def test_two_rice_farmers_cost_one_stone_and_lie_with_the_earlier_ones() -> None:
    game = new()
    hold(game, KENNY, "rice", "rice", "priest", stones=2)
    game.state.displays[KENNY]["rice"] = 2
    play(game, ("play", "rice", 2))
    assert game.state.stones[KENNY] == 1
    assert game.state.displays[KENNY]["rice"] == 4
    assert game.state.hands[KENNY] == ["priest"]


def test_a_shrine_brings_four_cards_to_the_altar_of_three_players() -> None:
    game = new()
    hold(game, KENNY, "shrine", "priest", "priest", stones=7)
    play(game, ("play", "shrine"))
    assert game.state.stones[KENNY] == 0
    assert asked(game) == [(ROBERT, "offer_card")]
    play(game, ("peanut",))
    assert asked(game) == [(JESSICA, "offer_card")]
    play(game, ("peanut",))
    assert asked(game) == [(KENNY, "offer_face_down")]
    play(game, ("rice",))
    assert game.view(None)["altar"]["top"] is None
    assert asked(game) == [(KENNY, "offer_from_supply")]
    play(game, ("paprika",))
    assert game.state.altar == [
        ("peanut", True),
        ("peanut", True),
        ("rice", False),
        ("paprika", True),
    ]
    assert game.view(None)["altar"]["top"] == "paprika"
    assert game.state.supply["paprika"] == 21
    assert [sum(offerings.values()) for offerings in game.state.offerings] == [3, 3, 3]
    assert asked(game) == [(KENNY, "take_card")]


def test_one_card_left_means_taking_two_and_the_row_of_the_last_is_scored() -> None:
    """Robert takes a shrine and a banana farmer, the last card from the third row: stonemasons."""
    game = new()
    hold(game, KENNY, "rice", "rice", "peanut", stones=2)
    village(
        game,
        ["priest", "rice"],
        ["priest", "priest", "shrine"],
        ["shrine", "stonemason", "banana"],
        ["priest", "paprika"],
    )
    game.state.displays = displays(
        {"stonemason": 2, "rice": 0}, {"stonemason": 1}, {"stonemason": 0}
    )
    game.state.stones = [2, 3, 4]
    events = play(game, ("play", "rice", 2), (1,), (2,))
    assert game.state.hands[KENNY] == ["peanut", "shrine", "banana"]
    assert told(events, "scored") == [{"card": "stonemason", "row": 2, "gains": [3, 1, 0]}]
    assert game.state.stones == [2 - 1 + 3, 3 + 1, 4]
    assert asked(game) == [(ROBERT, "play")]


def test_stonemasons_two_one_none_bring_three_one_none() -> None:
    table = displays({"stonemason": 2}, {"stonemason": 1}, {})
    assert gains(table, "stonemason") == [3, 1, 0]


def test_priests_two_two_one_bring_two_two_one() -> None:
    assert gains(displays({"priest": 2}, {"priest": 2}, {"priest": 1}), "priest") == [2, 2, 1]


def test_three_shrines_bring_four_points_or_four_stones() -> None:
    table = displays({"shrine": 3}, {"shrine": 1}, {})
    assert gains(table, "shrine") == [4, 1, 0]
    for good in ("points", "stones"):
        game = new()
        game.state.displays = displays({"shrine": 3}, {"shrine": 1}, {})
        village(game, ["shrine", "rice"], ["rice"] * 4, ["rice"] * 4, ["rice"] * 4)
        hold(game, KENNY, "priest", "rice", "rice", stones=0)
        game.state.stones = [0, 0, 0]
        play(game, ("play", "priest"), (0,))
        assert asked(game) == [(KENNY, "choose_reward"), (ROBERT, "choose_reward")]
        play(game, (good,), ("stones",))
        expected = ([4, 0, 0], [0, 1, 0]) if good == "points" else ([0, 0, 0], [4, 1, 0])
        assert (game.state.points, game.state.stones) == expected


def test_one_rice_farmer_alone_brings_one_card() -> None:
    table = displays({"rice": 1}, {}, {})
    assert gains(table, "rice") == [1, 0, 0]


def test_the_altar_of_the_example() -> None:
    assert values(ALTAR) == kinds(paprika=3, banana=2, peanut=2, rice=1)


def test_robert_scores_22() -> None:
    """Our stand-in: the goods of the printed example are lost, only its sum is known.

    3 paprika (9) + 2 bananas (4) + 2 shrines (8) + 7 stones (1) = 22.
    """
    game = new()
    state = game.state
    state.altar = [(kind, True) for kind, number in ALTAR.items() for _card in range(number)]
    state.offerings[ROBERT] = kinds(paprika=3, banana=2)
    state.displays[ROBERT]["shrine"] = 2
    state.stones[ROBERT] = 7
    end_game(game)
    result = game.result()
    assert result is not None
    assert result.scores[ROBERT] == 22
    assert result.breakdown[ROBERT] == {
        "markers": 0,
        "shrines": 8,
        "stones": 1,
        **kinds(paprika=9, banana=4),
    }


def test_what_can_be_played() -> None:
    hand = ["rice", "rice", "rice"]
    assert plays(hand, 2) == [("rice", 1), ("rice", 2), ("rice", 3)]
    assert plays(hand, 0) == [("rice", 1)]
    assert plays(["shrine", "priest", "stonemason"], 6) == [("priest", 1), ("stonemason", 1)]
    assert ("shrine", 1) in plays(["shrine", "priest", "stonemason"], 7)


def test_three_shrines_that_cannot_be_paid_force_one_into_the_box() -> None:
    game = new()
    hold(game, KENNY, "shrine", "shrine", "shrine", stones=6)
    assert ("discard",) in choices(game)
    assert not any(choice[0] == "play" for choice in choices(game))
    play(game, ("discard",))
    assert game.state.hands[KENNY] == ["shrine", "shrine"]
    assert game.state.box == ["shrine"]
    assert game.state.displays[KENNY]["shrine"] == 0
    assert asked(game) == [(KENNY, "take_card")]
