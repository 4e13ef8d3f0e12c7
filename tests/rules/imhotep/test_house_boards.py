"""The C and D sides: house boards, with figures from one file that says how sure they are."""

import pytest

from games.rules.imhotep import figures
from games.rules.imhotep.sites import SIDES
from games.rules.imhotep.sites.c_sides import columns_with_room
from games.rules.imhotep.sites.site import further

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


def test_every_group_of_figures_says_how_sure_it_is() -> None:
    assert set(figures.CONFIDENCE.values()) <= {"certain", "likely", "reconstructed"}
    for site in SIDES:
        for side in "cd":
            assert figures.CONFIDENCE[f"{site}_{side}"] == "reconstructed"
    assert figures.CONFIDENCE["prophecies"] == "reconstructed"
    assert figures.CONFIDENCE["new_cards"] == "certain"


@pytest.mark.parametrize(("number", "points"), [(0, 0), (1, 2), (3, 5), (4, 12), (6, 26)])
def test_points_go_on_beyond_the_last_printed(number: int, points: int) -> None:
    assert further((2, 3, 5), 7, number) == points


# Market -------------------------------------------------------------------------------------------


def test_market_c_has_five_cards_and_the_pile() -> None:
    game = position(options={"market_side": "C"}, boats=[boat("w"), boat("..")])
    assert len(game.state.market) == 5
    game.choose(WHITE, ("sail", 0, "market"))
    assert offered(game, WHITE) == [(0,), (1,), (2,), (3,), (4,), ("pile",)]
    top = game.state.deck[-1] = card("hammer")
    events = game.choose(WHITE, ("pile",))
    assert told(events, "card_drawn") == [{"seat": WHITE, "card": top}]
    assert game.state.cards[WHITE] == [top]
    assert game.barrier


def test_market_d_sells_a_second_card_for_a_coin() -> None:
    game = position(
        options={"market_side": "D"},
        boats=[boat("bb"), boat("..")],
        market=[card("sail"), card("hammer"), card("lever"), card("chisel")],
    )
    assert game.state.coins == [2, 2, 2, 2]
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(BROWN, (0,))
    assert offered(game, BROWN) == [("enough",), (1,), (2,), (3,)]
    events = game.choose(BROWN, (2,))
    assert game.state.cards[BROWN] == [card("sail"), card("lever")]
    assert game.state.coins == [2, 1, 2, 2]
    assert game.state.market[0] is None
    assert told(events, "market_refilled")[0]["slot"] == 2
    game.choose(BROWN, (1,))
    game.choose(BROWN, ("enough",))
    assert game.state.coins == [2, 1, 2, 2]
    assert game.to_move() == [BROWN]
    assert standing(game)[BROWN]["market"] == 1
    assert standing(game)[WHITE]["market"] == 2


def test_market_d_asks_nobody_without_a_coin() -> None:
    game = position(options={"market_side": "D"}, boats=[boat("w"), boat("..")], coins=[0, 2, 2, 2])
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(WHITE, (0,))
    assert game.to_move() == [BROWN]


# Pyramid ------------------------------------------------------------------------------------------


def test_pyramid_c_lets_owners_choose_a_column_and_imhotep_brings_a_point() -> None:
    game = position(options={"pyramid_side": "C"}, boats=[boat("wbk"), boat("..")])
    game.choose(WHITE, ("sail", 0, "pyramid"))
    assert offered(game, WHITE) == [(0,), (1,), (2,)]
    events = game.choose(WHITE, (0,))
    assert told(events, "stone_delivered")[0]["points"] == 2 + 1
    assert game.state.imhotep == 1
    events = game.choose(BROWN, (2,))
    assert told(events, "stone_delivered")[0]["points"] == 2
    assert game.state.imhotep == 1
    events = game.choose(BLACK, (2,))
    assert told(events, "stone_delivered")[0]["points"] == 1
    assert game.state.fields == [0, 6, 7]


def test_pyramid_c_imhotep_passes_full_columns_and_begins_each_level_anew() -> None:
    game = position(
        options={"pyramid_side": "C"},
        boats=[boat("wwww"), boat("..")],
        placed={"pyramid": stones("bbbbbbb")},
        fields=[0, 1, 3, 4, 5, 6, 7],
        imhotep=2,
    )
    assert columns_with_room(game.state.fields) == {0: 2, 2: 8}
    game.choose(WHITE, ("sail", 0, "pyramid"))
    game.choose(WHITE, (2,))  # Imhotep leaves the full column; the last field follows by itself
    assert game.state.fields[-2:] == [8, 2]
    assert game.state.imhotep == 0
    assert game.state.scored[WHITE]["pyramid"] == 3 + 1 + 3 + 1
    assert offered(game, WHITE) == [(0,), (1,)]


def test_pyramid_c_imhotep_goes_up_to_the_first_column_of_the_next_level() -> None:
    game = position(
        options={"pyramid_side": "C"},
        boats=[boat("w"), boat("..")],
        placed={"pyramid": stones("b" * 8)},
        fields=[0, 1, 2, 3, 4, 6, 7, 8],
        imhotep=1,
    )
    game.choose(WHITE, ("sail", 0, "pyramid"))
    assert game.state.fields[-1] == 5
    assert game.state.imhotep == 0


def test_pyramid_c_top_and_stones_beside_it_have_no_bonus() -> None:
    game = position(
        options={"pyramid_side": "C"},
        boats=[boat("wb"), boat("..")],
        placed={"pyramid": stones("g" * 13)},
        fields=list(range(13)),
    )
    events = game.choose(WHITE, ("sail", 0, "pyramid"))
    assert [event["points"] for event in told(events, "stone_delivered")] == [4, 1]


def test_pyramid_d_pays_the_step_of_the_owners_chariot() -> None:
    game = position(options={"pyramid_side": "D"}, boats=[boat("wwwb"), boat("..")])
    events = game.choose(WHITE, ("sail", 0, "pyramid"))
    assert [event["points"] for event in told(events, "stone_delivered")] == [2, 2, 2 + 2, 2]
    game = position(
        options={"pyramid_side": "D"},
        boats=[boat("bb"), boat("..")],
        placed={"pyramid": stones("wwwbbbbbb")},
    )
    events = game.choose(WHITE, ("sail", 0, "pyramid"))
    assert [event["points"] for event in told(events, "stone_delivered")] == [3, 4]


def test_pyramid_d_pays_the_first_alone() -> None:
    game = position(
        options={"pyramid_side": "D"},
        boats=[boat("b"), boat("..")],
        placed={"pyramid": stones("wwwbb")},
    )
    events = game.choose(WHITE, ("sail", 0, "pyramid"))
    assert told(events, "stone_delivered")[0]["points"] == 2
    game = position(
        options={"pyramid_side": "D"},
        boats=[boat("b"), boat("..")],
        placed={"pyramid": stones("wwwbbbbb")},
    )
    events = game.choose(WHITE, ("sail", 0, "pyramid"))
    assert told(events, "stone_delivered")[0]["points"] == 3 + 3


# Temple -------------------------------------------------------------------------------------------


def test_temple_c_scores_the_tiles_of_the_round() -> None:
    game = position(
        options={"temple_side": "C"},
        boats=[boat("w")],
        placed={"temple": stones("gbwwkk")},
        scaffold=[2, 1, 1, 2, 1],
    )
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    assert told(events, "temple_scored")[0]["points"] == [3, 1, 0, 3]
    assert sorted(told(events, "scaffold_laid")[0]["tiles"]) == [1, 1, 1, 2, 2]
    assert {draw.label for draw in game.draws} == {"scaffold"}


def test_temple_d_pays_pairs_of_neighbours() -> None:
    game = position(
        options={"temple_side": "D"}, boats=[boat("w")], placed={"temple": stones("wwwbg")}
    )
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    assert told(events, "temple_scored")[0]["points"] == [3 + 2, 1, 1, 0]


# Tomb ---------------------------------------------------------------------------------------------


def test_tomb_c_scores_the_largest_area_and_a_point_for_other_stones() -> None:
    tomb = stones("wwk" + "bgg" + "bbg" + "ggg" + "b")
    game = position(options={"tomb_side": "C"}, placed={"tomb": tomb})
    assert SIDES["tomb"]["C"].final_points(game.state) == [3, 6 + 1, 21, 1]


def test_tomb_d_scores_tiles_at_once_and_rows_at_the_end() -> None:
    game = position(
        options={"tomb_side": "D"},
        boats=[boat("wwb"), boat("..")],
        crypt=[4, 3, 1, *[2] * 21],
    )
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    assert [event["points"] for event in told(events, "stone_delivered")] == [4, 3, 1]
    assert [points["tomb"] for points in standing(game)] == [7 + 2 + 2, 1 + 2, 0, 0]


def test_tomb_d_shares_rows_and_pays_a_point_beyond_its_tiles() -> None:
    game = position(
        options={"tomb_side": "D"},
        boats=[boat("g"), boat("..")],
        placed={"tomb": stones("wb" * 12)},
    )
    assert SIDES["tomb"]["D"].final_points(game.state) == [3, 3, 0, 0]
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    assert told(events, "stone_delivered")[0]["points"] == 1


# Obelisks -----------------------------------------------------------------------------------------


def test_obelisks_c_pay_height_and_the_tallest() -> None:
    game = position(options={"obelisks_side": "C"}, placed={"obelisks": stones("wwwbbbg")})
    assert SIDES["obelisks"]["C"].final_points(game.state) == [6 + 2, 6 + 2, 1, 0]
    game = position(options={"obelisks_side": "C"}, placed={"obelisks": stones("wwwwwwwb")})
    assert SIDES["obelisks"]["C"].final_points(game.state) == [17 + 3 + 4, 1, 0, 0]


def test_obelisks_d_pay_the_best_tile_left_for_the_height() -> None:
    game = position(
        options={"obelisks_side": "D"},
        boats=[boat("wbgk"), boat("..")],
        placed={"obelisks": stones("wwb")},
    )
    events = game.choose(WHITE, ("sail", 0, "obelisks"))
    # White reaches 3 first, brown 2 second, grey 1 third, black 1 without a tile.
    assert [event["points"] for event in told(events, "stone_delivered")] == [4, 2, 1, 1]
    game = position(
        options={"obelisks_side": "D"},
        boats=[boat("w"), boat("..")],
        placed={"obelisks": stones("wwwww")},
    )
    game.choose(WHITE, ("sail", 0, "obelisks"))
    assert game.state.scored[WHITE]["obelisks"] == 2
    assert game.state.scored[GREY]["obelisks"] == 0


def test_obelisks_d_pay_nothing_more_in_the_end() -> None:
    """Tiles are all that side D pays; the heights of side A are its own."""
    game = position(options={"obelisks_side": "D"}, placed={"obelisks": stones("wwwbbg")})
    assert SIDES["obelisks"]["D"].final_points(game.state) == [0, 0, 0, 0]
    assert [points["obelisks"] for points in standing(game)] == [0, 0, 0, 0]
