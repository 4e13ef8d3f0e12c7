"""Closed accounts: their games go on without them, and nobody has to wait for somebody gone.

A tick finds the seats that a closed account still holds, so that closing one needs nothing of
games and nothing is lost when it is interrupted.
"""

import structlog

from boardgames import scans
from games.errors import GameError
from games.lobby import open_games
from games.models import Game, Invitation, Notebook, Seat
from games.moves import actions

log = structlog.get_logger(__name__)


def settle() -> int:
    """Free or hand to a bot every seat that a closed account holds; how many there were."""
    Invitation.objects.filter(user__is_active=False).delete()
    Notebook.objects.filter(user__is_active=False).delete()
    held = Seat.objects.filter(
        user__is_active=False,
        rank=None,  # not over; an index leads from closed accounts to these alone
        resigned_at=None,
        game__status__in=(Game.Status.OPEN, Game.Status.RUNNING),
    )
    return scans.each("departures", held.values_list("pk", flat=True), _let_go)


def _let_go(seat_id: int) -> bool:
    seat = Seat.objects.select_related("game").only("user_id", "game__status").get(pk=seat_id)
    if seat.user_id is None:
        return False
    try:
        if seat.game.status == Game.Status.OPEN:
            open_games.leave(seat.game_id, seat.user_id)
        else:
            actions.let_go(seat.game_id, seat.user_id)
    except GameError as error:  # somebody is at it: the next tick tries again
        log.info("seat not let go", game=seat.game_id, reason=error.code)
        return False
    return True
