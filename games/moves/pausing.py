"""Pauses: no clock of the game runs, moves stay possible, and each seat keeps its time.

Players agree on a pause by vote; it ends by vote, or by itself after ``LONGEST``, so that no game
is forgotten. A moderator's pause lasts until a moderator lifts it; a tournament lifts the pause of
its organiser (``games.tournaments.running.pausing``).
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.utils import timezone

from boardgames.celery import due_rows
from games import changes
from games.errors import GameError
from games.models import Game, Incident
from games.moves import incidents
from games.moves.recording import retime
from games.storage.position import Position, locked

log = structlog.get_logger(__name__)

Kind = Incident.Kind
LONGEST = timedelta(days=14)


def pause_game(
    position: Position, now: datetime, *, by: str, user_id: int | None = None, reason: str = ""
) -> None:
    """Stop the clocks, in the caller's transaction; ``by``: ``vote``, ``moderator`` or
    ``organiser``."""
    position.game.paused_at, position.game.paused_by = now, by
    position.game.save(update_fields=["paused_at", "paused_by"])
    changes.interrupted.send(sender=None, position=position, now=now)
    retime(position, now)
    incidents.record_incident(position, Kind.PAUSED, user_id=user_id, by=by, reason=reason)


def resume_game(
    position: Position, now: datetime, *, by: str, user_id: int | None = None, reason: str = ""
) -> None:
    """Let the clocks run again, each with the time that it had.

    ``by`` is ``vote``, ``time``, ``moderator`` or ``organiser``.
    """
    position.game.paused_at, position.game.paused_by = None, ""
    position.game.save(update_fields=["paused_at", "paused_by"])
    changes.interrupted.send(sender=None, position=position, now=now)
    retime(position, now)
    incidents.record_incident(position, Kind.RESUMED, user_id=user_id, by=by, reason=reason)


def by_moderator(game: Game) -> bool:
    """Whether the game is paused and only a moderator may end the pause."""
    return game.paused_at is not None and game.paused_by == "moderator"


def by_players(game: Game) -> bool:
    """Whether the game is paused and its players may end the pause."""
    return game.paused_at is not None and game.paused_by not in ("moderator", "organiser")


def end_due() -> int:
    """End the pauses that have reached their limit; return how many there were."""
    paused = Game.objects.filter(
        status=Game.Status.RUNNING, broken_at=None, paused_at__lte=timezone.now() - LONGEST
    ).exclude(paused_by="moderator")
    return due_rows.process_each("pauses", paused.values_list("pk", flat=True), _end)


def _end(game_id: int) -> bool:
    now = timezone.now()
    try:
        with locked(game_id, wait=False) as position:
            game = position.game
            if game.paused_at is None or game.paused_at > now - LONGEST or by_moderator(game):
                return False
            resume_game(position, now, by="time")
    except GameError as error:  # the game is locked: the next tick tries again
        log.info("pause not ended", game=game_id, reason=error.code)
        return False
    return True
