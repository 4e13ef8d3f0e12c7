"""The sites and what a stone does there, one object per board side ("Anhang Orte").

``site`` has what all sides share, ``a_sides`` to ``d_sides`` the sides.
"""

from ...engine import Kind
from .a_sides import (
    Market,
    Obelisks,
    Pyramid,
    TakeMarketCard,
    Temple,
    Tomb,
    market,
    refill_market,
    tomb_areas,
)
from .b_sides import (
    ChoosePyramid,
    KeepCard,
    MarketB,
    ObelisksB,
    PyramidB,
    TempleB,
    TempleReward,
    TombB,
    choose_temple_rewards,
    reward_temple_stone,
)
from .c_sides import ChooseColumn, MarketC, ObelisksC, PyramidC, TempleC, TombC
from .d_sides import (
    BuyMarketCard,
    MarketD,
    ObelisksD,
    PyramidD,
    TempleD,
    TombD,
    offer_purchase,
)
from .site import SIDES, Site, board, boards, shared_places

SIDES.update(
    market={"A": Market(), "B": MarketB(), "C": MarketC(), "D": MarketD()},
    pyramid={"A": Pyramid(), "B": PyramidB(), "C": PyramidC(), "D": PyramidD()},
    temple={"A": Temple(), "B": TempleB(), "C": TempleC(), "D": TempleD()},
    tomb={"A": Tomb(), "B": TombB(), "C": TombC(), "D": TombD()},
    obelisks={"A": Obelisks(), "B": ObelisksB(), "C": ObelisksC(), "D": ObelisksD()},
)
#: The steps and the kinds of decision that the sides bring.
STEPS = (refill_market, choose_temple_rewards, reward_temple_stone, offer_purchase)
KINDS: tuple[type[Kind], ...] = (
    TakeMarketCard,
    KeepCard,
    ChoosePyramid,
    TempleReward,
    ChooseColumn,
    BuyMarketCard,
)

__all__ = [
    "KINDS",
    "SIDES",
    "STEPS",
    "Market",
    "Site",
    "Temple",
    "board",
    "boards",
    "market",
    "refill_market",
    "shared_places",
    "tomb_areas",
]
