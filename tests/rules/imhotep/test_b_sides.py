"""The B sides of the sites, with every example of the rulebook."""

from typing import Any

import pytest

from games.rules.engine import Choice, Game
from games.rules.imhotep import table
from games.rules.imhotep.sites import SIDES, boards, shared_places
from games.rules.imhotep.sites.b_sides import (
    PYRAMIDS,
    TEMPLE,
    TOMB,
    TOWERS,
    rows_of_tomb,
    towers_built,
    unfinished,
)
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

B_SIDES = {f"{site}_side": "B" for site in SIDES}


def answer(game: Game[Imhotep], seat: int, choice: Choice) -> None:
    """The seat is asked, and chooses this."""
    assert game.to_move() == [seat]
    game.choose(seat, choice)


# Market -------------------------------------------------------------------------------------------


def test_market_has_three_open_cards_and_two_face_down() -> None:
    game = position(options=B_SIDES)
    assert len(game.state.market) == 3
    assert len(game.state.packet) == 2
    assert len(game.state.deck) == 34 - 5
    assert game.view(None)["boards"]["market"] == {"side": "B", "final": [0] * 4, "packet": 2}


def test_market_stone_may_look_at_two_cards_keep_one_and_discard_the_other_openly() -> None:
    game = position(
        options=B_SIDES, boats=[boat("bg"), boat("..")], packet=[card("sail"), card("hammer")]
    )
    game.choose(WHITE, ("sail", 0, "market"))
    assert offered(game, BROWN) == [(0,), (1,), (2,), (3,)]
    game.choose(BROWN, (3,))
    assert offered(game, BROWN) == [(0,), (1,)]
    assert [each["name"] for each in game.view(BROWN)["looking"]] == ["sail", "hammer"]
    assert all("looking" not in game.view(seat) for seat in (WHITE, GREY, BLACK, None))
    events = game.choose(BROWN, (1,))
    assert game.state.cards[BROWN] == [card("hammer")]
    assert game.state.discards == [card("sail")]
    kept = told(events, "packet_kept")
    assert kept == [{"seat": BROWN, "card": card("hammer"), "discarded": [card("sail")]}]
    assert offered(game, GREY) == [(0,), (1,), (2,)]


def test_market_question_about_the_two_cards_cannot_be_taken_back() -> None:
    game = position(options=B_SIDES, boats=[boat("w"), boat("..")])
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(WHITE, (3,))
    assert game.barrier


def test_market_packet_of_one_card_is_kept_without_a_question() -> None:
    """Pile and discards had no second card: "wähle dann 1 Karte" has one answer that all know."""
    game = position(
        options=B_SIDES, boats=[boat("w"), boat("..")], packet=[card("hammer")], deck=[]
    )
    view = game.view(WHITE)
    said = table.label("take_market_card", (), (3,), view)
    assert said.message == "Take the face-down card"
    game.choose(WHITE, ("sail", 0, "market"))
    events = game.choose(WHITE, (3,))
    assert told(events, "packet_kept") == [{"seat": WHITE, "card": card("hammer"), "discarded": []}]
    assert game.state.cards[WHITE] == [card("hammer")]
    assert game.to_move() == [BROWN]


def test_market_red_card_of_the_two_is_carried_out() -> None:
    options = {"market_side": "B"}
    packet = [card("sarcophagus"), card("hammer")]
    game = position(options=options, boats=[boat("w"), boat("..")], packet=packet)
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(WHITE, (3,))
    game.choose(WHITE, (0,))
    assert [owner(stone) for stone in game.state.placed["tomb"]] == [WHITE]
    assert game.state.discards == [card("hammer"), card("sarcophagus")]


def test_market_cards_face_down_are_others_once_moderators_have_taken_the_game_back() -> None:
    """Somebody has looked at them since: they go back into the pile, which is shuffled whole."""
    game = position(options=B_SIDES)
    before, unknown = list(game.state.packet), sorted(game.state.packet + game.state.deck)
    seen = set()
    for epoch in range(1, 30):
        game.begin_epoch(epoch)
        assert sorted(game.state.packet + game.state.deck) == unknown
        seen.update(game.state.packet)
    assert len(seen) > 20
    assert len(game.state.packet) == len(before)


def test_market_cards_that_a_seat_looks_at_stay_what_it_sees() -> None:
    game = position(options=B_SIDES, boats=[boat("w"), boat("..")])
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(WHITE, (3,))
    seen, deck = list(game.state.packet), list(game.state.deck)
    game.begin_epoch(1)
    assert game.state.packet == seen
    assert game.state.deck != deck
    assert sorted(game.state.deck) == sorted(deck)


def test_market_is_cleared_of_both_cards_face_down_at_the_end_of_a_round() -> None:
    game = position(2, options={"market_side": "B"}, boats=[boat("w")])
    before = [*game.state.market, *game.state.packet]
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert game.state.discards == before
    assert len(game.state.packet) == 2


# Pyramid ------------------------------------------------------------------------------------------


def test_pyramid_owners_choose_one_of_three() -> None:
    """Example: a 4-boat with brown, black, brown, white: the middle one's fields 1, 2 and 3, and
    the left one's field 1."""
    game = position(options={"pyramid_side": "B"}, boats=[boat("bkbw"), boat("..")])
    game.choose(WHITE, ("sail", 0, "pyramid"))
    answer(game, BROWN, (1,))
    answer(game, BLACK, (1,))
    answer(game, BROWN, (1,))
    answer(game, WHITE, (0,))
    assert game.state.fields == [5, 6, 7, 0]
    assert [owner(stone) for stone in game.state.placed["pyramid"]] == [BROWN, BLACK, BROWN, WHITE]
    assert game.state.arriving == []


def test_pyramid_fields_score_and_their_last_is_worth_four() -> None:
    assert [pyramid[-1] for pyramid in PYRAMIDS] == [4, 4, 4]
    options = {"pyramid_side": "B"}
    game = position(
        options=options,
        boats=[boat("w"), boat("..")],
        placed={"pyramid": stones("bbbb")},
        fields=[0, 1, 2, 3],
    )
    game.choose(WHITE, ("sail", 0, "pyramid"))
    game.choose(WHITE, (0,))
    assert game.state.scored[WHITE]["pyramid"] == 4


def test_pyramid_card_bonus_is_a_point_and_the_top_card() -> None:
    game = reaching("card")
    top = game.state.deck[-1] = card("statue")
    game.choose(WHITE, (pyramid_before("card"),))
    assert game.state.scored[WHITE]["pyramid"] == 1
    assert game.state.cards[WHITE] == [top]
    assert game.barrier


def test_pyramid_quarry_bonus_is_a_point_and_three_stones() -> None:
    game = reaching("quarry")
    before = len(game.state.supply[WHITE])
    game.choose(WHITE, (pyramid_before("quarry"),))
    assert game.state.scored[WHITE]["pyramid"] == 1
    assert len(game.state.supply[WHITE]) == before + 3


def test_pyramid_load_bonus_is_a_point_and_a_stone_on_a_boat_that_waits() -> None:
    game = reaching("load")
    game.choose(WHITE, (pyramid_before("load"),))
    assert game.state.scored[WHITE]["pyramid"] == 1
    assert offered(game, WHITE) == [("enough",), (1, 0), (1, 1)]
    game.choose(WHITE, (1, 1))
    assert game.state.boats[1].stones[1] is not None
    assert game.to_move() == [BROWN]


def test_pyramid_load_bonus_may_be_left() -> None:
    game = reaching("load")
    game.choose(WHITE, (pyramid_before("load"),))
    game.choose(WHITE, ("enough",))
    assert game.state.boats[1].stones == [None, None]


def test_pyramid_bonus_that_cannot_be_used_still_scores_its_point() -> None:
    game = reaching("load", supply=[[], [], [], []])
    game.choose(WHITE, (pyramid_before("load"),))
    assert game.state.scored[WHITE]["pyramid"] == 1
    assert game.to_move() == [BROWN]


def test_pyramid_bonus_is_carried_out_before_the_next_stone_is_unloaded() -> None:
    game = reaching("load", load="wk")
    game.choose(WHITE, (pyramid_before("load"),))
    assert game.state.boats[0].stones[1] is not None
    game.choose(WHITE, ("enough",))
    assert game.to_move() == [BLACK]


def test_stones_beside_full_pyramids_score_one_each() -> None:
    full = 3 * 5
    game = position(
        options={"pyramid_side": "B"},
        boats=[boat("wb"), boat("..")],
        placed={"pyramid": stones("g" * full)},
        fields=list(range(full)),
    )
    events = game.choose(WHITE, ("sail", 0, "pyramid"))
    assert [event["points"] for event in told(events, "stone_delivered")] == [1, 1]
    assert [event["position"] for event in told(events, "stone_delivered")] == [15, 16]


def pyramid_before(bonus: str) -> int:
    """A pyramid with this bonus on one of its fields."""
    return next(i for i, pyramid in enumerate(PYRAMIDS) if bonus in pyramid)


def reaching(bonus: str, load: str = "w", **fields: Any) -> Game[Imhotep]:
    """White's stone is to choose, and may take the field with the bonus."""
    pyramid = pyramid_before(bonus)
    below = [pyramid * 5 + i for i in range(PYRAMIDS[pyramid].index(bonus))]
    game = position(
        options={"pyramid_side": "B"},
        boats=[boat(load), boat("..")],
        placed={"pyramid": stones("g" * len(below))},
        fields=below,
        **fields,
    )
    game.choose(WHITE, ("sail", 0, "pyramid"))
    assert (pyramid, pyramid * 5 + len(below)) in unfinished(game.state)
    return game


# Temple -------------------------------------------------------------------------------------------


def test_temple_rewards_each_visible_stone_by_its_field() -> None:
    """Example: grey chooses, brown has 2 points, white chooses and has a card, black chooses."""
    game = position(
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("gbwwk")},
        deck=[*range(5, 12), card("statue")],
        supply=[stones("w"), stones("b"), stones("g"), stones("k")],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert offered(game, GREY) == [("point",), ("stones",)]
    game.choose(GREY, ("stones",))
    game.choose(WHITE, ("point",))
    game.choose(BLACK, ("point",))
    assert [scored["temple"] for scored in game.state.scored] == [1, 2, 0, 1]
    assert len(game.state.supply[GREY]) == 1 + 2
    assert game.state.cards[WHITE] == [card("statue")]
    assert game.state.round == 2


def test_temple_asks_at_once_whose_choices_do_not_hang_on_the_card() -> None:
    """ "1 Punkt oder … 2 Steine aus dem Steinbruch" touches nobody else's things: grey and black
    choose together, white for its first place; what white draws may change what fits for its
    second, so that is asked afterwards."""
    game = position(
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("gkwww")},
        supply=[stones("www"), stones("b"), stones("g"), stones("k")],
        deck=[*range(5, 12), card("private_quarry")],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert sorted(game.to_move()) == [WHITE, GREY]
    game.choose(WHITE, ("point",))
    assert game.state.scored[WHITE]["temple"] == 0  # sealed until grey has chosen as well
    game.choose(GREY, ("stones",))
    assert game.state.scored[BLACK]["temple"] == 2
    # The private quarry has filled white's supply, so its last stone brings the point.
    assert len(game.state.supply[WHITE]) == 5
    assert game.state.scored[WHITE]["temple"] == 2
    assert game.state.round == 2


def test_temple_asks_who_draws_no_card_for_the_place_right_of_it_at_once() -> None:
    game = position(
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("gkwbk")},
        supply=[stones(letter) for letter in "wbgk"],
        deck=[*range(5, 12), card("statue")],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert sorted(game.to_move()) == [WHITE, GREY, BLACK]
    for seat in (BLACK, GREY, WHITE):
        game.choose(seat, ("stones",))
    assert [len(supply) for supply in game.state.supply] == [3, 1, 3, 3]
    assert game.state.cards[BROWN] == [card("statue")]


def test_temple_owner_of_two_stones_chooses_for_each_with_the_room_that_is_left() -> None:
    game = position(
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("gkgbw")},
        supply=[stones("w"), stones("b"), stones("gggg"), stones("k")],
        deck=[*range(5, 12), card("statue")],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    game.choose(GREY, ("stones",))  # there is room for one, and for the second stone none
    assert game.to_move() == [WHITE]
    game.choose(WHITE, ("point",))
    assert len(game.state.supply[GREY]) == 5
    assert game.state.scored[GREY]["temple"] == 1


def test_temple_rewards_only_what_is_seen_from_above() -> None:
    assert TEMPLE[1] == "points"
    options = {"temple_side": "B"}
    game = position(
        options=options,
        boats=[boat("w")],
        placed={"temple": stones("gbwwkkk")},
        supply=[stones(letter * 5) for letter in "wbgk"],
    )
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    rewarded = [(e["seat"], e["points"]) for e in told(events, "temple_rewarded")]
    assert [points for seat, points in rewarded if seat == BLACK] == [1, 1, 2]
    assert BROWN not in dict(rewarded)


def test_temple_of_two_players_has_the_first_four_fields() -> None:
    game = position(
        2,
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("wwwbb")},
        supply=[stones("w" * 5), stones("b" * 5)],
        deck=[*range(8), card("sail")],
    )
    events = game.choose(WHITE, ("sail", 0, "tomb"))
    rewarded = [(e["seat"], e["points"]) for e in told(events, "temple_rewarded")]
    assert rewarded == [(BROWN, 1), (WHITE, 1), (WHITE, 2)]
    assert [e["seat"] for e in told(events, "card_drawn")] == [BROWN]


def test_temple_gives_the_point_to_a_player_who_has_no_room_for_stones() -> None:
    game = position(
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("b")},
        supply=[stones("w"), stones("b" * 5), [], []],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert game.state.scored[BROWN]["temple"] == 1
    assert game.state.round == 2


def test_no_stone_is_loaded_on_a_boat_of_a_round_that_is_over() -> None:
    """All have passed; the temple gives white a red card, its stone the right to load another."""
    game = position(
        2,
        options={"temple_side": "B", "pyramid_side": "B"},
        supply=[stones("w"), []],
        quarry=[1, 0],
        boats=[boat("..."), boat("...")],
        placed={"temple": stones("bbbw"), "pyramid": stones("bbb")},
        fields=[0, 1, 2],
        deck=[*range(8, 20), card("entrance")],
        passes=1,
    )
    assert PYRAMIDS[0][3] == "load"
    game.state.open[0].seat = BROWN
    game.state.active = BROWN
    game = game.copy()
    game.choose(BROWN, ("pass",))
    while game.state.round == 1:
        seat = game.to_move()[0]
        assert ("enough",) not in offered(game, seat)
        game.choose(seat, offered(game, seat)[0])
    assert game.state.scored[WHITE]["pyramid"] == 1
    assert all(each.stones.count(None) == len(each.stones) for each in game.state.boats)


# Tomb ---------------------------------------------------------------------------------------------


def test_tomb_scores_majorities_in_three_rows() -> None:
    """Example: top row white 3, brown and grey 1; middle row black 3, white 1; bottom row grey 4.

    Filled column by column::

        w b w g w
        k k w k
        g g g g
    """
    tomb = stones("wkg" + "bkg" + "wwg" + "gkg" + "w")
    game = position(options={"tomb_side": "B"}, placed={"tomb": tomb})
    top, middle, bottom = [8, 3, 3, 0], [4, 0, 0, 8], [0, 0, 8, 0]
    expected = [sum(points) for points in zip(top, middle, bottom, strict=True)]
    assert SIDES["tomb"]["B"].final_points(game.state) == expected
    assert [points["tomb"] for points in standing(game)] == expected


@pytest.mark.parametrize(
    ("players", "row", "points"),
    [(2, "wwb", [8, 4]), (2, "wb", [6, 6]), (3, "wwbbg", [6, 6, 2]), (4, "wwwbbgk", [8, 4, 1, 1])],
)
def test_tomb_rows_share_places_rounded_down(players: int, row: str, points: list[int]) -> None:
    others = iter(stones("w" * 2 * len(row), first=300))
    tomb = [stone for each in stones(row) for stone in (each, next(others), next(others))]
    game = position(players, options={"tomb_side": "B"}, placed={"tomb": tomb})
    assert shared_places(rows_of_tomb(game.state)[0], TOMB[players]) == points


def test_tomb_rounds_down_in_each_row_and_not_their_sum() -> None:
    """ "Jede Reihe wird einzeln gewertet … abgerundet": grey and black share 2 + 1 in two rows."""
    top, middle, bottom = "wwwbbgk", "wwwbbgk", "wwwwwww"
    tomb = stones("".join(map("".join, zip(top, middle, bottom, strict=True))))
    game = position(options={"tomb_side": "B"}, placed={"tomb": tomb})
    assert SIDES["tomb"]["B"].final_points(game.state) == [8 + 8 + 8, 4 + 4, 1 + 1, 1 + 1]


# Obelisks -----------------------------------------------------------------------------------------


def test_obelisk_stones_become_a_tower_of_the_highest_value_left() -> None:
    """Example: a 3-boat with black, white, grey; white has two stones and now a tower worth 9."""
    game = position(
        options={"obelisks_side": "B"},
        boats=[boat("kwg"), boat("..")],
        placed={"obelisks": stones("ww")},
    )
    assert [points["obelisks"] for points in standing(game)] == [2, 0, 0, 0]
    game.choose(WHITE, ("sail", 0, "obelisks"))
    assert [points["obelisks"] for points in standing(game)] == [9, 0, 1, 1]
    assert game.state.scored[WHITE]["obelisks"] == 0  # paid at the end


def test_obelisk_towers_keep_the_value_they_were_built_for() -> None:
    assert towers_built([0, 0, 0, 1, 1, 0, 1, 0, 0]) == [(0, 9), (1, 8), (0, 7)]
    many = towers_built([0] * 3 * (len(TOWERS) + 2))
    assert [worth for _seat, worth in many] == [9, 8, 7, 6, 5, 4, 3, 3]


def test_obelisk_single_stones_score_one_each() -> None:
    game = position(options={"obelisks_side": "B"}, placed={"obelisks": stones("wwwwbbg")})
    assert SIDES["obelisks"]["B"].final_points(game.state) == [10, 2, 1, 0]


def test_sides_can_be_mixed() -> None:
    """Example: market D, pyramid A, temple C, tomb B and obelisks D."""
    wanted = {"market": "D", "pyramid": "A", "temple": "C", "tomb": "B", "obelisks": "D"}
    game = position(options={f"{site}_side": side for site, side in wanted.items()})
    found = [(site.name, site) for site in boards(game.state)]
    assert found == [(site, SIDES[site][side]) for site, side in wanted.items()]
