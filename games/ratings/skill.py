"""How good somebody is, by openskill: a mean, and how far from it the truth may be.

People are shown both on a scale on which a beginner has 1500 ± 500.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from openskill.models import PlackettLuce

#: A rating is provisional until so many games.
SETTLED = 10

_MODEL = PlackettLuce()
#: Of what people are shown, to what the model has.
SCALE = 60


class Skill(NamedTuple):
    """Of somebody at a game type."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def number(self) -> int:
        return shown(self.mu)

    @property
    def doubt(self) -> int:
        """One standard deviation, on the same scale."""
        return shown(self.sigma)


BEGINNER = Skill()


def shown(value: float) -> int:
    """A mean or a deviation as people are shown it."""
    return round(value * SCALE)


def after(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Everybody's skill after a game, from that before it and the places; a tie is one place."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(one.mu, one.sigma) for (one,) in rated]


def chances(skills: Sequence[Skill]) -> list[float]:
    """How likely each of them comes first."""
    return _MODEL.predict_win([[_MODEL.rating(mu=one.mu, sigma=one.sigma)] for one in skills])
