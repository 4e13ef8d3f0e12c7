"""Set-up, turns, rounds, the end of the game, and the rulings for odd cases."""

from collections import Counter
from typing import Any

import pytest

from games.rules.engine import BadOptions, Game, IllegalChoice
from games.rules.imhotep import rules
from games.rules.imhotep.state import Imhotep
from games.rules.imhotep.tables import MINIMUM_LOAD, ROUND_CARDS

from .positions import (
    BLACK,
    BROWN,
    GREY,
    WHITE,
    boat,
    card,
    offered,
    position,
    standing,
    stones,
    told,
)

# Pieces and set-up --------------------------------------------------------------------------------


def test_round_cards_can_be_laid_out_with_the_boats_of_the_box() -> None:
    box = Counter({4: 2, 3: 3, 2: 2, 1: 1})
    for players, total in ((2, 68), (3, 74), (4, 83)):
        cards = ROUND_CARDS[players]
        assert len(set(cards)) == 7
        assert sum(map(sum, cards)) == total
        assert all(len(fields) == 4 and Counter(fields) <= box for fields in cards)
        assert (4, 3, 2, 2) in cards  # the card of the rulebook's example


def test_minimum_loads() -> None:
    assert MINIMUM_LOAD == {4: 3, 3: 2, 2: 1, 1: 1}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_first_supplies_come_out_of_the_quarry(players: int) -> None:
    state = rules.new(players, {}, bytes(32)).state
    assert [len(supply) for supply in state.supply] == [2, 3, 4, 5][:players]
    assert state.quarry == [27, 26, 25, 24][:players]
    assert len(state.market) == 4
    assert len(state.deck) == 30
    assert len(state.round_cards) == 6


def test_only_two_to_four_play() -> None:
    for players in (1, 5):
        with pytest.raises(BadOptions):
            rules.new(players, {}, bytes(32))


# Actions ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "taken"), [(0, 3), (2, 3), (3, 2), (4, 1)])
def test_get_takes_three_as_far_as_there_is_room(held: int, taken: int) -> None:
    game = position(supply=[stones("w" * held), [], [], []])
    events = game.choose(WHITE, ("get",))
    assert len(told(events, "stones_taken")[0]["stones"]) == taken
    assert game.state.quarry[WHITE] == 27 - taken


def test_get_takes_what_the_quarry_has() -> None:
    game = position(supply=[stones("w"), [], [], []], quarry=[2, 20, 20, 20])
    game.choose(WHITE, ("get",))
    assert len(game.state.supply[WHITE]) == 3
    assert game.state.quarry[WHITE] == 0


def test_get_is_not_possible_with_full_supply_or_empty_quarry() -> None:
    assert ("get",) not in offered(position(supply=[stones("w" * 5), [], [], []]), WHITE)
    game = position(quarry=[0, 20, 20, 20])
    assert ("get",) not in offered(game, WHITE)
    with pytest.raises(IllegalChoice, match="cannot be 'get'"):
        game.choose(WHITE, ("get",))


def test_place_takes_any_free_field_of_a_boat_that_waits() -> None:
    game = position(boats=[boat("b..", site="tomb"), boat(".g."), boat("k"), boat(".")])
    places = [choice for choice in offered(game, WHITE) if choice[0] == "place"]
    assert places == [("place", 1, 0), ("place", 1, 2), ("place", 3, 0)]
    stone = game.state.supply[WHITE][-1]
    game.choose(WHITE, ("place", 1, 2))
    assert game.state.boats[1].stones[2] == stone
    assert len(game.state.supply[WHITE]) == 1


def test_place_needs_a_stone() -> None:
    game = position(supply=[[], [], [], []], boats=[boat("b."), boat("..")])
    assert all(choice[0] != "place" for choice in offered(game, WHITE))


def test_sail_needs_the_minimum_but_no_stone_of_ones_own() -> None:
    boats = [boat("bg.."), boat("bg."), boat("k."), boat(".")]
    game = position(boats=boats)
    sailing = {choice[1] for choice in offered(game, WHITE) if choice[0] == "sail"}
    assert sailing == {1, 2}
    assert len([choice for choice in offered(game, WHITE) if choice[0] == "sail"]) == 2 * 5


def test_a_site_takes_one_boat_a_round() -> None:
    game = position(boats=[boat("b."), boat("..", site="tomb"), boat("..", site="market")])
    sites = [choice[2] for choice in offered(game, WHITE) if choice[0] == "sail"]
    assert sites == ["pyramid", "temple", "obelisks"]
    with pytest.raises(IllegalChoice, match="may be 'obelisks', 'pyramid', 'temple'"):
        game.choose(WHITE, ("sail", 0, "tomb"))


def test_empty_boat_stays_at_its_site_till_the_round_ends() -> None:
    game = position(boats=[boat("b."), boat("..")])
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert game.state.boats[0].site == "tomb"
    assert game.state.boats[0].stones == [None, None]
    assert all(choice[1] != 0 for choice in offered(game, BROWN) if choice[0] != "get")


# Turns, undo, confirm -----------------------------------------------------------------------------


def test_seats_act_in_turn() -> None:
    game = position(3, boats=[boat("...."), boat("....")])
    order = []
    for field in range(4):
        order += game.to_move()
        game.choose(order[-1], ("place", 0, field))
    assert order == [0, 1, 2, 0]


def test_a_turn_can_be_held_for_confirming() -> None:
    game = position()
    game.choose(WHITE, ("get",), hold=True)
    assert game.to_move() == [WHITE]
    assert not game.barrier
    game.confirm(WHITE)
    assert game.to_move() == [BROWN]
    assert game.barrier


def test_nothing_new_is_shown_before_the_last_boat_is_confirmed() -> None:
    game = position(2, boats=[boat("w")])
    market = list(game.state.market)
    events = game.choose(WHITE, ("sail", 0, "tomb"), hold=True)
    assert told(events, "round_began") == []
    assert game.state.market == market
    assert told(game.confirm(WHITE), "round_began")[0]["round"] == 2


def test_a_seat_with_one_possible_action_is_not_asked() -> None:
    """Brown has no stone, no card, and no boat may sail: it can only get stones."""
    game = position(supply=[stones("w"), [], [], []], boats=[boat("...."), boat("...")])
    events = game.choose(WHITE, ("place", 0, 0))
    assert [e["seat"] for e in told(events, "stones_taken")] == [BROWN, GREY, BLACK, WHITE]
    assert game.to_move() == [BROWN]


# Passing ------------------------------------------------------------------------------------------


def test_passing_is_possible_only_when_nothing_else_is() -> None:
    game = position()
    assert ("pass",) not in offered(game, WHITE)
    with pytest.raises(IllegalChoice):
        game.choose(WHITE, ("pass",))


def test_a_player_who_can_do_nothing_passes_without_being_asked() -> None:
    game = position(
        2,
        supply=[stones("ww"), []],
        quarry=[5, 0],
        boats=[boat("...."), boat("...."), boat("...."), boat("....")],
    )
    events = game.choose(WHITE, ("place", 0, 0))
    assert told(events, "passed") == [{"seat": BROWN}]
    assert game.to_move() == [WHITE]
    assert game.state.passes == 1
    game.choose(WHITE, ("get",))
    assert game.state.passes == 1  # it began anew, and brown has passed again
    assert game.state.round == 1


def test_round_ends_when_all_pass_in_a_row() -> None:
    """Stones on boats that wait go back; the seat left of the last to sail begins."""
    game = position(
        3,
        supply=[stones("w"), [], []],
        quarry=[0, 0, 0],
        sailor=BROWN,
        boats=[boat(".b.."), boat("...."), boat("...", site="temple"), boat("....")],
        placed={"temple": stones("g")},
    )
    events = game.choose(WHITE, ("place", 1, 0))
    assert [e["seat"] for e in told(events, "passed")[:3]] == [BROWN, GREY, WHITE]
    assert "site" not in told(events, "stones_returned")[0]
    assert len(told(events, "stones_returned")[0]["stones"]) == 2
    assert told(events, "temple_scored")[0]["points"] == [0, 0, 1]
    assert told(events, "round_began")[0]["seat"] == GREY


def test_round_without_a_boat_sailed_passes_the_start_on() -> None:
    game = position(
        2,
        supply=[stones("w"), []],
        quarry=[0, 0],
        boats=[boat("...."), boat("....")],
    )
    events = game.choose(WHITE, ("place", 0, 0))
    assert told(events, "round_began")[0]["seat"] == BROWN


def test_round_begins_with_nobody_having_sailed_in_it() -> None:
    """White sails the last boat of round 1, so brown begins round 2 and white, if all pass, 3."""
    game = position(2, supply=[[], stones("b")], quarry=[0, 0], boats=[boat("w")])
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert game.to_move() == [BROWN]
    large = [len(each.stones) > 2 for each in game.state.boats].index(True)
    events = game.choose(BROWN, ("place", large, 0))
    assert told(events, "round_began") == [
        {
            "round": 3,
            "seat": WHITE,
            "boats": [len(each.stones) for each in game.state.boats],
            "market": game.state.market,
        }
    ]


def test_game_ends_even_if_nobody_can_do_anything_any_more() -> None:
    game = position(2, supply=[[], []], quarry=[0, 0])
    assert offered(game, WHITE) == [("pass",)]
    events = game.choose(WHITE, ("pass",))
    assert game.result() is not None
    assert [e["round"] for e in told(events, "round_ended")] == [1, 2, 3, 4, 5, 6]


# Rounds and the end -------------------------------------------------------------------------------


def test_round_ends_with_the_fourth_boat_and_its_sailor_s_neighbour_begins() -> None:
    sailed = [boat("..", site=site) for site in ("tomb", "market", "temple")]
    game = position(3, boats=[boat("b."), *sailed], start=GREY, sailor=GREY)
    events = game.choose(WHITE, ("sail", 0, "obelisks"))
    assert [event.kind for event in events] == [
        "boat_sailed",
        "stone_delivered",
        "round_ended",
        "temple_scored",
        "round_began",
    ]
    assert game.state.round == 2
    assert game.to_move() == [BROWN]
    assert len(game.state.boats) == 4


def last_turn(players: int, *, wrath: bool = False, **fields: Any) -> Game[Imhotep]:
    """A game in which white ends the last round by sailing an own stone to the tomb."""
    return position(players, {"wrath": wrath}, round=6, boats=[boat("w")], **fields)


def test_game_ends_after_six_rounds_with_points_by_source() -> None:
    game = last_turn(
        2,
        placed={
            "pyramid": stones("wb"),
            "temple": stones("bbw"),
            "tomb": stones("ww"),
            "obelisks": stones("bbw"),
        },
        cards=[[card("statue"), card("statue", 1), card("tomb_decoration")], [card("sail")]],
        scored=[
            {"pyramid": 2, "temple": 4, "tomb": 0, "obelisks": 0},
            {"pyramid": 1, "temple": 3, "tomb": 0, "obelisks": 0},
        ],
    )
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    result = game.result()
    assert result is not None
    assert result.breakdown == [
        {
            "pyramid": 2,
            "temple": 5,
            "tomb": 6,
            "obelisks": 1,
            "statues": 3,
            "decorations": 1,
            "blue_cards": 0,
        },
        {
            "pyramid": 1,
            "temple": 5,
            "tomb": 0,
            "obelisks": 10,
            "statues": 0,
            "decorations": 0,
            "blue_cards": 1,
        },
    ]
    assert result.scores == [18, 17]
    assert result.ranks == [1, 2]
    assert {e["source"]: e["points"] for e in told(events, "final_scored")} == {
        "tomb": [6, 0],
        "obelisks": [1, 10],
        "statues": [3, 0],
        "decorations": [1, 0],
        "blue_cards": [0, 1],
    }
    assert game.view(None)["boats"] == []


@pytest.mark.parametrize(("supplies", "ranks"), [((1, 3), [2, 1]), ((3, 1), [1, 2])])
def test_more_stones_in_the_supply_break_a_tie(supplies: tuple[int, int], ranks: list[int]) -> None:
    game = last_turn(
        2,
        supply=[stones("w" * supplies[0]), stones("b" * supplies[1])],
        scored=[
            dict.fromkeys(("pyramid", "temple", "tomb", "obelisks"), points) for points in (0, 0)
        ],
        cards=[[], [card("sail")]],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    result = game.result()
    assert result is not None
    assert result.scores == [1, 1]
    assert result.ranks == ranks
    assert result.tie_breakers[0].name == "supply"
    assert result.tie_breakers[0].values == list(supplies)


def test_equal_supplies_share_the_place() -> None:
    game = last_turn(
        3, supply=[stones("w"), stones("b"), stones("g")], cards=[[], [card("sail")], []]
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    result = game.result()
    assert result is not None
    assert result.ranks == [1, 1, 3]


# Options ------------------------------------------------------------------------------------------


def test_wrath_costs_five_once_for_a_monument_without_an_own_stone() -> None:
    """White is at all four, brown misses one, grey three, black all."""
    game = position(
        4,
        {"wrath": True},
        placed={
            "pyramid": stones("wbg"),
            "temple": stones("wb"),
            "tomb": stones("w"),
            "obelisks": stones("wb"),
        },
    )
    assert [points["wrath"] for points in standing(game)] == [0, -5, -5, -5]


def test_wrath_is_off_unless_asked_for() -> None:
    assert all("wrath" not in points for points in standing(position()))


def test_wrath_counts_in_the_result() -> None:
    game = last_turn(
        2, wrath=True, placed={site: stones("w") for site in ("pyramid", "temple", "obelisks")}
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    result = game.result()
    assert result is not None
    assert [points["wrath"] for points in result.breakdown] == [0, -5]
    assert result.scores[BROWN] == -5


def test_unlimited_stones() -> None:
    game = position(2, {"unlimited_stones": True}, supply=[[], []])
    for _turn in range(20):
        seat = game.to_move()[0]
        game.state.supply[seat].clear()
        game.choose(seat, ("get",))
        assert len(game.state.supply[seat]) == 3
    assert [seat["quarry"] for seat in game.view(0)["seats"]] == [None, None]


# What is seen -------------------------------------------------------------------------------------


def test_view_is_the_same_for_everybody_and_holds_no_order_to_come() -> None:
    game = position(3)
    view = game.view(None)
    assert all(game.view(seat) == view for seat in range(3))
    assert view["deck"] == 30
    assert len(view["round_cards"]) == 6
    game.state.deck.reverse()
    game.state.round_cards.reverse()
    assert game.view(None) == view
