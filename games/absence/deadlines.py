"""Acts on seats whose time is up.

No deadline is in a queue: a tick asks the database. If several ask at once, the game's lock lets
one act, and a move made before that counts, even a late one.

After a downtime nobody loses a seat for what they could not see (``games.absence.downtime``).
"""

from __future__ import annotations

from collections.abc import Set
from datetime import timedelta
from typing import Any

import structlog
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from boardgames.celery import due_rows
from boardgames.models import Heartbeat
from games.absence import downtime, policies, reconnecting
from games.absence.downtime import DAYS, LIVE, Watch
from games.clocks import clock
from games.errors import GameError, Outdated
from games.lobby import ready_check
from games.models import Game, Seat
from games.moves import seat_holders
from games.moves.recording import retime
from games.storage.position import locked

log = structlog.get_logger(__name__)

#: The tick of each second records that it has run at most this often.
NOTED = timedelta(seconds=5)


def scan(of: Watch = DAYS) -> int:
    """One tick: give time after a downtime, then act; return how many games changed."""
    acted = act_on_overdue_seats(of) if downtime.be_lenient(of) else 0
    Heartbeat.note(of.name, timezone.now())
    return acted


def scan_live() -> int:
    """The same for live games, every second: it writes nothing while nothing is due."""
    return act_on_overdue_seats(LIVE) if downtime.is_settled(LIVE, since=NOTED) else scan(LIVE)


def waiting_live() -> list[QuerySet[Any]]:
    """The live games to act on, which beat asks for every second."""
    return [due(LIVE), ready_check.due()]


def act_on_overdue_seats(of: Watch = DAYS) -> int:
    """Act on all seats past their deadline; return in how many games. Locked games are skipped."""
    games = due(of).values_list("game_id", flat=True)[: of.batch]
    return due_rows.process_each(of.name, games, _act_on_live if of.live else _act_on)


def due(of: Watch = DAYS) -> QuerySet[Seat]:
    """The seats past their deadline, the longest overdue first."""
    return Seat.objects.filter(
        live=of.live,
        deadline__lte=clock.over_since(timezone.now(), live=of.live),
        to_move=True,
        game__status=Game.Status.RUNNING,
        game__broken_at=None,
        game__paused_at=None,
    ).order_by("deadline")


def _act_on_live(game_id: int) -> bool:
    return _act_on(game_id, reconnecting.heard(game_id))


def _act_on(game_id: int, there: Set[int] = frozenset()) -> bool:
    """Act on this game's overdue seats; ``there``: the present users of a live game."""
    acted = False
    try:
        with locked(game_id, wait=False) as position:
            game = position.game
            if game.broken_at or game.paused_at:
                return False
            seat_holders.wait_for_absences(filter(_is_due, position.seats))
            for seat in position.seats:
                if _is_due(seat) and clock.waking(seat).calendar.rests and clock.refresh(seat):
                    retime(position, timezone.now(), [seat])  # the calendar has changed meanwhile
                if _is_due(seat):
                    if not reconnecting.forgive(position, seat, there, timezone.now()):
                        policies.apply_policy(position, seat)
                    acted = True
    except Outdated:
        _let_wait(game_id)
        return False
    except GameError as error:  # the game is locked or broken: continue with the others
        log.info("deadline not acted on", game=game_id, reason=error.code)
        return False
    return acted


def _let_wait(game_id: int) -> None:
    """Stop the clock of a game that newer rules have moved on: nobody can move there."""
    now = timezone.now()
    with transaction.atomic():
        if (
            Game.objects.select_for_update(skip_locked=True, no_key=True)
            .filter(pk=game_id)
            .exists()
        ):
            for seat in Seat.objects.filter(game=game_id, to_move=True, deadline__lte=now):
                clock.give(seat, now, (LIVE if seat.live else DAYS).least)
                seat.save(update_fields=["clock_from", "budget", "stretch", "deadline"])


def _is_due(seat: Seat) -> bool:
    over = clock.over_since(timezone.now(), live=seat.live)
    return seat.to_move and seat.deadline is not None and seat.deadline <= over
