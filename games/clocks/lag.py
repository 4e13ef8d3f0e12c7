"""The lag of a player's connection at a live table: how long a message takes there and back.

The service measures it by its own clock: a socket asks, the page or program answers at once, and
the time between is the lag. Somebody who answers late can make it look longer, but never gains more
than ``clock.LAG_PER_ANSWER`` and ``clock.LAG_PER_GAME``. The process that takes the move finds it
in Redis; it counts as none where it is not known.
"""

from __future__ import annotations

import time
from collections import deque
from datetime import datetime, timedelta
from statistics import median

import redis.asyncio
from django.utils import timezone

from boardgames.redis import best_effort
from games.clocks import clock
from games.models import Seat

#: Measurements that count: the middle one is the lag, so that a single slow one changes nothing.
KEPT = 5
#: Seconds for which a lag is known that is not measured again.
KNOWN = 12


class Meter:
    """Measures the lag of one socket."""

    def __init__(self) -> None:
        self._question, self._asked_at = 0, 0.0
        self._took: deque[float] = deque(maxlen=KEPT)

    def ask(self) -> int:
        """The number of a new question, which is sent now; an earlier one counts no more."""
        self._question, self._asked_at = self._question + 1, time.monotonic()
        return self._question

    def answered(self, question: int) -> None:
        """Measure by an answer to the open question; any other answer is ignored."""
        if self._asked_at and question == self._question:
            self._took.append(time.monotonic() - self._asked_at)
            self._asked_at = 0.0

    @property
    def lag(self) -> timedelta | None:
        return timedelta(seconds=median(self._took)) if self._took else None


async def record(client: redis.asyncio.Redis, game_id: int, user_id: int, lag: timedelta) -> None:
    """Record a player's lag for the process that takes the next move."""
    await client.set(_key(game_id, user_id), round(lag.total_seconds() * 1000), ex=KNOWN)


def give_back(seat: Seat, waited_since: datetime | None) -> None:
    """Give the owner of a live seat the lag of the answer that they give now.

    ``waited_since``: the last change of the game, which they have answered. The caller writes the
    seat.
    """
    if seat.live and seat.user_id is not None:
        measured = best_effort.text(_key(seat.game_id, seat.user_id))
        if measured:
            lag = timedelta(milliseconds=int(measured))
            clock.give_lag_back(seat, lag, waited_since, timezone.now())


def _key(game_id: int, user_id: int) -> str:
    return f"lag/{best_effort.CHANNEL}/{game_id}/{user_id}"
