"""The ready check: a full live game starts when all its players have said that they are ready.

They have ``LASTS`` for it, or ``ARRANGED``. Players who have not said so by then leave the table,
which stays open for the others. Everything is stored in columns (``Game.ready_by``,
``Seat.ready_at``), and a tick ends checks that are due.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from boardgames.celery import due_rows
from games import changes
from games.clocks import kinds
from games.errors import Forbidden, GameError, Refused
from games.lobby import leaving, waiting_times
from games.models import Game, Rematch, Seat
from games.moves import actions
from games.notification_events import writing
from games.storage.position import Position, locked

log = structlog.get_logger(__name__)

#: The time after the last player has joined; and for games arranged between people who may be on
#: their way, for a date or a rematch.
LASTS, ARRANGED = timedelta(seconds=30), timedelta(minutes=10)
#: If nobody could answer because no process ran for this long after the end, the check begins
#: again.
UNSEEN = timedelta(seconds=15)
BATCH = 200


def begin_or_ask(
    position: Position, *, by_lot: bool = True, first: bool = False, asks: bool = True
) -> None:
    """All seats are taken: start the game, or first ask all whether they are present, unless it is
    known (``asks``).

    In the caller's transaction. ``by_lot`` and ``first`` as in ``actions.start_game``.
    """
    if asks and kinds.get_clock(position.game).live and len(_people(position)) > 1:
        _ask(position, timezone.now())
    else:
        _start(position, by_lot=by_lot, first=first)


def ready(game_id: int, user_id: int) -> Position:
    """Mark this player as ready; when all are, the game starts.

    Forbidden without a seat; Refused if no ready check is running.
    """
    now = timezone.now()
    with locked(game_id, user_id=user_id) as position:
        game = position.game
        if game.status != Game.Status.OPEN:
            raise Refused(_("This game has already started, or is over."), "not_open")
        seat = position.seat_of(user_id)
        if seat is None:
            raise Forbidden(_("You have not joined this game."), "no_seat")
        if game.ready_by is None or game.ready_by <= now:
            raise Refused(_("No ready check is running."), "no_ready_check")
        seat.ready_at = seat.ready_at or now
        seat.save(update_fields=["ready_at"])
        if not missing(position):
            _start(position, by_lot=not Rematch.objects.filter(made=game).exists())
        changes.after_commit(changes.beside, game_id=game.pk)
    return position


def missing(position: Position) -> list[Seat]:
    """The seats of people who have not said that they are ready."""
    return [seat for seat in _people(position) if seat.ready_at is None]


def end_due() -> int:
    """One tick: end the checks whose time is up; return how many."""
    return due_rows.process_each("ready checks", due().values_list("pk", flat=True)[:BATCH], _end)


def due() -> QuerySet[Game]:
    """The games whose ready check is due to end."""
    return Game.objects.filter(ready_by__lte=timezone.now())


def _end(game_id: int) -> bool:
    now = timezone.now()
    try:
        with locked(game_id, wait=False) as position:
            game = position.game
            if game.ready_by is None or game.ready_by > now:
                return False
            if game.ready_by < now - UNSEEN and not any(seat.free for seat in position.seats):
                _ask(position, now)
            elif game.status == Game.Status.OPEN:
                _go_on_without(position, missing(position), now)
            else:
                leaving.stop_check(position)
    except GameError as error:  # the game is locked: the next tick tries again
        log.info("ready check not ended", game=game_id, reason=error.code)
        return False
    return True


def _go_on_without(position: Position, absent: list[Seat], now: datetime) -> None:
    """Players who are not ready leave the table; they and the others are notified."""
    gone = [seat.user_id for seat in absent if seat.user_id is not None]
    stays = leaving.free(position, absent)
    writing.not_ready(position, gone, now)
    if stays:
        for user_id in gone:
            writing.left(position, user_id, now)


def _ask(position: Position, now: datetime) -> None:
    game = position.game
    game.ready_by = now + (LASTS if game.joined_at else ARRANGED)
    game.save(update_fields=["ready_by"])
    for seat in position.seats:
        seat.ready_at = None
    Seat.objects.bulk_update(position.seats, ["ready_at"])
    writing.ready_check(position, now)
    changes.after_commit(changes.beside, game_id=game.pk)


def _start(position: Position, *, by_lot: bool, first: bool = False) -> None:
    game = position.game
    waiting_times.record_wait(game, began=True)
    if game.ready_by is not None:
        game.ready_by = None
        game.save(update_fields=["ready_by"])
    actions.start_game(position, by_lot=by_lot, first=first)


def _people(position: Position) -> list[Seat]:
    return [seat for seat in position.seats if seat.user_id is not None]
