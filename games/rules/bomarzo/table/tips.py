"""Tips for the next game of Bomarzo, from what a player did in their first."""

from __future__ import annotations

from ...engine import Json, Text, _
from ...engine.tips import Played, Tip, compared
from ..tables import COPY_WINE, DEITIES, WINE
from .names import SOURCES, deity

#: Who lacked no more than this was close to being the best.
_CLOSE = 2
#: So many upgraded cards, or more, most of the good players have.
_UPGRADES = 3


def _lacked(played: Played, name: str) -> int:
    """How far the seat was behind the best in what this deity loves."""
    values = played.view["majorities"][name]["values"]
    lacked: int = max(values) - values[played.seat]
    return lacked


def _missed(played: Played, name: str) -> int:
    """The points for the best that a little more would have brought; 0 where it was not close."""
    if not 0 < _lacked(played, name) <= _CLOSE:
        return 0
    majority: Json = played.view["majorities"][name]
    missed: int = majority["first"] - majority["points"][played.seat]
    return missed


def _nearest(played: Played) -> str:
    return max(DEITIES, key=lambda name: _missed(played, name))


def _value(played: Played) -> int:
    value: int = played.view["majorities"][_nearest(played)]["values"][played.seat]
    return value


def _wine(played: Played) -> int:
    wine: int = played.view["seats"][played.seat]["goods"][WINE]
    return wine


def _pawns(played: Played) -> int:
    owned: int = played.view["seats"][played.seat]["owned"]
    return owned


def _upgraded(played: Played) -> int:
    return sum(card["level"] == 2 for card in played.view["seats"][played.seat]["played"])


def _copied(played: Played) -> int:
    return played.times("copy", "copy")


TIPS = (
    Tip(
        Text(
            _(
                "{deity} pays whoever is best, and you were close: {mine} to {best}. "
                "Before you place your last pawns, work out where a little more is enough."
            ),
            deity=lambda played: deity(_nearest(played)),
            mine=_value,
            best=lambda played: _value(played) + _lacked(played, _nearest(played)),
        ),
        lambda played: _missed(played, _nearest(played)),
    ),
    Tip(
        Text(
            _(
                "Leftover wine: {n}. It is worth nothing at the end, but it pays for "
                "copies: actions without a pawn."
            ),
            n=_wine,
        ),
        lambda played: _wine(played) / COPY_WINE,
    ),
    Tip(
        Text(
            _(
                "Your pawns in each season at the end: {n}, and another player had more. "
                "The sooner your workers reach a pawn, the more turns it gives."
            ),
            n=_pawns,
        ),
        lambda played: max(seat["owned"] for seat in played.view["seats"]) - _pawns(played),
    ),
    Tip(
        Text(
            _(
                "Cards you upgraded: {n}. Gigante, Elefante and Balena pay for upgraded "
                "cards, and each upgrade gives more steps, too."
            ),
            n=_upgraded,
        ),
        lambda played: max(0.2, _UPGRADES - _upgraded(played)),
    ),
    compared(
        "firsts",
        SOURCES["firsts"],
        _("The first player on a marked space of a track gets a point: see who is near."),
    ),
    compared(
        "temples",
        SOURCES["temples"],
        _("Temples count only while their cards are not upgraded: leave some as they are."),
    ),
    Tip(
        Text(
            _(
                "Actions you copied: {n}. Keep wine for a deity that you expect another "
                "player to call: a copy saves you a pawn."
            ),
            n=_copied,
        ),
        lambda _played: 0.1,
    ),
)
