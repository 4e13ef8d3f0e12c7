"""Packs the moves of games that ended long ago, in batches, and unpacks them.

Reading a packed game takes some milliseconds more, and an act on one unpacks its moves first, so
nobody has to wait. A game is packed only when hardly anybody looks back at it, reports it or
moderates it any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily

from boardgames.celery import due_rows
from games.models import Game, PackedGame, Progress
from games.statistics import turns
from games.storage import packing

#: Games per tick.
AT_ONCE = 200
#: The first release that packs games waits this long after its start: the release before it cannot
#: read packed games, and may have to return.
FIRST_AFTER = timedelta(days=7)


def pack_next() -> int:
    """Pack the games that are due, in the order in which they ended; return how many."""
    began, _made = Progress.objects.get_or_create(
        name=packing.PROGRESS, defaults={"at": timezone.now()}
    )
    if not settings.PACK_GAMES_AFTER or began.at is None:
        return 0
    if began.at > timezone.now() - FIRST_AFTER:
        return 0
    ended_before, counted = _before(), turns.last_counted()
    games = packing.due(ended_before).values_list("pk", flat=True)[:AT_ONCE]
    return due_rows.process_each(
        "packing", games, lambda pk: packing.pack(pk, ended_before, counted)
    )


def unpack_all() -> int:
    """Turn the moves of all packed games into rows again, game by game; return how many games."""
    many = 0
    for game_id in PackedGame.objects.order_by("pk").values_list("pk", flat=True).iterator():
        with transaction.atomic(durable=True):
            game = Game.objects.select_for_update().get(pk=game_id)
            many += game.packed
            packing.take_out(game)
    return many


def figures() -> Iterator[GaugeMetricFamily]:
    """How many games are packed, and how many are old enough to be."""
    progress = Progress.objects.filter(name=packing.PROGRESS).first()
    packed = progress.row if progress else 0
    waiting = packing.due(_before()).order_by().count() if settings.PACK_GAMES_AFTER else 0
    yield GaugeMetricFamily("games_packed", "Games whose moves lie in one row", packed)
    yield GaugeMetricFamily("games_to_pack", "Games that are over and wait for that", waiting)


def _before() -> datetime:
    return timezone.now() - timedelta(days=settings.PACK_GAMES_AFTER)
