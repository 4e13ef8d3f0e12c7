"""Tips for a player's next game of Bali, from what they did in their first."""

from __future__ import annotations

from ...engine import Text, _
from ...engine.tips import Played, Tip, compared
from ..tables import BEST_VALUE, KINDS, STONES_PER_POINT
from .names import GOODS, SOURCES

#: A player who buys fewer offering cards in a game relies on farmers alone.
_FEW_BOUGHT = 4


def _offerings(played: Played) -> dict[str, int]:
    found: dict[str, int] = played.view["seats"][played.seat]["offerings"]
    return found


def _collected(played: Played) -> str:
    """The kind of which the seat has most offering cards."""
    return max(KINDS, key=_offerings(played).__getitem__)


def _value(played: Played) -> int:
    value: int = played.view["altar"]["values"][_collected(played)]
    return value


def _stones(played: Played) -> int:
    stones: int = played.view["seats"][played.seat]["stones"]
    return stones


def _farmers(played: Played) -> int:
    return sum(played.view["seats"][played.seat]["display"][kind] for kind in KINDS)


def _bought(played: Played) -> int:
    return played.times("play", "buy")


TIPS = (
    Tip(
        Text(
            _(
                "You collected {kind}, and at the end each card of it was worth {value}. "
                "Offer what you collect, or collect what the others offer."
            ),
            kind=lambda played: Text(GOODS[_collected(played)]),
            value=_value,
        ),
        lambda played: _offerings(played)[_collected(played)] * (BEST_VALUE - _value(played)),
    ),
    compared(
        "shrines",
        SOURCES["shrines"],
        _("Save stones for a shrine early: it counts at the end, and starts a round of offerings."),
    ),
    compared(
        "markers",
        SOURCES["markers"],
        _("Before you take your last card, check which row gives you more than the others."),
    ),
    Tip(
        Text(
            _(
                "Stones left over: {n}. They score little at the end; an offering card of "
                "the right kind scores more than the stones it costs."
            ),
            n=_stones,
        ),
        lambda played: _stones(played) // STONES_PER_POINT,
    ),
    Tip(
        Text(
            _(
                "Offering cards that you bought: {n}. At the beginning of a turn, a kind "
                "is cheap if you have farmers of it."
            ),
            n=_bought,
        ),
        lambda played: 1 if _bought(played) < _FEW_BOUGHT else 0.2,
    ),
    Tip(
        Text(
            _(
                "Farmers on your display: {n}. Several of a kind make its offering cards "
                "cheaper, and a player who alone has the most gets an extra card."
            ),
            n=_farmers,
        ),
        lambda _played: 0.1,
    ),
)
