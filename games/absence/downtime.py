"""After a downtime nobody loses a seat for what they could not see.

Games of days and live games are handled separately, each by a tick and an index of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from boardgames.models import Heartbeat
from games.clocks import clock, kinds
from games.errors import Busy, GameError
from games.models import Game, Incident, Seat
from games.moves import incidents, reclocking
from games.moves.recording import retime
from games.storage.position import locked

log = structlog.get_logger(__name__)

#: A tick gives time for this many seconds; the next tick continues.
PATIENCE = 45


@dataclass(frozen=True)
class Watch:
    """How the deadlines of some games are watched.

    If nobody has checked for ``down``, that was a downtime. The time then given equals its length,
    but is at least ``least`` and at most ``most``. A tick processes ``batch`` games; the next tick
    continues.
    """

    name: str
    live: bool
    down: timedelta
    least: timedelta
    most: timedelta
    batch: int

    @property
    def beats(self) -> tuple[str, str, str]:
        """When the last check was; while a downtime is not settled yet, its start and its end."""
        return self.name, f"{self.name} went down", f"{self.name} came back"


DAYS = Watch(
    "deadlines",
    live=False,
    down=timedelta(minutes=10),
    least=timedelta(hours=1),
    most=timedelta(hours=24),
    batch=2000,
)
#: After more than ``most`` their players have left: these games continue in days.
LIVE = Watch(
    "live deadlines",
    live=True,
    down=timedelta(seconds=20),
    least=timedelta(minutes=1),
    most=timedelta(minutes=10),
    batch=200,
)


def is_settled(of: Watch, since: timedelta) -> bool:
    """Whether there was a check within this time, and no downtime is left to settle."""
    looked, *_down = of.beats
    beats = dict(Heartbeat.objects.filter(name__in=of.beats).values_list("name", "at"))
    return looked in beats and len(beats) == 1 and timezone.now() - beats[looked] < since


def be_lenient(of: Watch) -> bool:
    """After a downtime, give time to everybody whose deadline was in it or soon follows.

    They get as much of their waking hours as it lasted, within the limits of the watch. False until
    everybody has it: until then nobody may lose a seat.
    """
    down, back = _downtime(of)
    if down is None or back is None:
        return True
    if of.live and back - down > of.most:
        settled = _each(_live_games(), lambda game_id: _to_days(game_id, back))
    else:
        grace = min(max(back - down, of.least), of.most)
        late = _late(of, back, grace).order_by("deadline").values_list("game_id", flat=True)
        settled = _each(late, lambda game_id: _give(game_id, back, grace))
    if settled:
        Heartbeat.objects.filter(name__in=of.beats[1:]).delete()
    return settled


def _downtime(of: Watch) -> tuple[datetime | None, datetime | None]:
    """Start and end of a downtime that is not settled yet."""
    looking, down, back = of.beats
    with transaction.atomic():
        beats = {
            beat.name: beat.at
            for beat in Heartbeat.objects.select_for_update().filter(name__in=of.beats)
        }
        now = timezone.now()
        looked = beats.get(looking)
        if looked is not None and now - looked > of.down:
            beats.setdefault(down, looked)
            for name, at in ((down, beats[down]), (back, now), (looking, now)):
                beats[name] = at
                Heartbeat.note(name, at)
            log.warning("nobody has looked for deadlines", of=of.name, since=looked.isoformat())
    return beats.get(down), beats.get(back)


def _each(games: Iterable[int], act: Callable[[int], None]) -> bool:
    """Act on each of these games; False if there are more."""
    begin, settled = time.monotonic(), True
    for game_id in dict.fromkeys(games):
        if time.monotonic() - begin > PATIENCE:
            return False
        try:
            act(game_id)
        except Busy:
            settled = False
        except GameError as error:
            log.info("no time given", game=game_id, reason=error.code)
        except Exception as error:
            log.error("no time can be given", game=game_id, exc_info=error)
    return settled


def _late(of: Watch, back: datetime, grace: timedelta) -> QuerySet[Seat]:
    return Seat.objects.filter(
        live=of.live,
        deadline__lt=back + grace,
        clock_from__lt=back,
        game__status=Game.Status.RUNNING,
        game__broken_at=None,
        game__paused_at=None,
    )


def _give(game_id: int, back: datetime, grace: timedelta) -> None:
    """Give everybody at the table this much time from ``back`` on."""
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
            incidents.record_incident(position, Incident.Kind.GRACE, seat=seat)
        retime(position, timezone.now(), given)


def _live_games() -> QuerySet[Game, int]:
    running = Game.objects.filter(status=Game.Status.RUNNING, broken_at=None, clock__kind="live")
    return running.values_list("pk", flat=True)


def _to_days(game_id: int, back: datetime) -> None:
    """Switch a live game to days, as the players have left during the downtime."""
    with locked(game_id) as position:
        game = position.game
        running = game.status == Game.Status.RUNNING and (game.started_at or back) < back
        if running and kinds.get_clock(game).live:
            reclocking.to_days(position, timezone.now(), by="downtime")
