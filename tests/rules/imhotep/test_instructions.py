"""Answers left in advance to what the market, the temple and the pyramid ask."""

from typing import Any

from games.rules.engine import Choice, Game
from games.rules.imhotep import rules
from games.rules.imhotep.state import Imhotep

from .positions import BROWN, WHITE, boat, card, position, stones

MARKET = ("statue", "sail", "tomb_decoration", "entrance")


def answered(game: Game[Imhotep], seat: int, left: Choice) -> Choice | None:
    """What an instruction, which must be one that is offered, answers to the open question."""
    view = game.view(seat)
    decision = game.decision(seat)
    assert decision is not None
    assert left in decision.asks.instructions(view)
    return decision.instructed(left, view)


def at_market(*names: str, **fields: Any) -> Game[Imhotep]:
    """Brown is asked for a card of these."""
    market = [card(name) for name in names]
    game = position(boats=[boat("b."), boat("..")], market=market, **fields)
    game.choose(WHITE, ("sail", 0, "market"))
    return game


def test_a_ranking_of_cards_takes_the_first_colour_that_lies_open() -> None:
    game = at_market(*MARKET)
    assert answered(game, BROWN, ("rank", "purple", "green", "blue")) == (0,)
    assert answered(game, BROWN, ("rank", "blue", "purple", "red")) == (1,)
    assert answered(game, BROWN, ("rank", "red", "green", "blue")) == (3,)
    game = at_market("sail", "sail")
    assert answered(game, BROWN, ("rank", "purple", "green", "blue")) == (0,)
    game = at_market("statue", "sail")
    assert answered(game, BROWN, ("rank", "green", "red", "blue")) == (1,)


def test_a_ranking_asks_where_none_of_its_cards_lies_open() -> None:
    game = at_market("statue", "statue")
    assert answered(game, BROWN, ("rank", "green", "red", "blue")) is None


def test_of_several_cards_of_a_colour_a_ranking_takes_the_leftmost() -> None:
    game = at_market("sail", "temple_decoration", "tomb_decoration")
    assert answered(game, BROWN, ("rank", "green", "red", "blue")) == (1,)


def test_one_card_by_name_is_taken_where_it_lies_and_asked_for_where_not() -> None:
    game = at_market(*MARKET)
    assert answered(game, BROWN, ("card", "sail")) == (1,)
    assert answered(game, BROWN, ("card", "lever")) is None


def test_sledges_are_ranked_where_they_are_in_the_game() -> None:
    offered = rules.kinds["take_market_card"].instructions(at_market(*MARKET).view(BROWN))
    assert not any("gold" in each for each in offered)
    assert ("card", "sledge") not in offered
    game = at_market("statue", "sledge", options={"new_cards": True})
    assert answered(game, BROWN, ("rank", "gold", "purple", "blue")) == (1,)


def test_a_ranking_chooses_of_the_two_cards_looked_at() -> None:
    game = position(
        options={"market_side": "B"},
        boats=[boat("b."), boat("..")],
        packet=[card("sail"), card("statue")],
    )
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(BROWN, (3,))
    assert answered(game, BROWN, ("rank", "purple", "green", "blue")) == (1,)


def test_no_coin_is_paid_by_a_player_who_has_said_so() -> None:
    game = at_market(*MARKET, options={"market_side": "D"})
    game.choose(BROWN, (0,))
    assert answered(game, BROWN, ("enough",)) == ("enough",)


def test_temple_s_point_or_stones_are_taken_always() -> None:
    game = position(
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("b")},
        supply=[stones("w"), stones("b"), [], []],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert answered(game, BROWN, ("point",)) == ("point",)
    assert answered(game, BROWN, ("stones",)) == ("stones",)


def test_pyramid_with_most_points_or_one_of_the_three_is_built_on() -> None:
    game = position(
        options={"pyramid_side": "B"},
        boats=[boat("b"), boat("..")],
        placed={"pyramid": stones("g")},
        fields=[5],
    )
    game.choose(WHITE, ("sail", 0, "pyramid"))
    assert answered(game, BROWN, ("most",)) == (0,)  # 2 points; bonuses bring 1
    assert answered(game, BROWN, ("pyramid", 2)) == (2,)
    full = position(
        options={"pyramid_side": "B"},
        boats=[boat("b"), boat("..")],
        placed={"pyramid": stones("ggggg")},
        fields=[0, 1, 2, 3, 4],
    )
    full.choose(WHITE, ("sail", 0, "pyramid"))
    assert answered(full, BROWN, ("pyramid", 0)) is None


def test_column_with_most_points_is_built_on_imhotep_s_bonus_included() -> None:
    game = position(options={"pyramid_side": "C"}, boats=[boat("b"), boat("..")])
    game.choose(WHITE, ("sail", 0, "pyramid"))
    # 2 and a bonus on the left, 2 in the middle and on the right.
    assert answered(game, BROWN, ("most",)) == (0,)
    game.state.imhotep = 2
    assert answered(game, BROWN, ("most",)) == (2,)


def test_only_what_the_boards_of_a_game_ask_can_be_answered_ahead() -> None:
    def kinds(**options: str) -> set[str]:
        view = position(options=options).view(BROWN)
        return {name for name, kind in rules.kinds.items() if kind.instructions(view)}

    assert kinds() == {"take_market_card"}
    b_sides = dict.fromkeys(("market_side", "temple_side", "pyramid_side"), "B")
    assert kinds(**b_sides) == {
        "take_market_card",
        "keep_card",
        "temple_reward",
        "choose_pyramid",
    }
    other = kinds(market_side="D", pyramid_side="C")
    assert other == {"take_market_card", "buy_market_card", "choose_column"}
