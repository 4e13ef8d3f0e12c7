"""Leaving before the start: the seat becomes free, and the last person's leaving ends the game."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils import timezone

from games import changes
from games.lobby import waiting_times
from games.models import Game, Seat
from games.storage.position import Position


def free(position: Position, seats: Sequence[Seat]) -> bool:
    """Free these seats, in the caller's transaction; False if nobody is left and the game is
    cancelled.

    If the creator leaves, the next player becomes the creator.
    """
    game = position.game
    gone = [seat.user_id for seat in seats]
    for seat in seats:
        seat.user = None
    stop_check(position)
    game.invitations.filter(user__in=gone).update(declined_at=timezone.now())
    left = [seat.user_id for seat in position.seats if seat.user_id]
    if not left:
        cancel_game(position)
        return False
    if game.created_by_id in gone:
        game.created_by_id = left[0]
        game.save(update_fields=["created_by"])
    return True


def stop_check(position: Position) -> None:
    """Stop the ready check; writes the seats."""
    game = position.game
    for seat in position.seats:
        seat.ready_at = None
    Seat.objects.bulk_update(position.seats, ["user", "ready_at"])
    if game.ready_by is not None:
        game.ready_by = None
        game.save(update_fields=["ready_by"])
        changes.after_commit(changes.beside, game_id=game.pk)


def cancel_game(position: Position) -> None:
    """Cancel the game."""
    game = position.game
    waiting_times.record_wait(game, began=False)
    game.status, game.ready_by = Game.Status.CANCELLED, None
    game.save(update_fields=["status", "ready_by"])
