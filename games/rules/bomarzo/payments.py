"""Paying ("Mindestopfer", "Umwandlung von Ressourcen"): all ways of meeting a need.

A payment is ``(exchange, food, coin, wine, cards)``: goods, the number of hand cards turned into
virtual food or coin, and how often Exchange is used (positive: food counts as coin). An exchange
shifts the need: it asks for one food more instead of a coin.
"""

from __future__ import annotations

from typing import NamedTuple

from ..engine import Choice, Game
from .drawing import discard_from_hand
from .offering import Need
from .state import Bomarzo
from .tables import COIN, COPY_WINE, FOOD, GOODS, WINE

CARD = "card"


class Offered(NamedTuple):
    """What was offered to a deity, cards at their face value."""

    food: int
    coin: int
    wine: int


def shifted(need: Need, exchange: int) -> Need:
    """The need after so many exchanges of food for coin, or of coin for food if negative."""
    return Need(need.food + exchange, need.coin - exchange, need.any)


def exchanges(state: Bomarzo, seat: int, need: Need) -> range:
    """The exchanges that the seat can make for a need."""
    ready = len(state.untapped(seat, "exchange"))
    return range(-min(ready, need.food), min(ready, need.coin) + 1)


def affordable(state: Bomarzo, seat: int, need: Need) -> bool:
    """Whether the seat can offer what is needed; everybody can work it out."""
    goods, cards = state.goods[seat], len(state.hands[seat])
    if sum(goods.values()) + cards < need.total:
        return False
    missing = max(0, need.food - goods[FOOD]) + max(0, need.coin - goods[COIN])
    spare = goods[WINE] + cards
    return missing <= spare or missing <= spare + len(state.untapped(seat, "exchange"))


def offered(need: Need, paid: dict[str, int]) -> Offered:
    """What a payment counts as, for those who copy: cards stand for what is missing of the need,
    food first."""
    food, coin, cards = paid[FOOD], paid[COIN], paid[CARD]
    as_coin = min(cards, max(0, need.coin - coin))
    if food + cards - as_coin < need.food:
        as_coin = max(0, food + cards - need.food)
    return Offered(food + cards - as_coin, coin + as_coin, paid[WINE])


def payments(state: Bomarzo, seat: int, need: Need) -> list[Choice]:
    """Interim: all ways that meet the need without a good too many."""
    goods, hand = state.goods[seat], len(state.hands[seat])
    found: list[Choice] = []
    for exchange in exchanges(state, seat, need):
        f, c, a = shifted(need, exchange)
        total = f + c + a
        for cards in range(min(hand, total) + 1):
            for wine in range(min(goods[WINE], total - cards) + 1):
                for food in range(min(goods[FOOD], total - cards - wine) + 1):
                    coin = total - cards - wine - food
                    if coin <= goods[COIN] and max(0, f - food) + max(0, c - coin) <= wine + cards:
                        found.append(("just", exchange, food, coin, wine, cards))
    return found[:150]


def copy_affordable(state: Bomarzo, seat: int, price: Offered) -> bool:
    """Whether the seat can give the same food and coin, and the same wine and two more."""
    goods = state.goods[seat]
    missing = max(0, price.food - goods[FOOD]) + max(0, price.coin - goods[COIN])
    cards = len(state.hands[seat])
    spare = max(0, goods[FOOD] - price.food) + max(0, goods[COIN] - price.coin)
    exchanged = min(len(state.untapped(seat, "exchange")), spare)
    return goods[WINE] >= price.wine + COPY_WINE and missing <= cards + exchanged


def copy_payments(state: Bomarzo, seat: int, price: Offered) -> list[Choice]:
    goods, hand = state.goods[seat], len(state.hands[seat])
    found: list[Choice] = []
    for exchange in exchanges(state, seat, Need(price.food, price.coin, 0)):
        f, c = price.food + exchange, price.coin - exchange
        for food in range(min(goods[FOOD], f) + 1):
            for coin in range(min(goods[COIN], c) + 1):
                cards = f + c - food - coin
                if cards <= hand:
                    found.append(("copy", exchange, food, coin, price.wine + COPY_WINE, cards))
    return found[-150:]


def pay(game: Game[Bomarzo], seat: int, exchange: int, paid: dict[str, int]) -> None:
    """Take the goods, ask for the cards and turn the Exchanges."""
    state = game.state
    for good in GOODS:
        state.goods[seat][good] -= paid[good]
    for card in state.untapped(seat, "exchange")[: abs(exchange)]:
        card.tapped = True
        game.tell("used", seat=seat, ability="exchange")
    discard_from_hand(game, seat, paid[CARD])
