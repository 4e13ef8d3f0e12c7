"""Ends open tables and standing invitations that nobody has joined for a long time.

The person who waited is notified once. An invitation to a single game expires by itself
(``games.lobby.invitations``).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import ngettext

from boardgames.celery import due_rows
from games.clocks import kinds
from games.errors import Busy, NotFound
from games.lobby import leaving, standing
from games.models import Game, StandingInvitation
from games.notification_events import writing
from games.storage.position import Position, locked

#: How long a table waits after it was opened or last joined; the creator of a live one must be
#: present when it starts.
DAYS, LIVE = timedelta(days=14), timedelta(hours=3)
#: How long a standing invitation waits for a first or a next game.
STANDING = timedelta(days=90)
BATCH = 500


def lapses_at(game: Game) -> datetime:
    """When an open table ends if nobody joins it by then."""
    return game.waits_since + (LIVE if kinds.get_clock(game).live else DAYS)


def waited(game: Game) -> str:
    """For how long nobody joined a table that has expired."""
    if kinds.get_clock(game).live:
        hours = LIVE // timedelta(hours=1)
        said = ngettext(
            "Nobody has joined for %(n)d hour.", "Nobody has joined for %(n)d hours.", hours
        )
        return said % {"n": hours}
    said = ngettext(
        "Nobody has joined for %(n)d day.", "Nobody has joined for %(n)d days.", DAYS.days
    )
    return said % {"n": DAYS.days}


def lapse() -> int:
    """One tick: end what has waited for too long; return how many."""
    tables = due_rows.process_each(
        "open tables", tables_due().values_list("pk", flat=True)[:BATCH], _table
    )
    due = standing_due().values_list("pk", flat=True)[:BATCH]
    return tables + due_rows.process_each("standing invitations that wait", due, _standing)


def tables_due() -> QuerySet[Game]:
    """Open tables whose time is up; tournaments end their own."""
    now = timezone.now()
    since = Game.objects.alias(since=Coalesce("joined_at", "created_at"))
    live = Q(clock__kind="live", since__lte=now - LIVE)
    waited = live | Q(since__lte=now - DAYS)
    return since.filter(waited, status=Game.Status.OPEN, organised=False).order_by("pk")


def standing_due() -> QuerySet[StandingInvitation]:
    """Active standing invitations without a running game."""
    since = standing.find_usable_invitations().alias(since=Coalesce("placed_at", "at"))
    due = since.filter(since__lte=timezone.now() - STANDING).exclude(placements__over=False)
    return due.order_by("pk")


def _table(game_id: int) -> bool:
    try:
        with locked(game_id, wait=False) as position:
            due = _is_due(position)
            if due:
                leaving.cancel_game(position)
                writing.table_lapsed(position, timezone.now())
    except (Busy, NotFound):  # the game is locked: the next tick tries again
        return False
    return due


def _is_due(position: Position) -> bool:
    game = position.game
    return game.status == Game.Status.OPEN and lapses_at(game) <= timezone.now()


def _standing(invitation_id: int) -> bool:
    with transaction.atomic(durable=True):
        due = standing_due().filter(pk=invitation_id).select_for_update(of=("self",)).first()
        if due is None:
            return False
        writing.standing_lapsed(due, timezone.now())
        due.delete()
    return True
