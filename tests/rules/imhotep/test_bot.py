"""What the bot does where one choice is clearly right."""

import random
from typing import Any

from games.rules.engine import Choice, Game
from games.rules.engine.play import ask_bot
from games.rules.imhotep import rules
from games.rules.imhotep.state import Imhotep

from .positions import BROWN, WHITE, boat, card, position, stones

#: Sites where boats lie already, so that two are left.
ELSEWHERE = [boat("..", site="market"), boat("..", site="temple")]


def last_round(*boats: Any, **fields: Any) -> Game[Imhotep]:
    """White to act in the last round of a game of two, with these boats."""
    fields = {"supply": [[], []], "quarry": [0, 0], **fields}
    return position(2, round=6, boats=[*boats], **fields)


def chosen(game: Game[Imhotep], seat: int = WHITE) -> Choice:
    """What the bot chooses, and that it does so whatever the pile may hold."""
    decision = game.decision(seat)
    assert decision is not None
    assert len(decision.choices) > 1
    bot = rules.bots[rules.best_bot]
    found = {ask_bot(bot, game, decision, random.Random(seed)) for seed in range(5)}
    assert len(found) == 1, found
    return found.pop()


def at_market(*names: str, **fields: Any) -> Game[Imhotep]:
    """White's stone is to take one of these cards in the last round of a game of two."""
    game = last_round(boat("w"), boat("bb.."), **{"market": [*map(card, names)], **fields})
    game.choose(WHITE, ("sail", 0, "market"))
    return game


# Sailing ------------------------------------------------------------------------------------------


def test_it_sails_its_stones_to_the_top_of_the_pyramid_and_not_to_single_places_of_the_tomb() -> (
    None
):
    """4 and 1 points against 1 and 1, which do not touch."""
    game = last_round(
        boat("ww"),
        *ELSEWHERE,
        boat("..", site="obelisks"),
        placed={"pyramid": stones("b" * 13), "tomb": stones("bbbbb")},
    )
    assert chosen(game) == ("sail", 0, "pyramid")


def test_it_joins_its_stones_in_the_tomb_where_that_brings_most() -> None:
    """An area of four becomes one of six, 10 points become 17; the pyramid brings 1 each."""
    game = last_round(
        boat("ww"),
        *ELSEWHERE,
        boat("..", site="obelisks"),
        placed={"pyramid": stones("b" * 14), "tomb": stones("wwww")},
    )
    assert chosen(game) == ("sail", 0, "tomb")


def test_it_overtakes_at_the_obelisks() -> None:
    """10 against 1 point for two players, where both have 5 now; the pyramid brings 1."""
    game = last_round(
        boat("w"),
        *[boat("..", site="market"), boat("..", site="temple"), boat("..", site="tomb")],
        placed={"pyramid": stones("b" * 14), "obelisks": stones("wwbb")},
    )
    assert chosen(game) == ("sail", 0, "obelisks")


def test_it_sails_a_rival_s_stones_where_they_bring_least() -> None:
    """Brown would have the 4 on top of the pyramid; its obelisk is the higher one already."""
    game = last_round(
        boat("b"),
        boat("w...", site="tomb"),
        *ELSEWHERE,
        placed={"pyramid": stones("w" * 13), "obelisks": stones("bbw")},
    )
    assert chosen(game) == ("sail", 0, "obelisks")


def test_it_does_not_let_a_rival_overtake_at_the_obelisks() -> None:
    game = last_round(
        boat("bb"),
        *ELSEWHERE,
        boat("..", site="tomb"),
        placed={"pyramid": stones("w" * 14), "obelisks": stones("wwwbb")},
    )
    assert chosen(game) == ("sail", 0, "pyramid")


def test_it_builds_at_the_monument_that_it_lacks_before_the_pharaoh_is_angry() -> None:
    """A stone in the tomb is 1 point and saves 5; the pyramid brings 3."""
    game = last_round(
        boat("w"),
        *ELSEWHERE,
        boat("..", site="obelisks"),
        options={"wrath": True},
        placed={
            "pyramid": stones("bw"),
            "temple": stones("w"),
            "tomb": stones("b"),
            "obelisks": stones("w"),
        },
    )
    assert chosen(game) == ("sail", 0, "tomb")


def test_the_lever_gives_its_own_stone_the_better_place() -> None:
    """The next places of the pyramid bring 1 and 3."""
    game = last_round(
        boat("wb"), *ELSEWHERE, placed={"pyramid": stones("w")}, cards=[[card("lever")], []]
    )
    game.choose(WHITE, ("card", "lever"))
    game.choose(WHITE, (0, "pyramid"))
    assert chosen_or_forced(game) == [BROWN, WHITE]


def chosen_or_forced(game: Game[Imhotep]) -> list[int]:
    """Whose stones came to the pyramid by the order that the bot takes."""
    game.choose(WHITE, chosen(game))
    return [stone % 4 for stone in game.state.placed["pyramid"][1:]]


# Cards --------------------------------------------------------------------------------------------


def test_it_takes_its_fifth_statue() -> None:
    """5 points more; the decoration brings 1."""
    held = [[card("statue", copy) for copy in range(4)], []]
    market = [card("tomb_decoration"), card("statue", 5), None, None]
    game = at_market(market=market, cards=held, placed={"tomb": stones("bbb")})
    assert chosen(game) == (1,)


def test_it_takes_the_decoration_of_a_site_with_many_stones() -> None:
    """12 stones bring 4 points; a first statue 1."""
    game = at_market("statue", "tomb_decoration", placed={"tomb": stones("wb" * 6)})
    assert chosen(game) == (1,)


def test_it_takes_the_entrance_when_the_next_place_of_the_pyramid_is_its_top() -> None:
    game = at_market("statue", "entrance", placed={"pyramid": stones("b" * 13)}, quarry=[3, 0])
    assert chosen(game) == (1,)


def test_it_takes_no_red_card_without_a_stone_for_it() -> None:
    """A blue card is worth 1 in the end, the entrance nothing."""
    assert chosen(at_market("entrance", "chisel")) == (1,)


def test_it_denies_the_fifth_statue_to_a_rival_where_its_own_cards_are_alike() -> None:
    """White's stone comes first; both cards bring white 1, and brown the statue 5."""
    held = [[], [card("statue", copy) for copy in range(4)]]
    game = last_round(
        boat("wb"),
        boat("bb.."),
        cards=held,
        market=[card("hammer"), card("statue", 5), None, None],
    )
    game.choose(WHITE, ("sail", 0, "market"))
    assert chosen(game) == (1,)


def test_it_keeps_the_better_of_the_two_cards_that_it_looks_at() -> None:
    held = [[card("statue", copy) for copy in range(3)], []]
    game = last_round(
        boat("w"),
        boat("bb.."),
        options={"market_side": "B"},
        cards=held,
        packet=[card("hammer"), card("statue", 4)],
    )
    game.choose(WHITE, ("sail", 0, "market"))
    game.choose(WHITE, (3,))
    assert chosen(game) == (1,)


def test_it_keeps_its_coin_where_no_card_is_worth_one() -> None:
    game = at_market(
        options={"market_side": "D"}, market=[card("statue"), card("entrance"), None, None]
    )
    game.choose(WHITE, (0,))
    assert chosen(game) == ("enough",)


def test_it_pays_a_coin_for_a_statue_that_brings_more() -> None:
    held = [[card("statue", copy) for copy in range(3)], []]
    market = [card("statue", 5), card("statue", 6), None, None]
    game = at_market(options={"market_side": "D"}, cards=held, market=market)
    game.choose(WHITE, (0,))
    assert chosen(game) == (1,)


# Sites that ask -----------------------------------------------------------------------------------


def test_it_takes_the_temple_s_point_in_the_last_round() -> None:
    game = last_round(
        boat("w"),
        options={"temple_side": "B"},
        placed={"temple": stones("w")},
        quarry=[9, 9],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert chosen(game) == ("point",)


def test_it_takes_the_temple_s_stones_when_it_has_none_left_and_many_rounds_to_go() -> None:
    """Two stones save most of a turn; the next rounds bring 2 points and more for a stone."""
    game = position(
        2,
        options={"temple_side": "B"},
        boats=[boat("w")],
        placed={"temple": stones("w")},
        supply=[[], stones("b")],
        quarry=[9, 9],
    )
    game.choose(WHITE, ("sail", 0, "tomb"))
    assert chosen(game) == ("stones",)


def test_it_builds_where_the_pyramid_brings_most() -> None:
    game = last_round(
        boat("w"),
        boat("bb.."),
        options={"pyramid_side": "B"},
        placed={"pyramid": stones("bbbb")},
        fields=[0, 1, 2, 3],
    )
    game.choose(WHITE, ("sail", 0, "pyramid"))
    assert chosen(game) == (0,)


def test_it_builds_in_the_column_that_brings_most() -> None:
    """1 on the left, 4 in the middle, 2 on the right."""
    game = last_round(
        boat("w"),
        boat("bb.."),
        options={"pyramid_side": "C"},
        placed={"pyramid": stones("bb")},
        fields=[0, 3],
    )
    game.choose(WHITE, ("sail", 0, "pyramid"))
    assert chosen(game) == (1,)


# The rest -----------------------------------------------------------------------------------------


def test_it_wagers_on_the_monument_that_is_far_ahead() -> None:
    """5 points for a stone of the quarry; one more stone in the supply brings nothing."""
    game = last_round(
        boat("...."),
        boat("..."),
        options={"wagers": True},
        placed={"temple": stones("wb" * 8), "tomb": stones("wbw")},
        quarry=[5, 5],
        supply=[stones("w"), stones("b")],
    )
    assert chosen(game) == ("wager", "temple", 0)


def test_it_prophesies_what_nobody_can_take_from_it() -> None:
    game = last_round(
        boat("...."),
        boat("..."),
        options={"prophecies": True},
        prophecies=["tomb", "amun", "supply"],
        placed={"tomb": stones("w" * 9)},
        quarry=[5, 5],
    )
    assert chosen(game) == ("prophesy", "tomb")


def test_it_prophesies_nothing_that_will_fail() -> None:
    game = last_round(
        boat("...."),
        boat("..."),
        options={"prophecies": True},
        prophecies=["tomb", "amun", "builder"],
        placed={"tomb": stones("b" * 9)},
        cards=[[], [card("statue"), card("lever")]],
        quarry=[5, 5],
    )
    assert chosen(game)[0] != "prophesy"


def test_it_does_not_give_a_rival_two_of_four_cards_to_begin_with() -> None:
    """With stones to take for itself, and rival stones that wait, not in the rival's favour."""
    game = position(2, boats=[boat("bb."), boat("...")], supply=[[], stones("b")])
    assert chosen(game) != ("sail", 0, "market")


def test_it_rafts_to_the_top_of_the_pyramid() -> None:
    """4 points for a stone that has no other way to score any more."""
    game = last_round(
        boat("...."),
        options={"new_cards": True},
        cards=[[card("raft")], []],
        supply=[stones("www"), []],
        placed={"pyramid": stones("b" * 13), "obelisks": stones("bbbb")},
    )
    game.choose(WHITE, ("card", "raft"))
    assert chosen(game) == ("pyramid",)


def test_it_keeps_the_point_of_a_blue_card_that_would_bring_nothing() -> None:
    """The last boat that may still sail sails next, and no further stone can come aboard."""
    game = last_round(
        boat("ww"),
        boat("...."),
        *ELSEWHERE,
        boat("..", site="obelisks"),
        cards=[[card("lever")], []],
        placed={"pyramid": stones("b" * 13)},
    )
    assert chosen(game) == ("sail", 0, "pyramid")
