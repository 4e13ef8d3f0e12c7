"""Deletes cancelled games after a while: nobody played them to the end."""

from datetime import timedelta

from django.db.models import Q
from django.db.models.functions import Coalesce
from django.utils import timezone

from boardgames.celery import due_rows
from boardgames.database import slices
from games.models import Game, Move

#: How long a cancelled game is kept if it had not started, and if it had.
NEVER_BEGUN, BEGUN = timedelta(days=30), timedelta(days=365)
BATCH = 500


def delete_cancelled() -> int:
    """Delete the games that were cancelled long ago; return how many."""
    now = timezone.now()
    # A recent notification about the end of waiting may refer to the game.
    never_begun = Q(started_at=None, since__lt=now - NEVER_BEGUN)
    begun = Q(started_at__isnull=False, finished_at__lt=now - BEGUN)
    games = Game.objects.alias(since=Coalesce("joined_at", "created_at"))
    old = games.filter(never_begun | begun, status=Game.Status.CANCELLED)
    return due_rows.process_each(
        "cancelled games", old.values_list("pk", flat=True)[:BATCH], _delete
    )


def _delete(game_id: int) -> bool:
    slices.delete(Move.objects.filter(game_id=game_id))
    return bool(Game.objects.filter(pk=game_id).delete()[0])
