"""Frees a person's places in a club's tournaments when they leave the club.

A closed club's tournaments do not begin.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import structlog

from community.clubs import belonging, founding
from games.errors import GameError
from games.models import Entrant, Tournament
from games.tournaments.rows import locked
from games.tournaments.running import organising, running

log = structlog.get_logger(__name__)

State, Status = Entrant.State, Tournament.Status


def listen_to_departures() -> None:
    """Connect to the signals of leaving members and closing clubs; called at each process's
    start."""
    belonging.gone.connect(_gone, dispatch_uid="tournaments hear who leaves a club")
    founding.closed.connect(_closed, dispatch_uid="tournaments hear of closed clubs")


def _gone(club_id: int, user_id: int, **_signal: Any) -> None:
    """After the commit, free the person's places; if that is lost, the beginning does it.

    In a tournament that has begun they may play on.
    """
    joined = Entrant.objects.filter(
        user=user_id,
        state__in=(State.IN, State.WAITING),
        tournament__club=club_id,
        tournament__status=Status.OPEN,
    )
    for tournament_id in list(joined.values_list("tournament", flat=True)):
        try:
            organising.withdraw_player(tournament_id, user_id)
        except GameError as error:  # it has just begun
            log.info("place not given free", tournament=tournament_id, reason=error.code)


def _closed(club_id: int, now: datetime, **_signal: Any) -> None:
    """Cancel a closed club's tournaments that have not begun, in the transaction that closes it."""
    open_ = Tournament.objects.filter(club=club_id, status=Status.OPEN).order_by("pk")
    for tournament_id in list(open_.values_list("pk", flat=True)):
        with locked(tournament_id) as tournament:
            if tournament.status == Status.OPEN:
                running.end_tournament(tournament, Status.CANCELLED, now, reason="club_closed")
