"""Clocks by how fast a game goes: three paces, and none."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext_noop

from games.clocks.kinds import Clock, PerTurn, Unlimited
from games.lobby.listing import GAME, Condition

_KIND = f"{GAME}.clock ->> 'kind'"


def _within(name: str, numbers: tuple[int, int]) -> str:
    """That the clock's number of this name is more than the first and at most the second."""
    value = f"{GAME}.clock -> '{name}'"
    return f"{value} > '{numbers[0]}' AND {value} <= '{numbers[1]}'"


class Pace(NamedTuple):
    """``clock`` is what a game of this pace gets by itself; ``days`` per turn, or ``hours`` that
    each turn brings to a reserve, are more than the first and at most the second number."""

    label: str
    clock: Clock
    days: tuple[int, int]
    hours: tuple[int, int]

    def condition(self) -> Condition:
        """Which games are played so."""
        return Condition(
            f"{_KIND} = 'per_turn' AND {_within('days', self.days)}"
            f" OR {_KIND} = 'reserve' AND {_within('increment_hours', self.hours)}"
        )


class NoHurry(Pace):
    """Without a limit."""

    def condition(self) -> Condition:
        return Condition(f"{_KIND} = 'none'")


_NONE = (0, 0)
PACES = {
    "fast": Pace(gettext_noop("a day or less"), PerTurn(days=1), (0, 1), (0, 12)),
    "medium": Pace(gettext_noop("a few days"), PerTurn(days=3), (1, 3), (12, 24)),
    "slow": Pace(gettext_noop("a week or more"), PerTurn(days=7), (3, 10_000), (24, 10_000)),
    "none": NoHurry(gettext_noop("no limit"), Unlimited(), _NONE, _NONE),
}
