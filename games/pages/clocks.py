"""How long somebody has, as the kit's clock takes it."""

from datetime import datetime, timedelta
from typing import TypedDict

from django.utils import timezone

from boardgames.words import dates
from games.clocks import clock, kinds
from games.models import Game, Seat

URGENT_SECONDS, LIVE_URGENT = 12 * 60 * 60, 30
_DAY = timedelta(days=1)


class Clock(TypedDict, total=False):
    """What the kit's ``clock`` takes. ``deadline`` alone is None without a limit; a paused clock
    says so and nothing else, one that stands while others move has ``left`` alone; a live one
    counts by the second. ``rests_until`` is empty unless its calendar rests now."""

    deadline: str | None
    seconds: float
    urgent: bool
    paused: bool
    left: str
    live: bool
    shown: str
    rests_until: str


def show_clock(seat: Seat, game: Game) -> Clock | None:
    """The clock of a seat that is to move; None where none is shown."""
    if seat.bot:
        return None
    if not kinds.get_clock(game).limited:
        return {"deadline": None}
    if game.paused_at is not None:
        return {"paused": True}
    return running(seat)


def standing(seat: Seat, game: Game) -> Clock | None:
    """At a live table the reserve of a seat that is not to move; None where it has none."""
    setting = kinds.get_clock(game)
    left = setting.reserve(seat.reserve) if setting.live and not seat.bot else None
    if left is None:
        return None
    seconds = int(left.total_seconds())
    return {"left": f"{seconds // 60}:{seconds % 60:02}"}


def running(seat: Seat) -> Clock | None:
    """The time that is left of a clock that runs, and whether it rests now by its calendar."""
    if seat.deadline is None:
        return None
    now = timezone.now()
    seconds = (seat.deadline - now).total_seconds()
    rests = clock.rests_until(seat, now)
    return {
        "deadline": seat.deadline.isoformat(timespec="seconds"),
        "seconds": seconds // 60 * 60,  # told in minutes, and the same for as long
        "urgent": seconds < (LIVE_URGENT if seat.live else URGENT_SECONDS) and rests is None,
        "live": seat.live,
        "paused": False,
        "shown": day(seat.deadline),
        "rests_until": _soon(rests, now) if rests else "",
    }


def _soon(moment: datetime, now: datetime) -> str:
    """A moment that lies ahead: the hour is enough where it comes within a day."""
    if moment - now < _DAY:
        return dates.shown(moment, "TIME_FORMAT")
    return day(moment)


def day(moment: datetime) -> str:
    """A moment with its day and hour."""
    return dates.shown(moment, "DATETIME_FORMAT")
