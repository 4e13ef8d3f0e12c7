"""What is done when a seat's time is up.

No deadline lives in a queue: a tick asks the database. However many ask at once, the game's lock
lets one act, and a move made before that counts, late as it may be.

After a downtime nobody loses a seat for what could not be seen: see ``be_lenient``.
"""

from __future__ import annotations

import time
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from boardgames import scans
from boardgames.models import Heartbeat
from games.absence import policies
from games.clocks import clock
from games.errors import Busy, GameError
from games.models import Game, Incident, Seat
from games.moves import incidents
from games.moves.recording import retime
from games.storage.position import locked

log = structlog.get_logger(__name__)

#: Games taken up by one tick; the next one goes on.
BATCH = 2000
#: Nobody has looked for so long: that was a downtime.
DOWNTIME = timedelta(minutes=10)
#: What is then given lasts as long as the downtime, within these bounds.
LEAST_GRACE, MOST_GRACE = timedelta(hours=1), timedelta(hours=24)
#: A tick gives time for so many seconds; the next one goes on.
PATIENCE = 45
#: Beats: when the scan last looked; while a downtime is not yet settled, its begin and its end.
LOOKED, _DOWN, _BACK = "deadlines", "deadlines went down", "deadlines came back"


def scan() -> int:
    """One tick: be lenient after a downtime, then act; how many games that changed."""
    acted = act() if be_lenient() else 0
    Heartbeat.note(LOOKED, timezone.now())
    return acted


def act() -> int:
    """Act on all seats past due; in how many games. Games being played are left alone."""
    games = due().values_list("game_id", flat=True)[:BATCH]
    return scans.each("deadlines", games, _act_on)


def due() -> QuerySet[Seat]:
    """The seats past due, the longest first."""
    return Seat.objects.filter(
        deadline__lte=timezone.now(),
        to_move=True,
        game__status=Game.Status.RUNNING,
        game__broken_at=None,
        game__paused_at=None,
    ).order_by("deadline")


def _act_on(game_id: int) -> bool:
    """Act on this game's seats past due."""
    acted = False
    try:
        with locked(game_id, wait=False) as position:
            game = position.game
            if game.broken_at or game.paused_at:
                return False
            for seat in position.seats:
                if _is_due(seat) and clock.waking(seat).calendar.rests and clock.refresh(seat):
                    retime(position, timezone.now(), [seat])  # the calendar has changed meanwhile
                if _is_due(seat):
                    policies.act(position, seat)
                    acted = True
    except GameError as error:  # somebody is at it, or it is broken: the other games come first
        log.info("deadline not acted on", game=game_id, reason=error.code)
        return False
    return acted


def _is_due(seat: Seat) -> bool:
    return seat.to_move and seat.deadline is not None and seat.deadline <= timezone.now()


# After a downtime --------------------------------------------------------------------------------


def be_lenient() -> bool:
    """After a downtime give time to all whose deadline fell into it or comes soon after it.

    They have as much as the downtime lasted, at least an hour and at most a day, of their waking
    hours. False while not everybody has it: then nobody may lose a seat yet.
    """
    down, back = _downtime()
    if down is None or back is None:
        return True
    grace = min(max(back - down, LEAST_GRACE), MOST_GRACE)
    if not _give_all(back, grace):
        return False
    Heartbeat.objects.filter(name__in=(_DOWN, _BACK)).delete()
    return True


def _downtime() -> tuple[datetime | None, datetime | None]:
    """Begin and end of a downtime that is not yet settled."""
    with transaction.atomic():
        beats = {
            beat.name: beat.at
            for beat in Heartbeat.objects.select_for_update().filter(
                name__in=(LOOKED, _DOWN, _BACK)
            )
        }
        now = timezone.now()
        looked = beats.get(LOOKED)
        if looked is not None and now - looked > DOWNTIME:
            beats.setdefault(_DOWN, looked)
            for name, at in ((_DOWN, beats[_DOWN]), (_BACK, now), (LOOKED, now)):
                beats[name] = at
                Heartbeat.note(name, at)
            log.warning("nobody has looked for deadlines", since=looked.isoformat())
    return beats.get(_DOWN), beats.get(_BACK)


def _give_all(back: datetime, grace: timedelta) -> bool:
    """Give everybody this much from ``back`` on; False if there is more to do."""
    seats = Seat.objects.filter(
        deadline__lt=back + grace,
        clock_from__lt=back,
        game__status=Game.Status.RUNNING,
        game__broken_at=None,
        game__paused_at=None,
    )
    begin, settled = time.monotonic(), True
    for game_id in dict.fromkeys(seats.order_by("deadline").values_list("game_id", flat=True)):
        if time.monotonic() - begin > PATIENCE:
            return False
        try:
            _give(game_id, back, grace)
        except Busy:
            settled = False
        except GameError as error:
            log.info("no time given", game=game_id, reason=error.code)
        except Exception as error:
            log.error("no time can be given", game=game_id, exc_info=error)
    return settled


def _give(game_id: int, back: datetime, grace: timedelta) -> None:
    with locked(game_id) as position:
        given = [
            seat
            for seat in position.seats
            if seat.deadline is not None
            and seat.deadline < back + grace
            and seat.clock_from is not None
            and seat.clock_from < back
        ]
        for seat in given:
            clock.give(seat, back, grace)
            incidents.note(position, Incident.Kind.GRACE, seat=seat)
        retime(position, timezone.now(), given)
