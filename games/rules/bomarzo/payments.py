"""Paying ("Mindestopfer", "Umwandlung von Ressourcen"): all ways of meeting a need, as amounts.

The purse holds what a seat has; what it gives gladly comes first. Beside food, coin and wine there
are hand cards turned into food or coin, and goods that Exchange lets count as the other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from ..engine import Amounts, Choice, Game, Text, _, listed, ngettext
from .drawing import discard_from_hand
from .offering import Need
from .state import Bomarzo
from .tables import COIN, COPY_WINE, FOOD, WINE

CARD = "card"
FOOD_AS_COIN, COIN_AS_FOOD = "food as coin", "coin as food"

COUNTS: dict[str, Sequence[str]] = {
    WINE: (FOOD, COIN),
    CARD: (FOOD, COIN),
    FOOD_AS_COIN: (COIN,),
    COIN_AS_FOOD: (FOOD,),
}

Paid = dict[str, int]


class Offered(NamedTuple):
    """What a payment consists of for those who copy: real goods, and cards at their face value."""

    food: int
    coin: int
    wine: int


def offered(need: Need, paid: Paid) -> tuple[Offered, int]:
    """What was offered without the cards that stand for goods of any kind, and how many these are.

    Cards stand for the food and coins that are missing, food first; each other card is a food or a
    coin, as its owner says.
    """
    food, coin, wine = given(paid).values()
    cards = paid.get(CARD, 0)
    if not cards:
        return Offered(food, coin, wine), 0
    missing_food = max(0, need.food - paid.get(FOOD, 0) - paid.get(COIN_AS_FOOD, 0))
    missing_coin = max(0, need.coin - paid.get(COIN, 0) - paid.get(FOOD_AS_COIN, 0))
    as_food = min(cards, missing_food)
    as_coin = min(cards - as_food, missing_coin)
    return Offered(food + as_food, coin + as_coin, wine), cards - as_food - as_coin


def readings(offer: Offered, cards: int) -> list[Offered]:
    """What an offer may be with so many cards that are food or coins, the most food first."""
    food, coin, wine = offer
    return [Offered(food + cards - n, coin + n, wine) for n in range(cards + 1)]


def given(paid: Paid) -> dict[str, int]:
    """The real goods in a payment, whatever they count as."""
    return {
        FOOD: paid.get(FOOD, 0) + paid.get(FOOD_AS_COIN, 0),
        COIN: paid.get(COIN, 0) + paid.get(COIN_AS_FOOD, 0),
        WINE: paid.get(WINE, 0),
    }


class Means(msgspec.Struct, frozen=True):
    """What a seat could pay with; everybody can see it."""

    food: int
    coin: int
    wine: int
    cards: int
    exchanges: int


def means(state: Bomarzo, seat: int) -> Means:
    goods = state.goods[seat]
    return Means(
        goods[FOOD],
        goods[COIN],
        goods[WINE],
        len(state.hands[seat]),
        len(state.untapped(seat, "exchange")),
    )


def affordable(means: Means, need: Need) -> bool:
    """Whether these means meet a need."""
    no_food, no_coin = need.food - means.food, need.coin - means.coin
    instead = means.wine + means.cards
    if no_food + no_coin + need.any > instead:
        return False
    instead += means.exchanges
    return no_food <= instead and no_coin <= instead


def lacking(means: Means, need: Need) -> dict[str, int]:
    """Return the fewest further goods that would meet a need: food and coins that are asked for,
    and beyond them goods of any kind."""
    instead = means.wine + means.cards
    no_coin = max(0, need.coin - means.coin)
    wanting = max(0, max(0, need.food - means.food) + no_coin - instead - means.exchanges)
    too_few = need.total - means.food - means.coin - instead
    coins = min(no_coin, wanting)
    return {FOOD: wanting - coins, COIN: coins, "any": max(0, too_few - wanting)}


def missing(means: Means, need: Need) -> Text:
    """Say in words what is missing."""
    words: dict[str, tuple[str, ...]] = {
        FOOD: (_("{n} food is missing"),),
        COIN: ngettext("{n} coin is missing", "{n} coins are missing"),
        "any": ngettext("{n} good is missing", "{n} goods are missing"),
    }
    lacks = lacking(means, need)
    return listed([Text(*words[good], n=number) for good, number in lacks.items() if number])


def payments(state: Bomarzo, seat: int, need: Need) -> list[Choice]:
    """Just what is needed, or more on purpose; cards are no good beyond the need, so there they
    pay for no more than the food and coins that the seat lacks."""
    goods, total, asked = state.goods[seat], need.total, least(need)
    just = purse(state, seat, need, most=total, cards=total)
    ways: list[Choice] = [("just", amounts(state, seat, just, asked, total))]
    lacking = max(0, need.food - goods[FOOD]) + max(0, need.coin - goods[COIN])
    most = sum(goods.values())
    if most + min(lacking, len(state.hands[seat])) > total:
        more = purse(state, seat, need, most=most, cards=lacking)
        ways.append(("more", amounts(state, seat, more, asked, total + 1, over=True)))
    return ways


def purse(state: Bomarzo, seat: int, need: Need, *, most: int, cards: int) -> dict[str, int]:
    """Return the most that the seat can give towards a need, of each good and in cards."""
    goods = state.goods[seat]
    of = {good: min(number, most) for good, number in goods.items() if number and most}
    if ready := len(state.untapped(seat, "exchange")):
        of[FOOD_AS_COIN] = min(goods[FOOD], need.coin, ready)
        of[COIN_AS_FOOD] = min(goods[COIN], need.food, ready)
    if hand := min(len(state.hands[seat]), cards):
        of[CARD] = hand
    return of


def least(need: Need) -> dict[str, int]:
    """The food and coins that a need names."""
    asked = {FOOD: need.food, COIN: need.coin}
    return {good: number for good, number in asked.items() if number}


def amounts(
    state: Bomarzo,
    seat: int,
    of: dict[str, int],
    least: dict[str, int],
    total: int,
    *,
    over: bool = False,
) -> Amounts:
    """Out of a purse in which exchanged goods are limited together with plain ones."""
    return Amounts(
        of,
        total=total,
        least=least,
        counts={good: COUNTS[good] for good in of if good in COUNTS},
        together=exchange_limits(state, seat) if FOOD_AS_COIN in of else (),
        over=over,
    )


def exchange_limits(state: Bomarzo, seat: int) -> Sequence[tuple[Sequence[str], int]]:
    goods = state.goods[seat]
    return (
        ((FOOD, FOOD_AS_COIN), goods[FOOD]),
        ((COIN, COIN_AS_FOOD), goods[COIN]),
        ((FOOD_AS_COIN, COIN_AS_FOOD), len(state.untapped(seat, "exchange"))),
    )


def copy_cards(state: Bomarzo, seat: int, price: Offered) -> int | None:
    """How many hand cards it takes at least to give the same food and coin, beside the same wine
    and two more; None where the seat cannot."""
    goods = state.goods[seat]
    if goods[WINE] < price.wine + COPY_WINE:
        return None
    missing = max(0, price.food - goods[FOOD]) + max(0, price.coin - goods[COIN])
    spare = max(0, goods[FOOD] - price.food) + max(0, goods[COIN] - price.coin)
    cards = max(0, missing - min(len(state.untapped(seat, "exchange")), spare))
    return cards if cards <= len(state.hands[seat]) else None


def copy_payments(state: Bomarzo, seat: int, price: Offered) -> Amounts:
    """Exactly the same food and coin, of which cards and Exchange may be a part, and the wine."""
    need = Need(price.food, price.coin, 0)
    wine = price.wine + COPY_WINE
    of = purse(state, seat, need, most=need.total, cards=need.total)
    return amounts(state, seat, {**of, WINE: wine}, {**least(need), WINE: wine}, need.total + wine)


def pay(game: Game[Bomarzo], seat: int, paid: Paid) -> None:
    """Take the goods, turn the Exchanges and ask for the cards."""
    state = game.state
    goods = state.goods[seat]
    for good, number in given(paid).items():
        goods[good] -= number
    if exchanged := paid.get(FOOD_AS_COIN, 0) + paid.get(COIN_AS_FOOD, 0):
        for card in state.untapped(seat, "exchange")[:exchanged]:
            card.tapped = True
            game.tell("used", seat=seat, ability="exchange")
    if cards := paid.get(CARD):
        discard_from_hand(game, seat, cards)
