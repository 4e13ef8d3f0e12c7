"""The A sides of the sites, with every example of the rulebook."""

import pytest

from games.rules.imhotep.sites import SIDES, shared_places, tomb_areas
from games.rules.imhotep.tables import PYRAMID, collection

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

# Temple -------------------------------------------------------------------------------------------


def test_temple_scores_stones_seen_from_above() -> None:
    """Example: two visible stones of grey, one each of white, brown and black: 2, 1, 1, 1."""
    game = position(placed={"temple": stones("kkb" + "gwbkg")})
    SIDES["temple"]["A"].round_over(game)
    assert [scored["temple"] for scored in game.state.scored] == [1, 1, 2, 1]


@pytest.mark.parametrize(("players", "width"), [(2, 4), (3, 5), (4, 5)])
def test_temple_has_four_fields_for_two_players_else_five(players: int, width: int) -> None:
    game = position(players, placed={"temple": stones("w" * 9)})
    SIDES["temple"]["A"].round_over(game)
    assert game.state.scored[WHITE]["temple"] == width


def test_temple_boat_fills_the_level_and_begins_the_next() -> None:
    """Example: a 3-boat with brown, brown, white comes when one field of level 1 is free."""
    game = position(boats=[boat("bbw"), boat("...")], placed={"temple": stones("wgkg")})
    events = game.choose(WHITE, ("sail", 0, "temple"))
    assert [(e["seat"], e["position"]) for e in told(events, "stone_delivered")] == [
        (BROWN, 4),
        (BROWN, 5),
        (WHITE, 6),
    ]
    SIDES["temple"]["A"].round_over(game)  # level 1: g k g b are seen no more where b and w lie now
    assert [scored["temple"] for scored in game.state.scored] == [1, 2, 1, 1]


def test_temple_is_scored_after_every_round() -> None:
    game = position(2, boats=[boat("w")], placed={"temple": stones("bb")})
    events = game.choose(WHITE, ("sail", 0, "temple"))
    assert told(events, "temple_scored") == [{"points": [1, 2]}]
    assert [event.kind for event in events].index("temple_scored") < [
        event.kind for event in events
    ].index("round_began")


# Market -------------------------------------------------------------------------------------------


def test_market_owners_take_cards_in_the_order_of_their_stones() -> None:
    """Example: a 4-boat with white, brown, grey: sail, statue, lever; then all go to the quarry."""
    market = [card("lever"), card("statue"), card("sail"), card("chisel")]
    game = position(boats=[boat("wb.g"), boat("..")], market=market, quarry=[20, 20, 20, 20])
    game.choose(WHITE, ("sail", 0, "market"))
    assert game.to_move() == [WHITE]
    game.choose(WHITE, (2,))
    assert game.to_move() == [BROWN]
    assert offered(game, BROWN) == [(0,), (1,), (3,)]
    game.choose(BROWN, (1,))
    assert game.state.quarry == [20, 20, 20, 20]
    events = game.choose(GREY, (0,))
    assert [game.state.cards[seat] for seat in range(4)] == [
        [card("sail")],
        [card("statue")],
        [card("lever")],
        [],
    ]
    assert game.state.quarry == [21, 21, 21, 20]
    assert told(events, "stones_returned")[0]["site"] == "market"
    assert game.state.market == [None, None, None, card("chisel")]


def test_market_question_to_another_seat_is_out_of_turn_and_cannot_be_taken_back() -> None:
    game = position(boats=[boat("b."), boat("..")])
    game.choose(WHITE, ("sail", 0, "market"))
    assert game.barrier
    decision = game.decision(BROWN)
    assert decision is not None
    assert decision.asks.out_of_turn
    assert game.state.active == WHITE


def test_market_holds_the_mover_before_another_seat_is_asked() -> None:
    game = position(boats=[boat("b."), boat("..")])
    game.choose(WHITE, ("sail", 0, "market"), hold=True)
    assert game.to_move() == [WHITE]
    assert not game.barrier
    game.confirm(WHITE)
    assert game.to_move() == [BROWN]


def test_market_stones_without_a_card_get_nothing() -> None:
    game = position(
        boats=[boat("bg."), boat("..")], market=[None, None, card("statue"), None], quarry=[9] * 4
    )
    events = game.choose(WHITE, ("sail", 0, "market"))
    assert told(events, "card_taken") == [{"seat": BROWN, "card": card("statue"), "slot": 2}]
    assert game.state.cards[GREY] == []
    assert game.state.quarry == [9, 10, 10, 9]
    assert game.state.active == BROWN


def test_market_leftovers_are_discarded_and_four_new_cards_laid_out() -> None:
    game = position(2, boats=[boat("w")])
    before, deck = list(game.state.market), list(game.state.deck)
    game.choose(WHITE, ("sail", 0, "temple"))
    assert game.state.discards == before
    assert game.state.market == deck[:-5:-1]


def test_market_discards_are_shuffled_when_the_pile_is_empty() -> None:
    game = position(2, boats=[boat("w")], deck=[5], discards=[7, 8, 9, 10], market=[None] * 4)
    events = game.choose(WHITE, ("sail", 0, "temple"))
    assert told(events, "deck_shuffled") == [{"cards": 4}]
    assert game.state.market[0] == 5
    assert {*game.state.market[1:], *game.state.deck} == {7, 8, 9, 10}
    assert game.state.discards == []
    assert game.draws


# Pyramid ------------------------------------------------------------------------------------------


def test_pyramid_points_by_field_then_one_each() -> None:
    assert PYRAMID == (2, 1, 3, 2, 4, 3, 2, 1, 3, 2, 3, 1, 3, 4)
    assert sum(PYRAMID) == 34
    game = position()
    for stone in stones("w" * 17):
        SIDES["pyramid"]["A"].deliver(game, stone)
    points = [event["points"] for event in told(game.events, "stone_delivered")]
    assert points == [*PYRAMID, 1, 1, 1]
    assert game.state.scored[WHITE]["pyramid"] == 37


def test_pyramid_boat_is_unloaded_from_the_bow() -> None:
    """Example: a 4-boat; each owner has the points of his field at once."""
    game = position(boats=[boat("wb.k"), boat("..")], placed={"pyramid": stones("gg")})
    events = game.choose(WHITE, ("sail", 0, "pyramid"))
    delivered = told(events, "stone_delivered")
    assert [(e["seat"], e["field"], e["points"]) for e in delivered] == [
        (WHITE, 0, 3),
        (BROWN, 1, 2),
        (BLACK, 3, 4),
    ]
    assert [scored["pyramid"] for scored in game.state.scored] == [3, 2, 0, 4]
    assert standing(game)[BLACK]["pyramid"] == 4


# Tomb ---------------------------------------------------------------------------------------------


def test_tomb_scores_each_area() -> None:
    """Example: white 2 stones 3, black 1 stone 1, brown 3 and 1 stones 6 + 1, grey 6 stones 17.

    Three rows, filled column by column::

        w b b g b
        w g b g
        k g g g
    """
    tomb = stones("wwk" + "bgg" + "bbg" + "ggg" + "b")
    game = position(placed={"tomb": tomb})
    areas = sorted((tomb[area[0]] % 4, len(area)) for area in tomb_areas(tomb))
    assert areas == [(WHITE, 2), (BROWN, 1), (BROWN, 3), (GREY, 6), (BLACK, 1)]
    assert SIDES["tomb"]["A"].final_points(game.state) == [3, 6 + 1, 15 + 2, 1]


def test_tomb_columns_do_not_join_at_their_ends() -> None:
    """The bottom of a column is no neighbour of the top of the next: white has two areas."""
    assert [len(area) for area in tomb_areas(stones("bbwwbb"))] == [4, 1, 1]


@pytest.mark.parametrize(
    ("size", "points"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 17), (8, 21)]
)
def test_points_of_areas_and_statues(size: int, points: int) -> None:
    assert collection(size) == points


def test_tomb_boat_fills_column_by_column() -> None:
    """Example: a 4-boat fills the first column and begins the second."""
    game = position(boats=[boat("wbkg"), boat("..")])
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    assert [e["position"] for e in told(events, "stone_delivered")] == [0, 1, 2, 3]
    assert [stone % 4 for stone in game.state.placed["tomb"]] == [WHITE, BROWN, BLACK, GREY]
    assert all(e["points"] == 0 for e in told(events, "stone_delivered"))


# Obelisks -----------------------------------------------------------------------------------------


def test_obelisks_of_four_players() -> None:
    """Example: white 4, black and grey 3, brown none: 15, (10 + 5) / 2 = 7 each, 0."""
    game = position(placed={"obelisks": stones("wwwwkkkggg")})
    assert SIDES["obelisks"]["A"].final_points(game.state) == [15, 0, 7, 7]


def test_obelisk_boat_raises_each_owners_column() -> None:
    """Example: the stones of a 3-boat are piled up by colour."""
    game = position(boats=[boat("kwk"), boat("..")])
    game.choose(WHITE, ("sail", 0, "obelisks"))
    assert sorted(stone % 4 for stone in game.state.placed["obelisks"]) == [WHITE, BLACK, BLACK]


@pytest.mark.parametrize(
    ("players", "heights", "points"),
    [
        (2, "wwb", [10, 1]),
        (2, "wb", [5, 5]),
        (2, "w", [10, 0]),
        (2, "", [0, 0]),
        (3, "wwwbbg", [12, 6, 1]),
        (3, "wwbbg", [9, 9, 1]),
        (3, "wbg", [6, 6, 6]),
        (4, "wwwwbbbggk", [15, 10, 5, 1]),
        (4, "wbgk", [7, 7, 7, 7]),
        (4, "wwbgk", [15, 5, 5, 5]),
    ],
)
def test_obelisk_places(players: int, heights: str, points: list[int]) -> None:
    game = position(players, placed={"obelisks": stones(heights)})
    assert SIDES["obelisks"]["A"].final_points(game.state) == points


def test_shared_places_round_down() -> None:
    assert shared_places([3, 3, 0], (12, 6, 1)) == [9, 9, 0]
    assert shared_places([2, 2, 2, 0], (8, 4, 2, 1)) == [4, 4, 4, 0]
