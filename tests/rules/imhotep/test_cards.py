"""The market cards, with every example of the rulebook."""

from collections import Counter
from typing import Any

import pytest

from games.rules.engine import Game, IllegalChoice
from games.rules.imhotep.deck import CARD_KINDS
from games.rules.imhotep.sites.b_sides import PYRAMIDS
from games.rules.imhotep.state import Imhotep
from games.rules.imhotep.tables import BASE_DECK, CARDS

from .positions import BROWN, GREY, WHITE, boat, card, offered, position, standing, stones, told

FULL_SUPPLY = [stones(letter * 5, first=300) for letter in "wbgk"]


def holding(*names: str, **fields: Any) -> Game[Imhotep]:
    """White to act, with these cards."""
    return position(cards=[[card(name) for name in names], [], [], []], **fields)


def test_deck() -> None:
    colours = Counter(CARD_KINDS[name].colour for name in CARDS[:BASE_DECK])
    assert colours == {"red": 6, "green": 8, "purple": 10, "blue": 10}
    assert BASE_DECK == 34


# Red ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "site", "points"),
    [("entrance", "pyramid", 2), ("sarcophagus", "tomb", 0), ("paved_path", "obelisks", 0)],
)
def test_red_card_puts_a_stone_from_the_quarry_at_its_site(
    name: str, site: str, points: int
) -> None:
    game = position(boats=[boat("b."), boat("..")], market=[card(name), None, None, None])
    before = game.state.quarry[BROWN]
    supply = list(game.state.supply[BROWN])
    events = game.choose(WHITE, ("sail", 0, "market"))
    assert [stone % 4 for stone in game.state.placed[site]] == [BROWN]
    assert game.state.scored[BROWN][site] == points
    assert game.state.cards[BROWN] == []
    assert game.state.discards == [card(name)]
    # One stone left the quarry, the delivered one came back to it.
    assert game.state.quarry[BROWN] == before
    assert game.state.supply[BROWN] == supply
    assert told(events, "red_card_used")[0]["stone"] is True


def test_red_card_without_a_stone_in_the_quarry_is_merely_discarded() -> None:
    """Even the stone just delivered is back in the quarry only when the boat is empty."""
    game = position(
        boats=[boat("b."), boat("..")],
        market=[card("entrance"), None, None, None],
        quarry=[9, 0, 9, 9],
    )
    events = game.choose(WHITE, ("sail", 0, "market"))
    assert told(events, "red_card_used")[0]["stone"] is False
    assert game.state.placed["pyramid"] == []
    assert game.state.discards == [card("entrance")]
    assert game.state.quarry == [9, 1, 9, 9]


def test_red_card_is_carried_out_before_the_next_stone() -> None:
    market = [card("entrance"), card("entrance", 1), None, None]
    game = position(boats=[boat("bg."), boat("..")], market=market)
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(BROWN, (1,))
    assert game.state.scored[BROWN]["pyramid"] == 2
    assert game.state.scored[GREY]["pyramid"] == 1  # grey's only choice was taken for him


def test_red_card_is_discarded_when_its_stone_has_had_its_bonus() -> None:
    """ "Die Karte kommt anschließend auf den Ablagestapel": an entrance whose stone draws the top
    card cannot draw itself, though it is the only card that could be shuffled."""
    assert PYRAMIDS[0][1] == "card"
    game = position(
        options={"pyramid_side": "B"},
        boats=[boat("b."), boat("..")],
        market=[card("entrance"), None, None, None],
        placed={"pyramid": stones("g")},
        fields=[0],
        deck=[],
    )
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(BROWN, (0,))
    assert [stone % 4 for stone in game.state.placed["pyramid"]] == [GREY, BROWN]
    assert game.state.discards == [card("entrance")]
    assert game.state.in_use == []


# Green and purple ---------------------------------------------------------------------------------


@pytest.mark.parametrize("site", ["pyramid", "temple", "tomb", "obelisk"])
def test_decoration_scores_a_point_for_every_three_stones(site: str) -> None:
    """Example: 13 stones in the tomb: 4 points. Two such cards score twice."""
    place = "obelisks" if site == "obelisk" else site
    name = f"{site}_decoration"
    game = position(placed={place: stones("bgkb" * 3 + "g")}, cards=[[card(name)], [], [], []])
    assert standing(game)[WHITE]["decorations"] == 4
    game.state.cards[WHITE].append(card(name, 1))
    assert standing(game)[WHITE]["decorations"] == 8


def test_statues() -> None:
    """Example: three statues: 6 points."""
    game = position()
    scored = []
    for copy in range(8):
        game.state.cards[WHITE].append(card("statue", copy))
        scored.append(standing(game)[WHITE]["statues"])
    assert scored == [1, 3, 6, 10, 15, 17, 19, 21]


# Blue ---------------------------------------------------------------------------------------------


def test_unused_blue_cards_are_worth_a_point_each() -> None:
    game = holding("lever", "hammer", "sail", "chisel", "statue")
    assert standing(game)[WHITE]["blue_cards"] == 4


def test_blue_card_is_an_action_and_is_discarded() -> None:
    game = holding("chisel", "sail", supply=FULL_SUPPLY)
    assert ("card", "chisel") in offered(game, WHITE)
    game.choose(WHITE, ("card", "chisel"))
    assert game.state.cards[WHITE] == [card("sail")]
    assert game.state.discards == []  # it is put away when it has done what it does
    assert [each["name"] for each in game.view(BROWN)["in_use"]] == ["chisel"]
    game.choose(WHITE, (0, 0))
    game.choose(WHITE, (0, 1))
    assert game.state.discards == [card("chisel")]
    assert "in_use" not in game.view(BROWN)
    assert game.state.active == BROWN  # one action, so one blue card a turn


def test_sail_is_discarded_when_the_boat_is_unloaded_and_is_not_drawn_before() -> None:
    """ "Die Karte kommt anschließend auf den Ablagestapel" ("Segel"): at market C a stone of that
    boat may take the top card, which the sail itself would be."""
    game = holding("sail", options={"market_side": "C"}, boats=[boat("b."), boat("..")], deck=[])
    game.state.market = [card("statue"), card("hammer"), None, None, None]
    game = game.copy()
    game.choose(WHITE, ("card", "sail"))
    game.choose(WHITE, (0, 1, "market"))
    assert offered(game, BROWN) == [(0,), (1,)]
    game.choose(BROWN, (0,))  # the hammer is then all that is left for white
    assert game.state.cards[WHITE] == [card("hammer")]
    assert game.state.discards == [card("sail")]


def test_two_cards_of_one_name_are_one_choice() -> None:
    game = position(cards=[[card("hammer"), card("hammer", 1)], [], [], []])
    assert offered(game, WHITE).count(("card", "hammer")) == 1


def test_cards_that_are_not_blue_cannot_be_played() -> None:
    game = holding("statue", "tomb_decoration")
    assert [choice for choice in offered(game, WHITE) if choice[0] == "card"] == []
    with pytest.raises(IllegalChoice):
        game.choose(WHITE, ("card", "statue"))


def test_hammer_takes_three_then_loads_one() -> None:
    game = holding("hammer", supply=[[], [], [], []], boats=[boat("b."), boat("...")])
    events = game.choose(WHITE, ("card", "hammer"))
    assert len(told(events, "stones_taken")[0]["stones"]) == 3
    assert not game.barrier  # may be taken back while its stone is not placed
    assert offered(game, WHITE) == [(0, 1), (1, 0), (1, 1), (1, 2)]
    game.choose(WHITE, (1, 2))
    assert len(game.state.supply[WHITE]) == 2
    assert game.state.boats[1].stones[2] is not None
    assert game.state.active == BROWN


def test_hammer_takes_what_fits() -> None:
    game = holding("hammer", supply=[stones("wwww"), [], [], []])
    events = game.choose(WHITE, ("card", "hammer"))
    assert len(told(events, "stones_taken")[0]["stones"]) == 1
    game = holding("hammer", supply=FULL_SUPPLY)
    assert told(game.choose(WHITE, ("card", "hammer")), "stones_taken") == []
    assert len(offered(game, WHITE)) > 1  # loading goes on


def test_hammer_without_a_free_field_takes_only() -> None:
    game = holding("hammer", supply=[[], [], [], []], boats=[boat("bb"), boat("g")])
    game.choose(WHITE, ("card", "hammer"))
    assert len(game.state.supply[WHITE]) == 3
    assert game.state.active == BROWN


def test_hammer_that_can_do_neither_is_not_offered() -> None:
    full = [boat("bb"), boat("g")]
    game = holding("hammer", supply=FULL_SUPPLY, boats=full)
    assert ("card", "hammer") not in offered(game, WHITE)


def test_chisel_loads_two_on_one_boat_or_on_two() -> None:
    for second in ((0, 2), (1, 0)):
        game = holding("chisel", supply=FULL_SUPPLY, boats=[boat("..."), boat("..")])
        game.choose(WHITE, ("card", "chisel"))
        game.choose(WHITE, (0, 0))
        assert (0, 0) not in offered(game, WHITE)
        game.choose(WHITE, second)
        assert len(game.state.supply[WHITE]) == 3
        assert game.state.active == BROWN


def test_chisel_with_one_stone_or_one_field_loads_one() -> None:
    one_stone = holding("chisel", supply=[stones("w"), [], [], []])
    one_stone.choose(WHITE, ("card", "chisel"))
    one_stone.choose(WHITE, (0, 0))
    assert one_stone.state.active == BROWN
    one_field = holding("chisel", supply=FULL_SUPPLY, boats=[boat("bb"), boat("g.")])
    one_field.choose(WHITE, ("card", "chisel"))
    assert one_field.state.active == BROWN
    assert len(one_field.state.supply[WHITE]) == 4


@pytest.mark.parametrize(
    "fields",
    [
        {"supply": [[], [], [], []]},
        {"supply": FULL_SUPPLY, "boats": [boat("bb"), boat("g")]},
    ],
)
def test_chisel_needs_a_stone_and_a_field(fields: dict[str, Any]) -> None:
    assert ("card", "chisel") not in offered(holding("chisel", **fields), WHITE)


def test_sail_loads_and_sails_the_same_boat() -> None:
    boats = [boat("b.."), boat("...."), boat("..", site="temple"), boat(".")]
    game = holding("sail", boats=boats)
    game.choose(WHITE, ("card", "sail"))
    choices = offered(game, WHITE)
    # The 4-boat would not have its minimum, the temple is taken, the third boat has sailed.
    assert {choice[0] for choice in choices} == {0, 3}
    assert {choice[:2] for choice in choices} == {(0, 1), (0, 2), (3, 0)}
    assert {choice[2] for choice in choices} == {"market", "pyramid", "tomb", "obelisks"}
    game.choose(WHITE, (0, 2, "pyramid"))
    assert [stone % 4 for stone in game.state.placed["pyramid"]] == [BROWN, WHITE]


def test_sail_needs_a_boat_that_could_then_sail() -> None:
    game = holding("sail", boats=[boat("...."), boat("bb"), boat("...")])
    assert ("card", "sail") not in offered(game, WHITE)
    game = holding("sail", boats=[boat("."), boat("...")], supply=[[], [], [], []])
    assert ("card", "sail") not in offered(game, WHITE)


def test_lever_sets_the_order_of_all_stones_before_any_is_delivered() -> None:
    game = holding("lever", boats=[boat("wbkg"), boat("..")])
    game.choose(WHITE, ("card", "lever"))
    game.choose(WHITE, (0, "pyramid"))
    assert offered(game, WHITE) == [(0,), (1,), (2,), (3,)]
    game.choose(WHITE, (3,))
    game.choose(WHITE, (1,))
    assert game.state.placed["pyramid"] == []
    assert game.state.boats[0].site is None
    assert not game.barrier
    game.choose(WHITE, (0,))  # the last one is no choice any more
    assert [stone % 4 for stone in game.state.placed["pyramid"]] == [GREY, BROWN, WHITE, 3]
    assert [scored["pyramid"] for scored in game.state.scored] == [3, 1, 2, 2]


def test_lever_offers_stones_of_one_colour_once() -> None:
    game = holding("lever", boats=[boat("bwbw"), boat("..")])
    game.choose(WHITE, ("card", "lever"))
    game.choose(WHITE, (0, "tomb"))
    assert offered(game, WHITE) == [(0,), (1,)]
    game.choose(WHITE, (1,))
    assert offered(game, WHITE) == [(0,), (3,)]
    game.choose(WHITE, (3,))  # both others are brown
    assert [stone % 4 for stone in game.state.placed["tomb"]] == [WHITE, WHITE, BROWN, BROWN]


def test_lever_keeps_to_minimum_load_and_free_sites() -> None:
    boats = [boat("b.."), boat("bb."), boat("b", site="tomb"), boat("...")]
    game = holding("lever", boats=boats)
    game.choose(WHITE, ("card", "lever"))
    assert offered(game, WHITE) == [
        (1, site) for site in ("market", "pyramid", "temple", "obelisks")
    ]
    game = holding("lever", boats=[boat("b.."), boat("....")])
    assert ("card", "lever") not in offered(game, WHITE)
