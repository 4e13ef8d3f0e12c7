"""A player's skill, by openskill: a mean, and its uncertainty.

Both are shown on a scale on which a beginner has 1500 ± 500.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot, prod
from statistics import NormalDist
from typing import NamedTuple

from openskill.models import BradleyTerryPart

#: A rating is provisional until this many games.
SETTLED = 10

_MODEL = BradleyTerryPart()
#: Factor from the scale of pages to that of the model.
SCALE = 60
#: How many standard deviations to each side a chance is summed over, and in how many steps.
_REACH, _STEPS = 7, 100


class Skill(NamedTuple):
    """A person's skill at a game type."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma

    @property
    def number(self) -> int:
        return display_value(self.mu)

    @property
    def doubt(self) -> int:
        """One standard deviation, on the same scale."""
        return display_value(self.sigma)


BEGINNER = Skill()


def display_value(value: float) -> int:
    """A mean or a deviation on the scale of pages."""
    return round(value * SCALE)


def update_skills(skills: Sequence[Skill], places: Sequence[int]) -> list[Skill]:
    """Everybody's skill after a game, from the skills before it and the places; equal places
    tie."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Skill(one.mu, one.sigma) for (one,) in rated]


def chances(skills: Sequence[Skill]) -> list[float]:
    """Each player's chance to come first, without a tie.

    In a game everybody's performance is normally distributed about their mean; its variance
    combines the doubt and the luck of one game (the model's beta). For more than two players the
    package's own ``predict_win`` gives the mean chance of beating one other.
    """
    games = [NormalDist(one.mu, hypot(one.sigma, _MODEL.beta)) for one in skills]
    return [_first(own, [*games[:n], *games[n + 1 :]]) for n, own in enumerate(games)]


def _first(own: NormalDist, others: Sequence[NormalDist]) -> float:
    """How likely ``own`` is above all others: its density times the chance that all are below,
    summed.

    Even steps are exact to nine digits, because all curves have about the same width.
    """
    step = 2 * _REACH * own.stdev / _STEPS
    points = [own.mean - _REACH * own.stdev + step * n for n in range(_STEPS + 1)]
    return step * sum(own.pdf(x) * prod(other.cdf(x) for other in others) for x in points)
