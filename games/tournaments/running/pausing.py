"""Pauses of a whole tournament: nothing begins or is settled, and no clock of its games runs.

All its deadlines move at once by the longest possible pause, and back again if it resumes earlier.
It resumes by itself, so that no pause is forgotten. Its games are paused and resumed one by one
outside of its lock; a tick finds those that a lost process left.
"""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.db.models import Exists, F, OuterRef
from django.utils import timezone

from boardgames.celery import due_rows
from games.errors import GameError
from games.models import Entrant, Game, Table, Tournament, TournamentEvent
from games.moves import pausing
from games.storage.position import locked
from games.tournaments import telling
from games.tournaments.rows import log_event

log = structlog.get_logger(__name__)

BY = "organiser"
Kind, State = TournamentEvent.Kind, Entrant.State


def days_left(tournament: Tournament) -> int:
    """For how many whole days it may still be paused."""
    return (timedelta(days=tournament.pause_days) - tournament.paused_for).days


def begin_pause(tournament: Tournament, days: int, now: datetime, *, by: int, reason: str) -> None:
    """Pause it for at most this many days, in the caller's transaction."""
    span = timedelta(days=days)
    tournament.paused_until = now + span
    tournament.save(update_fields=["paused_until"])
    _put_off(tournament, span)
    log_event(tournament, Kind.PAUSED, now, by=by, reason=reason, days=days)
    telling.decided(tournament, _people(tournament), "paused", reason, now)


def end_pause(
    tournament: Tournament, now: datetime, *, by: int | None = None, reason: str = ""
) -> None:
    """Resume it, in the caller's transaction: when its time is up, or when ``by`` ends the
    pause."""
    assert tournament.paused_until is not None
    _put_off(tournament, min(now - tournament.paused_until, timedelta()))
    tournament.paused_until = None
    tournament.save(update_fields=["paused_until"])
    log_event(tournament, Kind.RESUMED, now, by=by, reason=reason)
    telling.decided(tournament, _people(tournament), "resumed", reason, now)


def settle_games() -> int:
    """Pause the games of paused tournaments, and resume those of others; return how many."""
    paused = Tournament.objects.filter(status=Tournament.Status.RUNNING, paused_until__isnull=False)
    numbers = list(paused.values_list("pk", flat=True))
    to_pause = Game.objects.filter(
        status=Game.Status.RUNNING, paused_at=None, tournament_table__tournament__in=numbers
    )
    held = Table.objects.filter(game=OuterRef("pk"), tournament__in=numbers)
    to_go_on = Game.objects.filter(
        ~Exists(held), status=Game.Status.RUNNING, paused_at__isnull=False, paused_by=BY
    )
    changed = due_rows.process_each(
        "pauses of tournaments", to_go_on.values_list("pk", flat=True), _go_on
    )
    if numbers:
        games = to_pause.values_list("pk", flat=True)
        changed += due_rows.process_each("paused tournaments", games, _pause)
    return changed


def _pause(game_id: int) -> bool:
    return _change(game_id, paused=True)


def _go_on(game_id: int) -> bool:
    return _change(game_id, paused=False)


def _change(game_id: int, *, paused: bool) -> bool:
    """Pause or resume one game, unless another process has; a moderator's pause stays."""
    now = timezone.now()
    try:
        with locked(game_id, wait=False) as position:
            game = position.game
            if game.status != Game.Status.RUNNING:
                return False
            if paused and game.paused_at is None:
                pausing.pause_game(position, now, by=BY)
                return True
            if not paused and game.paused_at is not None and game.paused_by == BY:
                pausing.resume_game(position, now, by=BY)
                return True
    except GameError as error:  # the game is locked: the next tick tries again
        log.info("game not paused with its tournament", game=game_id, reason=error.code)
    return False


def _put_off(tournament: Tournament, span: timedelta) -> None:
    """Move all its future deadlines by this span, which may be negative."""
    tournament.paused_for += span
    if tournament.ends_at is not None:
        tournament.ends_at += span
    tournament.save(update_fields=["paused_for", "ends_at"])
    left = Table.objects.filter(tournament=tournament).exclude(state=Table.State.OVER)
    left.update(ends_at=F("ends_at") + span)


def _people(tournament: Tournament) -> list[Entrant]:
    there = Entrant.objects.filter(tournament=tournament, state__in=(State.IN, State.WAITING))
    return list(there)
