"""A New Dynasty: its market cards, and the prophecies."""

from collections import Counter
from typing import Any

import pytest

from games.rules.engine import Game
from games.rules.imhotep import rules
from games.rules.imhotep.deck import CARD_KINDS
from games.rules.imhotep.expansions.prophecies import PROPHECIES
from games.rules.imhotep.state import Imhotep, owner
from games.rules.imhotep.tables import BASE_DECK, CARDS

from .positions import (
    BROWN,
    WHITE,
    boat,
    card,
    offered,
    position,
    standing,
    stones,
    told,
)

NEW = {"new_cards": True}
SITES = ("market", "pyramid", "temple", "tomb", "obelisks")


def holding(*names: str, options: dict[str, bool] | None = None, **fields: Any) -> Game[Imhotep]:
    """White to act, with these cards."""
    cards = [[card(name) for name in names], [], [], []]
    return position(options={**NEW, **(options or {})}, cards=cards, **fields)


def test_deck_has_fourteen_cards_more() -> None:
    further = Counter(CARDS[BASE_DECK:])
    assert further == {
        "sledge": 2,
        "private_quarry": 2,
        "stone_decoration": 2,
        "statue": 4,
        "raft": 2,
        "gangplank": 2,
    }
    assert len(position(options=NEW).state.deck) == 48 - 4
    assert len(position().state.deck) == 34 - 4


# Sledge -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sledges", "limit"), [(0, 5), (1, 7), (2, 9)])
def test_sledges_make_room_for_two_stones_each(sledges: int, limit: int) -> None:
    held = [card("sledge", copy) for copy in range(sledges)]
    game = position(options=NEW, cards=[held, [], [], []], supply=[stones("w" * 4), [], [], []])
    assert game.state.supply_limit(WHITE) == limit
    assert game.view(None)["seats"][WHITE]["limit"] == limit
    game.choose(WHITE, ("get",))
    assert len(game.state.supply[WHITE]) == min(limit, 7)


# Private quarry -----------------------------------------------------------------------------------


def test_private_quarry_is_a_point_and_three_stones_at_once() -> None:
    market = [card("private_quarry"), None, None, None]
    game = position(options=NEW, boats=[boat("b"), boat("..")], market=market)
    before = len(game.state.supply[BROWN])
    events = game.choose(WHITE, ("sail", 0, "market"))
    assert told(events, "private_quarry_used")[0]["points"] == 1
    assert len(game.state.supply[BROWN]) == min(5, before + 3)
    assert standing(game)[BROWN]["private_quarries"] == 1
    assert game.state.discards == [card("private_quarry")]


def test_private_quarry_takes_as_many_as_there_are() -> None:
    market = [card("private_quarry"), None, None, None]
    supply = [stones(letter) for letter in "wbgk"]
    fields: Any = {"market": market, "supply": supply, "quarry": [9, 2, 9, 9]}
    game = position(options=NEW, boats=[boat("b"), boat("..")], **fields)
    game.choose(WHITE, ("sail", 0, "market"))
    assert len(game.state.supply[BROWN]) == 3


# Stone decoration, statues ------------------------------------------------------------------------


def test_stone_decoration_counts_the_own_supply_sledges_included() -> None:
    game = holding("stone_decoration", "sledge", supply=[stones("w" * 7), [], [], []])
    assert standing(game)[WHITE]["decorations"] == 7


def test_new_statues_are_statues() -> None:
    new = [number for number, name in enumerate(CARDS) if name == "statue" and number >= BASE_DECK]
    game = position(options=NEW, cards=[[card("statue"), *new[:2]], [], [], []])
    assert standing(game)[WHITE]["statues"] == 6


# Raft ---------------------------------------------------------------------------------------------


def test_raft_returns_two_stones_and_puts_one_on_a_site() -> None:
    supply = [stones("www"), stones("b"), stones("g"), stones("k")]
    game = holding("raft", supply=supply, quarry=[5, 9, 9, 9])
    events = game.choose(WHITE, ("card", "raft"))
    assert len(told(events, "supply_returned")[0]["stones"]) == 2
    assert offered(game, WHITE) == [(site,) for site in SITES]
    game.choose(WHITE, ("pyramid",))
    assert game.state.scored[WHITE]["pyramid"] == 2
    assert game.state.supply[WHITE] == []
    assert game.state.quarry[WHITE] == 7


def test_raft_needs_three_stones() -> None:
    game = holding("raft", supply=[stones("ww"), [], [], []], boats=[boat("b."), boat("..")])
    assert ("card", "raft") not in offered(game, WHITE)
    assert standing(game)[WHITE]["blue_cards"] == 1


def test_raft_goes_to_a_market_with_cards_alone_and_has_them_replaced() -> None:
    supply = [stones("www"), stones("b"), stones("g"), stones("k")]
    game = holding("raft", supply=supply, market=[None] * 4)
    game.choose(WHITE, ("card", "raft"))
    assert ("market",) not in offered(game, WHITE)
    game = holding("raft", supply=supply, boats=[boat("b."), boat("..")])
    game.choose(WHITE, ("card", "raft"))
    game.choose(WHITE, ("market",))
    events = game.choose(WHITE, (2,))
    assert told(events, "market_refilled")[0]["slot"] == 2


def test_raft_is_discarded_when_its_stone_has_arrived_and_is_not_drawn_by_it() -> None:
    """ "Die Karte kommt anschließend auf den Ablagestapel": where the raft would be the only card
    to shuffle, market C has none for its stone."""
    supply = [stones("www"), stones("b"), stones("g"), stones("k")]
    options: Any = {"market_side": "C"}
    game = holding("raft", options=options, supply=supply, market=[None] * 5, deck=[])
    game.choose(WHITE, ("card", "raft"))
    assert ("market",) not in offered(game, WHITE)
    game.choose(WHITE, ("tomb",))
    assert game.state.discards == [card("raft")]


# Gangplank ----------------------------------------------------------------------------------------


def test_gangplank_sails_a_boat_with_an_own_stone_where_one_lies_already() -> None:
    boats = [boat("bw."), boat("gk"), boat("w..."), boat("..", site="tomb")]
    game = holding("gangplank", boats=boats, quarry=[5, 9, 9, 9])
    before = len(game.state.supply[WHITE])
    game.choose(WHITE, ("card", "gangplank"))
    # Only the first boat has a stone of white and its minimum: all is settled.
    assert [owner(stone) for stone in game.state.placed["tomb"]] == [BROWN, WHITE]
    assert len(game.state.supply[WHITE]) == before - 1
    assert game.state.quarry[WHITE] == 6


def test_gangplank_needs_a_stone_and_a_boat_that_may_sail() -> None:
    boats = [boat("wb."), boat("..", site="tomb")]
    game = holding("gangplank", boats=boats, supply=[[], [], [], []])
    assert ("card", "gangplank") not in offered(game, WHITE)
    game = holding("gangplank", boats=[boat("wb."), boat("..")])
    assert ("card", "gangplank") not in offered(game, WHITE)
    game = holding("gangplank", boats=[boat("w.."), boat("..", site="tomb")])
    assert ("card", "gangplank") not in offered(game, WHITE)


def test_gangplank_to_the_market_takes_what_is_left_and_is_not_replaced() -> None:
    boats = [boat("wb."), boat("..", site="market"), boat("..")]
    market = [None, card("sail"), None, None]
    game = holding("gangplank", boats=boats, market=market)
    events = game.choose(WHITE, ("card", "gangplank"))
    assert told(events, "card_taken") == [{"seat": WHITE, "card": card("sail"), "slot": 1}]
    assert told(events, "market_refilled") == []
    assert game.state.market == [None] * 4
    assert len(told(events, "stones_returned")[0]["stones"]) == 2


def test_gangplank_does_not_sail_to_a_market_without_cards() -> None:
    boats = [boat("wb."), boat("..", site="market"), boat("..")]
    game = holding("gangplank", boats=boats, market=[None] * 4)
    assert ("card", "gangplank") not in offered(game, WHITE)


def test_round_ends_with_the_fourth_boat_wherever_it_sailed() -> None:
    boats = [boat("wb."), *(boat("..", site=site) for site in ("tomb", "temple", "market"))]
    game = holding("gangplank", boats=boats, market=[None] * 4)
    game.choose(WHITE, ("card", "gangplank"))
    game.choose(WHITE, (0, "tomb"))
    assert game.state.round == 2
    assert game.to_move() == [BROWN]


# Red cards and Amun -------------------------------------------------------------------------------


def sailing_for_red(amun: bool, quarry: int = 9) -> Game[Imhotep]:
    """Brown takes a red card."""
    game = position(
        options={"prophecies": True},
        boats=[boat("b"), boat("..")],
        market=[card("entrance"), None, None, None],
        prophecies=["amun", "tomb", "supply"] if amun else ["builder", "tomb", "supply"],
        quarry=[9, quarry, 9, 9],
    )
    game.choose(WHITE, ("sail", 0, "market"))
    return game


def test_red_cards_are_discarded_unless_amun_is_there() -> None:
    game = sailing_for_red(amun=False)
    assert game.state.cards[BROWN] == []
    assert game.state.discards == [card("entrance")]


def test_red_cards_are_kept_for_amun_even_without_a_stone() -> None:
    for quarry in (9, 0):
        game = sailing_for_red(amun=True, quarry=quarry)
        assert game.state.cards[BROWN] == [card("entrance")]
        assert game.state.discards == []
        assert PROPHECIES["amun"](game.state) == [False, True, False, False]
        assert len(game.state.placed["pyramid"]) == (1 if quarry else 0)
    assert all(choice[0] != "card" for choice in offered(game, BROWN))


# Prophecies ---------------------------------------------------------------------------------------


def prophesying(*cards: str, **fields: Any) -> Game[Imhotep]:
    return position(options={"prophecies": True}, prophecies=list(cards), **fields)


def test_three_of_seven_prophecies_are_drawn() -> None:
    assert len(PROPHECIES) == 7
    game = rules.new(4, {"prophecies": True}, bytes(32))
    assert len(set(game.state.prophecies)) == 3
    assert {draw.label for draw in game.draws} == {"deck", "round cards", "prophecies"}


@pytest.mark.parametrize(
    ("number", "won", "lost"), [(1, 8, -4), (2, 8, -4), (3, 5, -3), (4, 5, -3), (5, 3, -2)]
)
def test_early_prophecies_pay_and_cost_more(number: int, won: int, lost: int) -> None:
    placed = {"tomb": stones("wwb")}
    game = prophesying("tomb", "amun", "supply", round=number, placed=placed)
    game.choose(WHITE, ("prophesy", "tomb"))
    game.choose(BROWN, ("prophesy", "tomb"))
    assert [points["prophecies"] for points in standing(game)] == [won, lost, 0, 0]


def test_one_scarab_for_a_pair_of_rounds_one_for_a_prophecy_two_in_all() -> None:
    game = prophesying("tomb", "amun", "supply")
    mine = [choice for choice in offered(game, WHITE) if choice[0] == "prophesy"]
    assert mine == [("prophesy", "tomb"), ("prophesy", "amun"), ("prophesy", "supply")]
    for scarabs, number, left in (
        ([("tomb", 0)], 2, []),
        ([("tomb", 0)], 3, ["amun", "supply"]),
        ([("tomb", 0), ("amun", 1)], 5, []),
    ):
        game = prophesying(
            "tomb", "amun", "supply", round=number, scarabs=[scarabs, [("tomb", 0)], [], []]
        )
        named = [choice[1] for choice in offered(game, WHITE) if choice[0] == "prophesy"]
        assert named == left


def test_to_prophesy_is_the_action_of_a_turn() -> None:
    game = prophesying("tomb", "amun", "supply")
    game.choose(WHITE, ("prophesy", "amun"))
    assert game.to_move() == [BROWN]
    assert game.view(None)["prophecies"]["scarabs"][WHITE] == [{"prophecy": "amun", "pair": 0}]


@pytest.mark.parametrize("site", SITES[1:])
def test_most_stones_at_a_monument_must_be_most_alone(site: str) -> None:
    game = prophesying(site, "amun", "supply", placed={site: stones("wwbbg")})
    assert PROPHECIES[site](game.state) == [False] * 4
    game = prophesying(site, "amun", "supply", placed={site: stones("wwbbgb")})
    assert PROPHECIES[site](game.state) == [False, True, False, False]


def test_supply_and_builder() -> None:
    supply = [stones("wwww"), stones("bbb"), [], []]
    placed = {site: stones("wwwbb") for site in SITES[1:]}
    game = prophesying("supply", "builder", "amun", supply=supply, placed=placed)
    assert PROPHECIES["supply"](game.state) == [True, False, False, False]
    assert PROPHECIES["builder"](game.state) == [True, False, False, False]


def test_unused_scarabs_are_worth_nothing() -> None:
    game = prophesying("tomb", "amun", "supply", placed={"tomb": stones("w")})
    assert standing(game)[WHITE]["prophecies"] == 0


# Unlimited stones ---------------------------------------------------------------------------------


def test_unlimited_stones_join_as_one_colour() -> None:
    game = position(2, options={"unlimited_stones": True}, placed={"tomb": stones("w" * 40)})
    assert ("get",) in offered(game, WHITE)
    assert standing(game)[WHITE]["tomb"] == 15 + 2 * 35


def test_every_card_does_something() -> None:
    assert set(CARD_KINDS) == set(CARDS)
