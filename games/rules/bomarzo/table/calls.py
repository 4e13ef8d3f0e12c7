"""What calling each deity takes, leaves and makes of the next price, and what is missing for it."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec.structs import asdict

from ...engine import Json
from ..offering import Need, need
from ..payments import CARD, Means, affordable, given, lacking, offered, readings
from ..reconstructed import CARDS
from ..state import Deity
from ..tables import COIN, COPY_WINE, FOOD, GOODS, NO_COPIES, WINE

#: So much of each good, none without any.
Lot = tuple[tuple[str, int], ...]


class Call(msgspec.Struct, frozen=True):
    """``need``: what the next caller offers, None when the deity sleeps. For a seat, as the page
    proposes it: ``paid``, ``left`` of its goods, the ``next`` need, and as ``copied`` what others
    pay for a copy. ``paid`` is None where the seat cannot call, the last two where the deity falls
    asleep, ``copied`` also in a season without copies. ``short``: what a seat that might
    call lacks.
    """

    need: Lot | None
    paid: Lot | None = None
    left: Lot = ()
    next: Lot | None = None
    copied: Lot | None = None
    short: Lot = ()


def lot(goods: Mapping[str, int]) -> Lot:
    return tuple((good, number) for good, number in goods.items() if number)


def after(view: Json, name: str, paid: Mapping[str, int]) -> Need | None:
    """What the next caller has to offer when so much has been paid; None when it falls asleep."""
    shown = view["park"][name]
    goods = {good: shown["goods"][good] + number for good, number in given(dict(paid)).items()}
    deity = Deity(mossy=shown["mossy"], goods=goods, pawns=[*shown["pawns"], 0])
    return None if deity.asleep else need(name, deity)


def proposed(needed: Need, goods: Mapping[str, int], cards: int) -> dict[str, int] | None:
    """Return the payment that the page proposes to a player with these goods and cards; None if
    they do not suffice. It uses no more goods than needed, first food, then coins, wine and cards.
    Exchange is left out."""
    if not affordable(Means(goods[FOOD], goods[COIN], goods[WINE], cards, exchanges=0), needed):
        return None
    food = min(goods[FOOD], needed.total - needed.coin)
    coin = min(goods[COIN], needed.total - max(food, needed.food))
    wine = min(goods[WINE], needed.total - food - coin)
    return {FOOD: food, COIN: coin, WINE: wine, CARD: needed.total - food - coin - wine}


def _means(own: Json) -> Means:
    """What a seat could pay with, Exchange included."""
    exchanges = sum(
        card["level"] > 1 and not card["tapped"] and CARDS[card["card"]].extra == "exchange"
        for card in own["played"]
    )
    food, coin, wine = (own["goods"][good] for good in GOODS)
    return Means(food, coin, wine, own["cards"], exchanges)


def call(view: Json, name: str, seat: int | None) -> Call:
    """Return what calling this deity means now, for a seat or for a spectator."""
    shown = view["park"][name]
    if shown["need"] is None:
        return Call(None)
    asked = lot(shown["need"])
    if seat is None:
        return Call(asked)
    own, needed = view["seats"][seat], Need(**shown["need"])
    paid = proposed(needed, own["goods"], own["cards"])
    if name not in own["callable"]:
        return Call(asked)
    if paid is None:
        return Call(asked, short=lot(lacking(_means(own), needed)))
    left = lot({good: own["goods"][good] - paid[good] for good in GOODS})
    then = after(view, name, paid)
    if then is None:
        return Call(asked, lot(paid), left)
    if view["tile"] == NO_COPIES:
        return Call(asked, lot(paid), left, lot(asdict(then)))
    price = readings(*offered(needed, paid))[0]
    copied = {**price._asdict(), WINE: price.wine + COPY_WINE}
    return Call(asked, lot(paid), left, lot(asdict(then)), lot(copied))
