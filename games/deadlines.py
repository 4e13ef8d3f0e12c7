"""What is done when a seat's time is up.

No deadline lives in a queue: a tick asks the database. However many ask at once, the game's lock
lets one act, and a move made before that counts, late as it may be (DECISIONS 24).
"""

import structlog
from django.utils import timezone

from games import play
from games.errors import GameError
from games.models import Game, Seat
from games.position import locked

log = structlog.get_logger(__name__)

#: Games taken up by one tick; the next one goes on.
BATCH = 2000


def act() -> int:
    """Act on all seats past due; how many games that changed. Games being played are left alone."""
    due = (
        Seat.objects.filter(
            deadline__lte=timezone.now(),
            to_move=True,
            game__status=Game.Status.RUNNING,
            game__broken_at=None,
        )
        .order_by("deadline")
        .values_list("game_id", flat=True)[:BATCH]
    )
    return sum(_act_on(game_id) for game_id in dict.fromkeys(due))


def _act_on(game_id: int) -> bool:
    try:
        with locked(game_id, wait=False) as position:
            before = position.game.version
            if position.game.broken_at:
                return False
            for seat in position.seats:
                if seat.to_move and seat.deadline and seat.deadline <= timezone.now():
                    play.time_out(position, seat)
    except GameError as error:  # somebody is at it, or it is broken: the other games come first
        log.info("deadline not acted on", game=game_id, reason=error.code)
        return False
    return position.game.version > before
