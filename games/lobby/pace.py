"""Paces, which group clocks by their speed: live, three paces of days, and no limit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext_noop

from games.clocks import kinds
from games.clocks.kinds import Clock, Live, PerTurn, Unlimited
from games.lobby.listing import Condition, conditions


class Pace(NamedTuple):
    """``clock`` is what a game of this pace gets by default.

    ``days`` per turn, or ``hours`` that each turn adds to a reserve, are more than the first and at
    most the second number.
    """

    label: str
    clock: Clock
    days: tuple[int, int]
    hours: tuple[int, int]

    def condition(self) -> Condition:
        """The condition for games of this pace."""
        return conditions.timed(self.days, self.hours)


class AllThere(Pace):
    """Live games, in minutes."""

    def condition(self) -> Condition:
        return conditions.LIVE


class NoHurry(Pace):
    """Games without a limit."""

    def condition(self) -> Condition:
        return conditions.WITHOUT_LIMIT


_NONE = (0, 0)
PACES = {
    "live": AllThere(
        gettext_noop("live"), Live(reserve_minutes=15, increment_seconds=15), _NONE, _NONE
    ),
    "fast": Pace(gettext_noop("a day or less"), PerTurn(days=1), (0, 1), (0, 12)),
    "medium": Pace(gettext_noop("a few days"), PerTurn(days=3), (1, 3), (12, 24)),
    "slow": Pace(gettext_noop("a week or more"), PerTurn(days=7), (3, 10_000), (24, 10_000)),
    "none": NoHurry(gettext_noop("no limit"), Unlimited(), _NONE, _NONE),
}


def find_pace(stored: Mapping[str, Any]) -> str:
    """The pace that has exactly this clock; empty if none has."""
    clock = kinds.read_clock(stored)
    return next((name for name, pace in PACES.items() if pace.clock == clock), "")
