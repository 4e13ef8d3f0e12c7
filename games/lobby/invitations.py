"""Invitations to open games: each keeps a seat until it is answered or lapses."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from boardgames.celery import due_rows
from games.models import Game, Invitation
from games.notification_events import writing
from games.storage.position import Position

#: An invitation without an answer expires after this time.
LASTS = timedelta(days=7)
BATCH = 500
#: Neither declined nor expired; the invited player may have joined and left again.
OPEN = Q(declined_at=None, lapsed_at=None)


def unanswered(position: Position) -> QuerySet[Invitation]:
    """Open invitations of people who have not joined."""
    seated = [seat.user_id for seat in position.seats if seat.user_id is not None]
    return position.game.invitations.exclude(user__in=seated)


def kept(position: Position, but: int | None = None) -> int:
    """How many seats are reserved for invited people other than ``but``."""
    return unanswered(position).filter(OPEN).exclude(user=but).count()


def has_seat_for(position: Position, user_id: int | None) -> bool:
    """Whether there is a free seat for this person; reserved seats are free for invited people."""
    free = sum(seat.free for seat in position.seats)
    if free and asked(position, user_id):
        return True
    return free > kept(position)


def asked(position: Position, user_id: int | None) -> bool:
    """Whether this person is invited and has not answered."""
    return unanswered(position).filter(OPEN, user=user_id).exists()


def decline(game_id: int, user_id: int) -> None:
    """Decline an invitation, which frees its seat. The person can still join while there is one."""
    with transaction.atomic(durable=True):
        mine = Invitation.objects.select_for_update(of=("self",)).select_related("game")
        invitation = mine.filter(OPEN, game=game_id, user=user_id).first()
        if invitation is not None:
            invitation.declined_at = timezone.now()
            invitation.save(update_fields=["declined_at"])
            _tell(invitation)


def lapse_due() -> int:
    """End the invitations that nobody has answered; return how many."""
    due = Invitation.objects.filter(OPEN, at__lt=timezone.now() - LASTS).order_by("at")
    return due_rows.process_each("invitations", due.values_list("pk", flat=True)[:BATCH], _lapse)


def _lapse(invitation_id: int) -> bool:
    with transaction.atomic(durable=True):
        due = Invitation.objects.select_for_update(of=("self",)).select_related("game")
        invitation = due.filter(OPEN, pk=invitation_id).first()
        if invitation is None:
            return False
        invitation.lapsed_at = timezone.now()
        invitation.save(update_fields=["lapsed_at"])
        _tell(invitation)
    return True


def _tell(invitation: Invitation) -> None:
    """Notify the inviting players that the seat is free again, if it was reserved."""
    game = invitation.game
    if game.status == Game.Status.OPEN and not game.seats.filter(user=invitation.user_id).exists():
        writing.invitation_over(invitation, timezone.now())
