"""A day more for an opponent, as a courtesy: only where nobody else waits longer for it."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.calendar import calendars
from games.clocks import clock, kinds
from games.errors import Refused
from games.models import Incident, Seat
from games.moves import conditions, incidents
from games.moves.recording import retime
from games.storage.position import Position, locked, own_seat

#: What an opponent is given, and how often: once in this time.
DAY = timedelta(days=1)


def give_day(game_id: int, user_id: int) -> Position:
    """Give the opponent whose clock runs a day more.

    Refused in a tournament, in a live game, beside a third person, while a vote is open, and twice
    within a day.
    """
    with locked(game_id, user_id=user_id) as position:
        giver, now = own_seat(position, user_id), timezone.now()
        conditions.check_running(position)
        seat = receiver(position, giver)
        if seat is None or seat.user is None:
            raise Refused(_("You cannot give anybody more time now."), "no_clock")
        given = Incident.objects.filter(game=game_id, kind=Incident.Kind.DAY_GIVEN)
        if given.filter(user=user_id, at__gt=now - DAY).exists():
            raise Refused(_("You can give a day more once a day."), "given_already")
        clock.spend(seat, calendars.calendar_of(seat.user), now)
        clock.give(seat, now, (seat.budget or timedelta()) + DAY)
        retime(position, now, [seat])
        incidents.record_incident(position, Incident.Kind.DAY_GIVEN, seat=seat, user_id=user_id)
    return position


def was_given(position: Position, seat: Seat, now: datetime) -> bool:
    """Whether the log tells of such a day lately, as far as it has been read."""
    return any(
        row.action == Incident.Kind.DAY_GIVEN and row.seat == seat.index and row.at > now - DAY
        for row in position.log or ()
    )


def receiver(position: Position, giver: Seat) -> Seat | None:
    """The only other person at the table, if their clock runs and one more day is the affair of
    these two alone."""
    game = position.game
    if game.organised or game.paused_at or game.voting or kinds.get_clock(game).live:
        return None
    others = [
        seat for seat in position.seats if seat.user_id and not seat.bot and seat is not giver
    ]
    return others[0] if len(others) == 1 and others[0].clock_from is not None else None
