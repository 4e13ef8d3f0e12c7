"""The outcomes of games without points: won, lost or drawn, and their words."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy

from games.models import Seat
from games.rules.engine import DRAWN, LOST, WON, outcomes

#: In the words of lists and results.
NAMES = {
    WON: gettext_lazy("won"),
    LOST: gettext_lazy("lost"),
    DRAWN: gettext_lazy("drawn"),
}


def find_outcomes(seats: Sequence[Seat]) -> list[str] | None:
    """The outcome of each seat; None for a game with points, and before its end.

    The seats alone show it: a finished game without points has places and no scores.
    """
    ranks = [seat.rank for seat in seats if seat.rank is not None and seat.score is None]
    return outcomes(ranks) if ranks and len(ranks) == len(seats) else None


def describe_outcomes(seats: Sequence[Seat]) -> list[str]:
    """The same in words; "" for each seat of a game with points, and before the end."""
    found = find_outcomes(seats)
    return [""] * len(seats) if found is None else [str(NAMES[each]) for each in found]
