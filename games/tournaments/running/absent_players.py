"""Players of an arena who do not come to their table: they lose, and the arena goes on."""

from __future__ import annotations

from datetime import datetime, timedelta

import structlog
from django.utils import timezone

from games.errors import GameError
from games.models import Game, Seat, Table, Tournament
from games.moves import ending, seat_holders
from games.storage.position import locked
from games.tournaments.arena.arena_ticks import has_chosen, has_come

log = structlog.get_logger(__name__)

#: After this time in which a table waits for a player who has neither opened it nor made a choice,
#: the player has lost.
ABSENT = timedelta(seconds=45)


def find_absent(tournament: Tournament, now: datetime) -> list[tuple[int, int]]:
    """The games, with the players who have not come to them."""
    tables = Table.objects.filter(tournament=tournament, state=Table.State.RUNNING)
    seats = Seat.objects.filter(
        game__in=tables.values("game"),
        game__status=Game.Status.RUNNING,
        game__paused_at=None,
        game__broken_at=None,
        to_move=True,
        bot="",
        seen_version=0,
        waiting_since__lte=now - ABSENT,
    )
    return [
        (game, user or 0)
        for game, user, index in seats.values_list("game", "user", "index")
        if not has_chosen(game, index)
    ]


def forfeit(game_id: int, user_id: int) -> bool:
    """Let a player who has not come lose the game, unless they have come meanwhile.

    If nobody has come the game is cancelled, and nobody has won it.
    """
    now = timezone.now()
    try:
        with locked(game_id, wait=False) as position:
            seat = position.seat_of(user_id)
            running = position.game.status == Game.Status.RUNNING
            if seat is None or not running or not seat.to_move or seat.seen_version:
                return False
            if has_chosen(game_id, seat.index):
                return False
            if any(has_come(game_id, each.index) for each in position.seats):
                seat_holders.forfeit(position, seat, now)
            else:
                ending.cancel_game(position, now, by="deserted")
    except GameError as error:  # the game is locked: the next look tries again
        log.info("absent player not put out", game=game_id, reason=error.code)
        return False
    return True
