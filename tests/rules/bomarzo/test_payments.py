"""Whatever a seat has and a deity asks: what is listed can be paid, and all that can is listed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from games.rules.bomarzo.offering import Need, need
from games.rules.bomarzo.payments import affordable, amounts, least, means, payments, purse
from games.rules.bomarzo.state import Bomarzo, Played
from games.rules.engine import Game

from .positions import DAVID, JESSICA, begin, choices, give, lay, with_extra


def purses(number: int) -> Iterator[tuple[Bomarzo, Need]]:
    """David with any goods, cards and Exchanges, and any need."""
    game, rng = begin(), random.Random(5)
    exchanges, cards = with_extra("exchange"), with_extra("food")
    for _time in range(number):
        give(game, DAVID, rng.randrange(4), rng.randrange(4), rng.randrange(3))
        game.state.hands[DAVID] = cards[: rng.randrange(5)]
        game.state.played[DAVID] = [Played(card, 2) for card in exchanges[: rng.randrange(4)]]
        yield game.state, Need(rng.randrange(4), rng.randrange(4), rng.randrange(3))


def test_a_call_is_offered_exactly_to_those_who_can_pay() -> None:
    found = Counter[bool]()
    for state, asked in purses(1500):
        can = affordable(means(state, DAVID), asked)
        just = purse(state, DAVID, asked, most=asked.total, cards=asked.total)
        assert amounts(state, DAVID, just, least(asked), asked.total).possible == can
        found[can] += 1
    assert min(found[True], found[False]) > 100


@pytest.mark.parametrize(
    ("lying", "offer", "enough"),
    [
        ({"food": 2}, {"food": 2, "coin": 2}, True),
        ({"food": 2}, {"food": 2, "coin": 1}, False),
        ({"food": 2}, {"food": 1, "coin": 1, "wine": 1}, False),
        ({"food": 2}, {"food": 1, "coin": 2, "wine": 1}, True),
    ],
)
def test_no_good_counts_as_two_kinds_for_what_lies_there_and_what_is_printed(
    lying: dict[str, int], offer: dict[str, int], *, enough: bool
) -> None:
    """Mindestopfer: Elefante wants 1 food and 2 coins, and the 2 food there and 1 more."""
    game = begin()
    give(game, DAVID, **offer)
    lay(game, "elefante", JESSICA, **lying)
    assert affordable(means(game.state, DAVID), offered_need(game)) == enough
    assert (("call", "elefante") in choices(game)) == enough


def offered_need(game: Game[Bomarzo]) -> Need:
    return need("elefante", game.state.park["elefante"])


def test_more_is_offered_exactly_where_more_can_be_given() -> None:
    found = Counter[bool]()
    for state, asked in purses(1500):
        if affordable(means(state, DAVID), asked):
            goods = state.goods[DAVID]
            lacking = max(0, asked.food - goods["food"]) + max(0, asked.coin - goods["coin"])
            more = purse(state, DAVID, asked, most=sum(goods.values()), cards=lacking)
            over = amounts(state, DAVID, more, least(asked), asked.total + 1, over=True)
            listed = [choice[0] for choice in payments(state, DAVID, asked)]
            assert listed == (["just", "more"] if over.possible else ["just"])
            found[over.possible] += 1
    assert min(found[True], found[False]) > 100
