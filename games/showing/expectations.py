"""What programs expect of a game, as pages show it: a lead in points, or the chance to win.

The engine compares positions by how far a seat is ahead of the others' average, in points, or in
games won of 100 where the type has none (docs/engine.md). In the latter case a lead and the chance
to win are the same figure on another scale, since all chances add up to 100.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from games.rules.engine import POINTS, Rules


class Scale(NamedTuple):
    """How a lead is shown. ``even``: the chance that all have who are level, 0 for points."""

    chances: bool
    even: float = 0
    times: float = 1

    def amount(self, lead: float) -> float:
        """A difference between two leads, or the doubt of one, as it is shown."""
        return lead * self.times

    def level(self, lead: float) -> float:
        """A lead as it is shown: points, or games won of 100."""
        return self.even + self.amount(lead)


def find_scale(rules: Rules[Any], players: int) -> Scale:
    """The scale of a game of this type, for so many players."""
    if rules.outcome == POINTS:
        return Scale(chances=False)
    return Scale(True, 100 / players, (players - 1) / players)
