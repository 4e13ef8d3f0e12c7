"""The mini expansions: private boats, wagers, the Pharaoh's favour; and the wrath on all sides."""

from typing import Any

import pytest

from games.rules.engine import Game
from games.rules.imhotep.expansions.wagers import field_points
from games.rules.imhotep.state import Imhotep, owner

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

PRIVATE = {"private_boats": True}
WAGERS = {"wagers": True}
FAVOUR = {"favour": True}
SITES = ("market", "pyramid", "temple", "tomb", "obelisks")


def named(game: Game[Imhotep], seat: int, name: str) -> list[Any]:
    """The choices of one action."""
    return [choice[1:] for choice in offered(game, seat) if choice[0] == name]


# Private boats ------------------------------------------------------------------------------------


def test_private_boat_brings_one_stone_to_a_site_at_once() -> None:
    game = position(options=PRIVATE)
    assert named(game, WHITE, "private") == [(site,) for site in SITES]
    events = game.choose(WHITE, ("private", "pyramid"))
    assert told(events, "private_boat_sailed") == [{"seat": WHITE, "site": "pyramid"}]
    assert game.state.scored[WHITE]["pyramid"] == 2
    assert len(game.state.supply[WHITE]) == 1
    assert game.state.active == BROWN


def test_private_boat_needs_a_stone_and_sails_once_a_game() -> None:
    game = position(options=PRIVATE, supply=[[], [], [], []], boats=[boat("b."), boat("..")])
    assert named(game, WHITE, "private") == []
    game = position(options=PRIVATE, private_boats=["away", "", "", ""])
    assert named(game, WHITE, "private") == []


def test_private_boat_may_follow_a_boat_and_a_boat_may_follow_it() -> None:
    boats = [boat("b."), boat("..", site="tomb"), boat("..")]
    game = position(options=PRIVATE, boats=boats)
    assert ("tomb",) in named(game, WHITE, "private")
    game.choose(WHITE, ("private", "temple"))
    assert (0, "temple") in named(game, BROWN, "sail")
    assert ("temple",) not in named(game, BROWN, "private")


def test_private_boat_before_the_market_s_boat_has_its_card_replaced() -> None:
    game = position(options=PRIVATE, boats=[boat("b."), boat("..")])
    new = game.state.deck[-1]
    game.choose(WHITE, ("private", "market"))
    events = game.choose(WHITE, (1,))
    assert told(events, "market_refilled") == [{"slot": 1, "card": new}]
    assert None not in game.state.market
    assert told(events, "stones_returned")[0]["site"] == "market"


def test_private_boat_after_the_market_s_boat_leaves_its_place_empty() -> None:
    game = position(options=PRIVATE, boats=[boat("..", site="market"), boat("...")])
    game.choose(WHITE, ("private", "market"))
    events = game.choose(WHITE, (1,))
    assert told(events, "market_refilled") == []
    assert game.state.market[1] is None


def test_private_boat_at_market_b_has_two_cards_laid_face_down_again() -> None:
    game = position(options={**PRIVATE, "market_side": "B"}, boats=[boat("b."), boat("..")])
    game.choose(WHITE, ("private", "market"))
    game.choose(WHITE, (3,))
    events = game.choose(WHITE, (0,))
    assert told(events, "packet_laid") == [{"cards": 2}]
    assert len(game.state.packet) == 2


def test_private_boat_does_not_sail_to_a_market_without_cards() -> None:
    game = position(options=PRIVATE, market=[None] * 4)
    assert ("market",) not in named(game, WHITE, "private")


def test_private_boats_are_gone_when_the_round_ends_and_pay_a_point_if_never_used() -> None:
    game = position(2, options=PRIVATE, boats=[boat("w")], private_boats=["tomb", ""], sailor=BROWN)
    game.choose(WHITE, ("sail", 0, "temple"))
    assert game.state.private_boats == ["away", ""]
    assert [points["private_boats"] for points in standing(game)] == [0, 1]


def test_private_boat_neither_ends_the_round_nor_decides_who_begins() -> None:
    game = position(3, options=PRIVATE, boats=[boat("b."), boat("..", site="tomb")])
    game.choose(WHITE, ("private", "temple"))
    assert game.state.round == 1
    game.choose(BROWN, ("sail", 0, "obelisks"))
    assert game.state.start == GREY


@pytest.mark.parametrize("by", ["private boat", "raft"])
def test_place_of_a_single_stone_s_card_is_filled_when_that_card_is_carried_out(by: str) -> None:
    """ "Sonderregel Markt": "im Anschluss". The entrance's stone draws the top card first; the
    one below it comes to the market."""
    game = position(
        options={**PRIVATE, "new_cards": True, "pyramid_side": "B"},
        boats=[boat("b."), boat("..")],
        market=[card("entrance"), card("lever"), None, None],
        deck=[card("sail"), card("statue")],
        placed={"pyramid": stones("g")},
        fields=[0],
        supply=[stones("www"), [], [], []],
        cards=[[card("raft")], [], [], []],
    )
    game.choose(WHITE, ("private", "market") if by == "private boat" else ("card", "raft"))
    if by == "raft":
        game.choose(WHITE, ("market",))
    game.choose(WHITE, (0,))
    assert game.state.market[0] is None
    game.choose(WHITE, (0,))
    assert card("statue") in game.state.cards[WHITE]
    assert game.state.market[0] == card("sail")


# Wagers -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "fields"), [(2, 1), (3, 1), (4, 2)])
def test_wager_fields_by_number_of_players(players: int, fields: int) -> None:
    game = position(players, options=WAGERS)
    assert len(named(game, WHITE, "wager")) == 4 * fields


def test_wager_takes_a_stone_from_the_quarry_once() -> None:
    game = position(3, options=WAGERS, quarry=[5, 5, 5])
    game.choose(WHITE, ("wager", "tomb", 0))
    assert game.state.quarry[WHITE] == 4
    assert [owner(stone) for stone in game.state.wagers["tomb"] if stone is not None] == [WHITE]
    assert ("tomb", 0) not in named(game, BROWN, "wager")
    game.choose(BROWN, ("get",))
    game.choose(GREY, ("get",))
    assert named(game, WHITE, "wager") == []


def test_wager_needs_a_stone_in_the_quarry() -> None:
    assert named(position(options=WAGERS, quarry=[0, 9, 9, 9]), WHITE, "wager") == []


@pytest.mark.parametrize(
    ("counts", "worth"),
    [
        ((5, 4, 3, 2), [(5, 3), (3, 0), (0, 0), (0, 0)]),
        ((2, 3, 4, 5), [(0, 0), (0, 0), (3, 0), (5, 3)]),
        ((5, 5, 3, 2), [(3, 0), (3, 0), (0, 0), (0, 0)]),
        ((5, 5, 5, 2), [(3, 0), (3, 0), (3, 0), (0, 0)]),
        ((5, 3, 3, 2), [(5, 3), (0, 0), (0, 0), (0, 0)]),
        ((0, 0, 0, 0), [(3, 0)] * 4),
    ],
)
def test_wager_fields_pay_for_most_and_second_most_stones(
    counts: tuple[int, ...], worth: list[tuple[int, int]]
) -> None:
    monuments = SITES[1:]
    placed = {site: stones("b" * n) for site, n in zip(monuments, counts, strict=True)}
    game = position(options=WAGERS, placed=placed)
    assert list(field_points(game.state).values()) == worth
    game.choose(WHITE, ("wager", "pyramid", 1))
    game.choose(BROWN, ("wager", "pyramid", 0))
    game.choose(GREY, ("wager", "temple", 0))
    paid = [points["wagers"] for points in standing(game)]
    assert paid == [worth[0][1], worth[0][0], worth[1][0], 0]


def test_wagers_count_the_stones_beside_the_pyramid() -> None:
    """ "die Steine, die auf den 4 Orts-Tafeln liegen": those at the right edge lie there too."""
    placed = {"pyramid": stones("b" * 16), "temple": stones("g" * 15)}
    game = position(options=WAGERS, placed=placed)
    assert field_points(game.state)["pyramid"] == (5, 3)
    assert field_points(game.state)["temple"] == (3, 0)


# The Pharaoh's favour -----------------------------------------------------------------------------


def test_favours_are_chosen_once_each_and_once_by_each() -> None:
    game = position(3, options=FAVOUR, quarry=[9, 9, 9], boats=[boat("wb."), boat("....")])
    assert {name for (name,) in named(game, WHITE, "favour")} == {
        "cards",
        "fill",
        "reorder",
        "sail",
        "load",
    }
    game.choose(WHITE, ("favour", "fill"))
    game.choose(WHITE, ("enough",))
    assert game.state.quarry[WHITE] == 9 - 1 - 3
    assert len(game.state.supply[WHITE]) == 5
    assert ("fill",) not in named(game, BROWN, "favour")
    game.choose(BROWN, ("get",))
    game.choose(GREY, ("get",))
    assert named(game, WHITE, "favour") == []


def test_favour_needs_a_stone_in_the_quarry_and_the_full_supply_another_one() -> None:
    assert named(position(options=FAVOUR, quarry=[0, 9, 9, 9]), WHITE, "favour") == []
    assert ("fill",) not in named(position(options=FAVOUR, quarry=[1, 9, 9, 9]), WHITE, "favour")
    assert ("fill",) in named(position(options=FAVOUR, quarry=[2, 9, 9, 9]), WHITE, "favour")


def test_favour_of_two_cards_uses_red_ones_and_fills_their_places() -> None:
    market = [card("entrance"), card("sarcophagus"), None, card("hammer")]
    game = position(options=FAVOUR, market=market)
    game.choose(WHITE, ("favour", "cards"))
    game.choose(WHITE, (1,))
    assert len(game.state.placed["tomb"]) == 1
    assert offered(game, WHITE) == [("enough",), (0,), (3,)]
    events = game.choose(WHITE, (0,))
    assert len(game.state.placed["pyramid"]) == 1
    assert [event["slot"] for event in told(events, "market_refilled")] == [1, 0]
    assert game.state.market[2] is None


def test_favour_of_cards_may_be_one_only_and_takes_none_lying_face_down() -> None:
    market = [card("sail"), None, None]
    game = position(options={**FAVOUR, "market_side": "B"}, market=market)
    game.choose(WHITE, ("favour", "cards"))
    assert game.state.cards[WHITE] == [card("sail")]
    assert game.state.market[0] is not None
    assert game.to_move() == [BROWN]


def test_favour_of_cards_is_refilled_after_the_market_s_boat_as_well() -> None:
    """ "Fülle die freigewordenen Felder wieder": the favour's own rule, at any time of a round."""
    market = [None, card("sail"), None, card("hammer")]
    boats = [boat("..", site="market"), boat("...")]
    game = position(options=FAVOUR, market=market, boats=boats)
    new = game.state.deck[-1]
    game.choose(WHITE, ("favour", "cards"))
    game.choose(WHITE, (1,))
    game.choose(WHITE, ("enough",))
    assert game.state.market == [None, new, None, card("hammer")]


@pytest.mark.parametrize(("sledges", "limit"), [(1, 7), (2, 9)])
def test_favour_of_the_full_supply_fills_the_sledges_too(sledges: int, limit: int) -> None:
    """ "komplett gefüllt, auch wenn es mehr als 5 Steine fassen kann"."""
    held = [card("sledge", copy) for copy in range(sledges)]
    game = position(options={**FAVOUR, "new_cards": True}, cards=[held, [], [], []])
    game.choose(WHITE, ("favour", "fill"))
    game.choose(WHITE, ("enough",))
    assert len(game.state.supply[WHITE]) == limit


def test_favour_of_the_full_supply_may_load_a_stone_first() -> None:
    game = position(
        options=FAVOUR, supply=[stones("w" * 5), [], [], []], boats=[boat("b.."), boat("..")]
    )
    game.choose(WHITE, ("favour", "fill"))
    game.choose(WHITE, (0, 1))
    assert len(game.state.supply[WHITE]) == 5
    assert game.state.boats[0].stones[1] is not None


def test_favour_of_the_full_supply_takes_what_the_quarry_has() -> None:
    game = position(options=FAVOUR, supply=[[], [], [], []], quarry=[3, 9, 9, 9])
    game.choose(WHITE, ("favour", "fill"))
    assert len(game.state.supply[WHITE]) == 2
    assert game.state.quarry[WHITE] == 0


def test_favour_of_a_new_order_unloads_as_one_likes() -> None:
    boats = [boat("bk."), boat("gg.")]
    game = position(options=FAVOUR, boats=boats)
    game.choose(WHITE, ("favour", "reorder"))
    assert offered(game, WHITE) == [("enough",), (0, 2), (1, 2)]
    game.choose(WHITE, (0, 2))
    assert {choice[0] for choice in offered(game, WHITE)} == {0}
    game.choose(WHITE, (0, "pyramid"))
    game.choose(WHITE, (2,))
    game.choose(WHITE, (1,))
    owners = [owner(stone) for stone in game.state.placed["pyramid"]]
    assert owners == [WHITE, BLACK, BROWN]


def test_favour_of_a_new_order_keeps_to_the_minimum_load() -> None:
    game = position(options=FAVOUR, boats=[boat("b..."), boat("g..")])
    game.choose(WHITE, ("favour", "reorder"))
    assert offered(game, WHITE) == [(1, 1), (1, 2)]


def test_favour_of_two_stones_sails_the_boat_they_were_put_on() -> None:
    game = position(
        options=FAVOUR, supply=[stones("ww"), [], [], []], boats=[boat("b..."), boat("...")]
    )
    game.choose(WHITE, ("favour", "sail"))
    assert ("enough",) not in offered(game, WHITE)
    game.choose(WHITE, (0, 1))
    assert offered(game, WHITE) == [(0, 2), (0, 3)]
    game.choose(WHITE, (0, 3))
    game.choose(WHITE, (0, "obelisks"))
    owners = [owner(stone) for stone in game.state.placed["obelisks"]]
    assert owners == [BROWN, WHITE, WHITE]


def test_favour_of_two_stones_keeps_to_the_boat_of_the_first() -> None:
    """ "Platziere bis zu 2 Steine auf einem Boot. Fahre dieses Boot": no other, ready as it is."""
    game = position(
        options=FAVOUR, supply=[stones("ww"), [], [], []], boats=[boat("b..."), boat("g..")]
    )
    game.choose(WHITE, ("favour", "sail"))
    game.choose(WHITE, (0, 1))
    assert {choice[0] for choice in offered(game, WHITE)} == {0}
    game = position(
        options=FAVOUR, supply=[stones("ww"), [], [], []], boats=[boat("b.."), boat("gg.")]
    )
    game.choose(WHITE, ("favour", "sail"))
    game.choose(WHITE, (0, 1))
    game.choose(WHITE, ("enough",))
    assert {choice[0] for choice in offered(game, WHITE)} == {0}


def test_favour_of_two_stones_may_sail_with_fewer() -> None:
    game = position(options=FAVOUR, boats=[boat("bg."), boat("...")])
    game.choose(WHITE, ("favour", "sail"))
    assert ("enough",) in offered(game, WHITE)
    game.choose(WHITE, ("enough",))
    game.choose(WHITE, (0, "tomb"))
    assert len(game.state.placed["tomb"]) == 2


def test_favour_of_three_stones_loads_them_where_one_likes() -> None:
    game = position(
        options=FAVOUR, supply=[stones("wwww"), [], [], []], boats=[boat("..."), boat("..")]
    )
    game.choose(WHITE, ("favour", "load"))
    game.choose(WHITE, (0, 0))
    game.choose(WHITE, (1, 0))
    game.choose(WHITE, (1, 1))
    assert len(game.state.supply[WHITE]) == 1
    assert game.state.active == BROWN


def test_favour_stones_lie_at_no_monument() -> None:
    game = position(options={**FAVOUR, **WAGERS, "wrath": True}, boats=[boat("..."), boat("..")])
    game.choose(WHITE, ("favour", "load"))
    game.choose(WHITE, ("enough",))
    assert all(not placed for placed in game.state.placed.values())
    assert standing(game)[WHITE]["wrath"] == -5


# The wrath ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("side", "ABCD")
def test_wrath_counts_stones_on_every_side(side: str) -> None:
    """White has a stone everywhere: covered, beside the pyramid, in a tower; brown lacks one."""
    game = position(
        options={"wrath": True, **{f"{site}_side": side for site in SITES}},
        placed={
            "pyramid": stones("g" * 15 + "wb"),
            "temple": stones("wbggggggg"),
            "tomb": stones("wbg"),
            "obelisks": stones("wwwggg"),
        },
        fields=list(range(17)),
    )
    assert [points["wrath"] for points in standing(game)] == [0, -5, 0, -5]
