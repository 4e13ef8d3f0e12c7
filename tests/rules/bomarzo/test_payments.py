"""Whatever a seat has and a deity asks: what is listed can be paid, and all that can is listed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from games.rules.bomarzo.offering import Need
from games.rules.bomarzo.payments import affordable, amounts, least, means, payments, purse
from games.rules.bomarzo.state import Bomarzo, Played

from .positions import DAVID, begin, give, with_extra


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
    for state, need in purses(1500):
        can = affordable(means(state, DAVID), need)
        just = purse(state, DAVID, need, most=need.total, cards=need.total)
        assert amounts(state, DAVID, just, least(need), need.total).possible == can
        found[can] += 1
    assert min(found[True], found[False]) > 100


def test_more_is_offered_exactly_where_more_can_be_given() -> None:
    found = Counter[bool]()
    for state, need in purses(1500):
        if affordable(means(state, DAVID), need):
            goods = state.goods[DAVID]
            lacking = max(0, need.food - goods["food"]) + max(0, need.coin - goods["coin"])
            more = purse(state, DAVID, need, most=sum(goods.values()), cards=lacking)
            over = amounts(state, DAVID, more, least(need), need.total + 1, over=True)
            listed = [choice[0] for choice in payments(state, DAVID, need)]
            assert listed == (["just", "more"] if over.possible else ["just"])
            found[over.possible] += 1
    assert min(found[True], found[False]) > 100
