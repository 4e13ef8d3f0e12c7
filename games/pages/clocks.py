"""How long somebody has, as the kit's clock takes it."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format

from games.clocks import clock
from games.models import Game, Seat
from games.rules.engine import Json

URGENT_SECONDS = 12 * 60 * 60
_DAY = timedelta(days=1)


def of(seat: Seat, game: Game) -> Json | None:
    """The clock of a seat that is to move; None where none is shown."""
    if seat.bot:
        return None
    if game.clock.get("kind") == "none":
        return {"deadline": None}
    if game.paused_at is not None:
        return {"paused": True}
    return running(seat)


def running(seat: Seat) -> Json | None:
    """The time that is left of a clock that runs, and whether it rests now by its calendar."""
    if seat.deadline is None:
        return None
    now = timezone.now()
    seconds = (seat.deadline - now).total_seconds()
    rests = clock.rests_until(seat, now)
    return {
        "deadline": seat.deadline.isoformat(timespec="seconds"),
        "seconds": seconds,
        "urgent": seconds < URGENT_SECONDS and rests is None,
        "paused": False,
        "shown": date_format(timezone.localtime(seat.deadline), "DATETIME_FORMAT"),
        "rests_until": _soon(rests, now) if rests else "",
    }


def _soon(moment: datetime, now: datetime) -> str:
    """A moment that lies ahead: the hour is enough where it comes within a day."""
    near = moment - now < _DAY
    return date_format(timezone.localtime(moment), "TIME_FORMAT" if near else "DATETIME_FORMAT")
