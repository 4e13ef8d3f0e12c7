"""Ends a former member's part in a club: answers to events, and seats in its open games.

Running games continue.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

import structlog

from accounts.sessions import sockets
from community.clubs import belonging, founding
from games.clubs import making
from games.errors import GameError
from games.lobby import open_games
from games.models import ClubEvent, Coming, Game, Invitation, Seat

log = structlog.get_logger(__name__)


def listen_to_departures() -> None:
    """Connect to the signals of leaving members and closing clubs; called at the start of each
    process."""
    belonging.gone.connect(_gone, dispatch_uid="games hear who leaves a club")
    founding.closed.connect(_closed, dispatch_uid="games hear of closed clubs")


def _gone(club_id: int, user_id: int, **_signal: Any) -> None:
    """After the commit, free seats and update the pages of club games.

    If that is lost, the person keeps a seat, and a page of a club's game gets news for under a
    minute.
    """
    sockets.look_again(user_id)
    Coming.objects.filter(
        user=user_id, event__club=club_id, event__state=ClubEvent.State.PLANNED
    ).delete()
    Invitation.objects.filter(
        user=user_id, game__club=club_id, game__status=Game.Status.OPEN
    ).delete()
    waiting = Seat.objects.filter(
        user=user_id, rank=None, game__club=club_id, game__status=Game.Status.OPEN
    )
    for game_id in list(waiting.values_list("game", flat=True)):
        try:
            open_games.leave_game(game_id, user_id)
        except GameError as error:  # it has just begun
            log.info("seat of a club's game not given free", game=game_id, reason=error.code)


def _closed(club_id: int, now: datetime, **_signal: Any) -> None:
    making.on_closing(club_id, now)
