"""The minimum offering for a deity, and the seats that may call it ("Mindestopfer", "Wein und
schlafende Gottheiten")."""

from __future__ import annotations

import msgspec

from .reconstructed import MOSSY
from .state import Bomarzo, Deity
from .tables import ACTIVE, COIN, FOOD


class Need(msgspec.Struct, frozen=True):
    """An offering must have so much food and coin, and so many further goods of any kind.

    Wine stands in for food and coin.
    """

    food: int
    coin: int
    any: int

    @property
    def total(self) -> int:
        return self.food + self.coin + self.any


PRINTED = {
    mossy: {name: Need(*cost) for name, cost in costs.items()}
    for mossy, costs in ((False, ACTIVE), (True, MOSSY))
}
"""The cost on either side of a deity's card, by whether it is the mossy one that can be seen."""


def need(name: str, deity: Deity) -> Need:
    """Return what the next caller has to offer at least.

    The first caller pays what is printed. Later ones pay all that lies there, any good for each
    wine, and one good more. Where less lies there than is printed, as some was paid with cards or
    taken by Orco, the printed cost has to be met, too; the same goods count for both.
    """
    cost = PRINTED[deity.mossy][name]
    if not deity.pawns:
        return cost
    food, coin, lying = deity.goods[FOOD], deity.goods[COIN], deity.lying
    total = lying + 1
    if lying < cost.total:
        food, coin = max(food, cost.food), max(coin, cost.coin)
        total = max(total, cost.total, food + coin)
    return Need(food, coin, total - food - coin)


def callable_deities(state: Bomarzo, seat: int) -> list[str]:
    """Deities that are awake and where a seat with a pawn left may put it, by their order.

    Each seat may have one pawn on a deity, and one more for each Repetition it uses.
    """
    if not state.may_place(seat):
        return []
    again = bool(state.untapped(seat, "repetition"))
    return [
        name
        for name in state.order
        if not (deity := state.park[name]).asleep and (again or seat not in deity.pawns)
    ]


def goods_on(deity: Deity) -> dict[str, int]:
    """Food and coin on a deity, what Orco may take."""
    return {good: deity.goods[good] for good in (FOOD, COIN) if deity.goods[good]}
