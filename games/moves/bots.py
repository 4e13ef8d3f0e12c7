"""The seats that programs play: which of them are asked, and their moves, one per transaction."""

from __future__ import annotations

from typing import Any

import structlog

from boardgames.redis import hints
from games import changes
from games.errors import GameError
from games.models import Game, Seat
from games.moves import actions
from games.storage.position import Position

log = structlog.get_logger(__name__)

#: Games taken up by one tick; the next one goes on.
BATCH = 200


def listen() -> None:
    """Wake the bots that a change asks; at the start of each process."""
    changes.committed.connect(wake, dispatch_uid="bots hear of changes")


def wake(position: Position, **_signal: Any) -> None:
    """A hint for the bots of this game, if one is asked; the tick would find it, too."""
    if any(seat.bot and seat.to_move for seat in position.seats):
        hints.wake("games.tasks.play_bots_of", "bots", position.game.pk, expires=30)


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
    """One move of a bot in this game, if one is asked; the change wakes those asked next."""
    seat = Seat.objects.filter(game_id=game_id, to_move=True).exclude(bot="").first()
    if seat is None:
        return False
    try:
        return actions.by_bot(game_id, seat.index) is not None
    except GameError as error:
        log.warning("bot could not move", game=game_id, seat=seat.index, reason=error.code)
        return False
