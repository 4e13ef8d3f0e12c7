"""The seats that programs play: which of them are asked, and their moves, one per transaction."""

import structlog

from games.errors import GameError
from games.models import Game, Seat
from games.moves import actions

log = structlog.get_logger(__name__)

#: Games taken up by one tick; the next one goes on.
BATCH = 200


def play_all() -> int:
    """One move in every game that waits for a bot, the longest wait first; how many were made."""
    asked = (
        Seat.objects.filter(to_move=True, game__status=Game.Status.RUNNING, game__broken_at=None)
        .exclude(bot="")
        .order_by("waiting_since")
        .values_list("game_id", flat=True)[:BATCH]
    )
    return sum(play_one(game_id) for game_id in dict.fromkeys(asked))


def play_one(game_id: int) -> bool:
    """One move of a bot in this game, if one is asked. If others are then, the news of it says so,
    which brings us here again."""
    seat = Seat.objects.filter(game_id=game_id, to_move=True).exclude(bot="").first()
    if seat is None:
        return False
    try:
        return actions.by_bot(game_id, seat.index) is not None
    except GameError as error:
        log.warning("bot could not move", game=game_id, seat=seat.index, reason=error.code)
        return False
