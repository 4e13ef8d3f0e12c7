"""Closed accounts: their games go on without them, and nobody has to wait for somebody gone.

A tick finds the seats that a closed account still holds, so that closing one needs nothing of
games and nothing is lost when it is interrupted.
"""

import structlog

from games.errors import GameError
from games.lobby import open_games
from games.models import Game, Invitation, Seat
from games.moves import actions

log = structlog.get_logger(__name__)


def settle() -> int:
    """Free or hand to a bot every seat that a closed account holds; how many there were."""
    Invitation.objects.filter(user__is_active=False).delete()
    held = Seat.objects.filter(
        user__is_active=False,
        rank=None,  # not over; an index leads from closed accounts to these alone
        resigned_at=None,
        game__status__in=(Game.Status.OPEN, Game.Status.RUNNING),
    ).values_list("game_id", "user_id", "game__status", "bot")
    return sum(_let_go(*seat) for seat in held)


def _let_go(game_id: int, user_id: int, status: str, bot: str) -> bool:
    try:
        if status == Game.Status.OPEN:
            open_games.leave(game_id, user_id)
        elif bot:  # it has played on since a time-out; now for good
            actions.take_back(game_id, user_id)
            actions.resign(game_id, user_id)
        else:
            actions.resign(game_id, user_id)
    except GameError as error:  # somebody is at it: the next tick tries again
        log.info("seat not let go", game=game_id, reason=error.code)
        return False
    return True
