"""Games that end without a result, and agreed draws."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.utils import timezone

from boardgames.celery import due_rows
from games import changes
from games.errors import GameError
from games.models import Game, Incident, Move
from games.moves import incidents, plans
from games.moves.recording import append
from games.notification_events import writing
from games.rules.engine import POINTS
from games.storage.position import Position, locked

log = structlog.get_logger(__name__)

#: A game without a clock and without a move for this long counts as abandoned by everybody.
ABANDONED = timedelta(days=90)
BATCH = 500


def cancel_game(
    position: Position, now: datetime, *, by: str, user_id: int | None = None, reason: str = ""
) -> None:
    """End a running game without a result, in the caller's transaction.

    ``by`` is ``vote``, ``moderator``, ``stalled``, ``deserted``, ``unmended``, ``broken`` or
    ``time``. Its seed stays secret: it could be reopened.
    """
    game = position.game
    game.status = Game.Status.CANCELLED
    game.finished_at, game.paused_at, game.paused_by, game.broken_at = now, None, "", None
    game.save(update_fields=["status", "finished_at", "paused_at", "paused_by", "broken_at"])
    for seat in position.seats:
        seat.to_move = False
        seat.decision_id = seat.waiting_since = seat.offered_at = None
        seat.deadline = seat.clock_from = seat.budget = seat.stretch = None
        seat.save()
    plans.end_of_game(position)
    changes.interrupted.send(sender=None, position=position, now=now)
    incidents.record_incident(
        position, Incident.Kind.CANCELLED, user_id=user_id, by=by, reason=reason
    )
    writing.cancelled(position, now, by_id=user_id)


def end_in_draw(position: Position) -> None:
    """End the game with a shared victory of all who stayed, which without points is a draw, in
    the caller's transaction."""
    append(position, Move.Action.DRAW, None, barrier=True)


def as_it_stands(position: Position, *, user_id: int | None) -> None:
    """End the game now: the points that all can see decide, without any it is a draw; in the
    caller's transaction."""
    append(position, Move.Action.END, None, barrier=True, user_id=user_id)


def settle_game(game_id: int, by: str) -> None:
    """End a running game whose time is over.

    ``by`` is ``stands`` (the points at that moment decide; without points it is a draw) or
    ``draw``. A broken game ends without a result; a finished one stays as it is.
    """
    now = timezone.now()
    with locked(game_id, broken=True) as position:
        if position.game.status != Game.Status.RUNNING:
            return
        if position.game.broken_at:
            cancel_game(position, now, by="time")
            return
        if position.type.outcome != POINTS:
            by = "draw"
        incidents.record_incident(position, Incident.Kind.SETTLED, by=by)
        if by == "draw":
            end_in_draw(position)
        else:
            as_it_stands(position, user_id=None)


def cancel_abandoned() -> int:
    """Cancel the games without a clock that everybody has abandoned; return how many there were."""
    given_up = Game.objects.filter(
        status=Game.Status.RUNNING,
        clock__kind="none",
        moved_at__lt=timezone.now() - ABANDONED,
        paused_at=None,
        broken_at=None,
    ).values_list("pk", flat=True)[:BATCH]
    return due_rows.process_each("abandoned games", given_up, _cancel_abandoned)


def _cancel_abandoned(game_id: int) -> bool:
    now = timezone.now()
    try:
        with locked(game_id, wait=False) as position:
            game = position.game
            moved = game.moved_at is None or game.moved_at > now - ABANDONED
            if game.status != Game.Status.RUNNING or game.broken_at or moved:
                return False
            cancel_game(position, now, by="stalled")
    except GameError as error:  # the game is locked: so it is not abandoned
        log.info("abandoned game not cancelled", game=game_id, reason=error.code)
        return False
    return True
