"""How long games take, measured from finished games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import quantiles
from typing import NamedTuple

from django.core.cache import cache

from games.models import Game, Seat, counting

#: With fewer games there is no figure.
LEAST = 10
#: Only this many of the newest games are considered.
NEWEST = 300
HOUR = 60 * 60


class Measured(NamedTuple):
    """Half of the ``games`` took from ``least`` to ``most`` days."""

    least: int
    most: int
    games: int


def days(type_: str) -> Measured | None:
    """How many days games between people take; None while there are too few. Cached for an hour."""
    key = f"days/{type_}"
    known: Sequence[int] | None = cache.get(key)
    if known is None:
        known = _measured(type_) or ()
        cache.set(key, tuple(known), HOUR)
    return Measured(*known) if known else None


def _measured(type_: str) -> Measured | None:
    finished = Game.objects.filter(counting(), type=type_, live_clock__isnull=True)
    newest = finished.order_by("-id")[:NEWEST].values("pk")
    with_bots = Seat.objects.exclude(bot="").values("game_id")
    times = (
        Game.objects.filter(pk__in=newest)
        .exclude(pk__in=with_bots.filter(game_id__in=newest))
        .values_list("started_at", "finished_at")
    )
    lengths = [(end - start).total_seconds() / (24 * HOUR) for start, end in times if start and end]
    if len(lengths) < LEAST:
        return None
    quarter, _half, most = quantiles(lengths, method="inclusive")
    return Measured(max(1, math.floor(quarter)), max(1, math.ceil(most)), len(lengths))
