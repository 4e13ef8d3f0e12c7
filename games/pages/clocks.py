"""A person's remaining time, in the form for the kit's clock."""

from datetime import datetime, timedelta
from typing import TypedDict

from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.words import dates
from games.clocks import clock, kinds
from games.models import Game, Seat

URGENT_SECONDS, LIVE_URGENT = 12 * 60 * 60, 30
_DAY = timedelta(days=1)


class Clock(TypedDict, total=False):
    """The arguments of the kit's ``clock``.

    ``deadline`` alone is None without a limit. A paused clock only says so; one that is stopped
    while others move has only ``left``; a live one counts seconds. ``rests_until`` is empty unless
    its calendar stops it now; ``turns`` is for how many turns the time is, 0 if none are counted.
    """

    deadline: str | None
    seconds: float
    urgent: bool
    paused: bool
    left: str
    live: bool
    shown: str
    rests_until: str
    turns: int


def show_clock(seat: Seat, game: Game) -> Clock | None:
    """The clock of a seat that must move; None if none is shown."""
    if seat.bot:
        return None
    if not kinds.get_clock(game).limited:
        return {"deadline": None}
    if game.paused_at is not None:
        return {"paused": True}
    return running(seat, game)


def waiting_reserve(seat: Seat, game: Game) -> Clock | None:
    """At a live table the reserve of a seat that need not move; None if it has none."""
    setting = kinds.get_clock(game)
    left = setting.reserve(seat.reserve) if setting.live and not seat.bot else None
    if left is None:
        return None
    seconds = int(left.total_seconds())
    return {"left": f"{seconds // 60}:{seconds % 60:02}"}


def running(seat: Seat, game: Game) -> Clock | None:
    """The time left on a running clock, for how many turns, and whether its calendar stops it
    now."""
    if seat.deadline is None:
        return None
    now = timezone.now()
    seconds = (seat.deadline - now).total_seconds()
    rests = clock.rests_until(seat, now)
    return {
        "deadline": seat.deadline.isoformat(timespec="milliseconds" if seat.live else "seconds"),
        "seconds": seconds // 60 * 60,  # shown in minutes, and unchanged for as long
        "urgent": seconds < (LIVE_URGENT if seat.live else URGENT_SECONDS) and rests is None,
        "live": seat.live,
        "paused": False,
        "shown": day(seat.deadline),
        "rests_until": _soon(rests, now) if rests else "",
        "turns": clock.turns_due(seat, kinds.get_clock(game)),
    }


def span(used: timedelta) -> str:
    """A length of time in its two largest units, down to minutes."""
    minutes = int(used.total_seconds()) // 60
    days, hours, minutes = minutes // 1440, minutes // 60 % 24, minutes % 60
    if days:
        return _("%(days)d d %(hours)d h") % {"days": days, "hours": hours}
    if hours:
        return _("%(hours)d h %(minutes)d min") % {"hours": hours, "minutes": minutes}
    return _("%(minutes)d min") % {"minutes": minutes}


def _soon(moment: datetime, now: datetime) -> str:
    """A future moment: the time is enough if it is within a day."""
    if moment - now < _DAY:
        return dates.format_date(moment, "TIME_FORMAT")
    return day(moment)


def day(moment: datetime) -> str:
    """A moment with its day and time."""
    return dates.format_date(moment, "DATETIME_FORMAT")
