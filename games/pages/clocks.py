"""How long somebody has, as the kit's clock takes it."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format

from games.models import Seat
from games.rules.engine import Json

URGENT_SECONDS = 12 * 60 * 60


def of(seat: Seat, setting: Json) -> Json | None:
    """A seat's clock in a game with this clock setting; None where none is shown."""
    if seat.deadline is not None:
        return until(seat.deadline)
    return None if seat.bot or setting.get("kind") != "none" else {"deadline": None}


def until(deadline: datetime) -> Json:
    """The time that is left."""
    seconds = (deadline - timezone.now()).total_seconds()
    return {
        "deadline": deadline.isoformat(timespec="seconds"),
        "seconds": seconds,
        "urgent": seconds < URGENT_SECONDS,
        "paused": False,
        "shown": date_format(timezone.localtime(deadline), "DATETIME_FORMAT"),
    }
