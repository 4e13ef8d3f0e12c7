"""Closed accounts: their games go on without them, so that nobody waits for them.

Suspended people keep their seats, and their clocks run; an open game of others goes on looking for
players without them. Guests who never joined a game and have not come back are closed, too. Their
rows stay, like everybody's: checking whether a row of the log still names one takes too long.

A tick finds the seats that closed accounts still hold. So closing an account needs nothing from
games, and nothing is lost if it is interrupted.
"""

from datetime import timedelta

import structlog
from django.db.models import Exists, F, OuterRef, Q
from django.utils import timezone

from accounts import people
from accounts.models import User
from accounts.moderation import sanctions
from boardgames.celery import due_rows
from games.errors import GameError
from games.lobby import open_games
from games.models import Game, Invitation, Line, Notebook, Plan, Seat, Tenure
from games.moves import actions

log = structlog.get_logger(__name__)

#: After this time a guest who never joined a game counts as gone.
IDLE = timedelta(days=90)
BATCH = 500


def free_seats() -> int:
    """Free every seat that a closed account holds, or give it to a bot; return how many there
    were."""
    away = sanctions.away().values("user")
    Invitation.objects.filter(user__is_active=False).exclude(user__in=away).delete()
    for private in (Notebook, Line):
        private.objects.filter(user__is_active=False).exclude(user__in=away).delete()
    Plan.objects.filter(tenure__user__is_active=False).exclude(tenure__user__in=away).delete()
    held = Seat.objects.filter(
        user__is_active=False,
        rank=None,  # unfinished games; an index leads from closed accounts to these alone
        resigned_at=None,
        game__status__in=(Game.Status.OPEN, Game.Status.RUNNING),
    )
    kept = Q(game__status=Game.Status.RUNNING) | Q(game__created_by=F("user"))
    held = held.exclude(kept, user__in=away)
    return due_rows.process_each("departures", held.values_list("pk", flat=True), _let_go)


def close_idle_guests() -> int:
    """Close the accounts of guests who never played and are long gone; return how many."""
    guests = User.objects.filter(
        ~Exists(Tenure.objects.filter(user=OuterRef("pk"))),
        ~Exists(Seat.objects.filter(user=OuterRef("pk"))),
        is_guest=True,
        is_active=True,
        date_joined__lt=timezone.now() - IDLE,
    )
    return due_rows.process_each("idle guests", guests.values_list("pk", flat=True)[:BATCH], _close)


def _close(user_id: int) -> bool:
    people.close_account(User.objects.get(pk=user_id))
    return True


def _let_go(seat_id: int) -> bool:
    seat = Seat.objects.select_related("game").only("user_id", "game__status").get(pk=seat_id)
    if seat.user_id is None:
        return False
    try:
        if seat.game.status == Game.Status.OPEN:
            open_games.leave_game(seat.game_id, seat.user_id)
        else:
            actions.give_up_closed_account(seat.game_id, seat.user_id)
    except GameError as error:  # the game is locked: the next tick tries again
        log.info("seat not let go", game=seat.game_id, reason=error.code)
        return False
    return True
