"""The offering calculator: what calling each deity takes, leaves and makes of the next price."""

from __future__ import annotations

from collections.abc import Mapping

from ...engine import Amounts, Json
from ..offering import Need, need
from ..payments import CARD, COUNTS, given, least, offered
from ..state import Deity
from ..tables import COPY_WINE, GOODS, NO_COPIES, WINE

STAND_IN = {good: COUNTS[good] for good in (WINE, CARD)}


def after(view: Json, name: str, paid: Mapping[str, int]) -> Need | None:
    """What the next caller has to offer when so much has been paid; None when it falls asleep."""
    shown = view["park"][name]
    goods = {good: shown["goods"][good] + given(dict(paid), good) for good in GOODS}
    deity = Deity(mossy=shown["mossy"], goods=goods, pawns=[*shown["pawns"], 0])
    return None if deity.asleep else need(name, deity)


def proposed(needed: Need, goods: Mapping[str, int], cards: int) -> dict[str, int] | None:
    """The payment that the page proposes to who has these goods and cards; None where they do not
    do. Exchange is left out."""
    purse = {**goods, CARD: min(cards, needed.total)}
    spec = Amounts(purse, total=needed.total, least=least(needed), counts=STAND_IN)
    return spec.example() if spec.possible else None


def call(view: Json, name: str, seat: int | None) -> Json:
    """``need``: what the next caller offers, None when the deity sleeps. For a seat, as the page
    proposes it: ``paid``, ``left`` of its goods, the ``next`` need, and as ``copied`` what others
    pay for a copy. ``paid`` is None where the seat cannot call, the last two where the deity falls
    asleep, ``copied`` also in a season without copies.
    """
    shown = view["park"][name]
    told: Json = {"need": shown["need"], "paid": None}
    if shown["need"] is None or seat is None:
        return told
    own, needed = view["seats"][seat], Need(**shown["need"])
    paid = proposed(needed, own["goods"], own["cards"])
    if paid is None:
        return told
    then, price = after(view, name, paid), offered(needed, paid)
    told |= {"paid": paid, "next": None, "copied": None}
    told["left"] = {good: own["goods"][good] - given(paid, good) for good in GOODS}
    if then is not None:
        told["next"] = then._asdict()
    if then is not None and view["tile"] != NO_COPIES:
        told["copied"] = {**price._asdict(), WINE: price.wine + COPY_WINE}
    return told
