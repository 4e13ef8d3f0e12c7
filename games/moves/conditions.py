"""Conditions of actions at a table, for the actions and for the pages that offer them."""

from __future__ import annotations

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import Act
from accounts.moderation import audit, impersonation
from games.errors import Broken, Refused
from games.models import Game, Move, Seat, Tenure
from games.storage import statements
from games.storage.position import Position


def check_running(position: Position) -> None:
    """Raise Refused or Broken for a game in which nobody can act."""
    check_not_over(position)
    if position.game.broken_at:
        raise Broken


def check_not_over(position: Position) -> None:
    """Raise Refused for a game that is not running; a broken one may pass."""
    if position.game.status != Game.Status.RUNNING:
        raise Refused(_("This game is not running."), "not_running")


def undoable(position: Position, seat: Seat) -> Move | None:
    """The seat's last choice, if nobody else has seen what it led to."""
    game = position.game
    if game.version == game.public_version:
        return None
    last = statements.newest_move(game)
    if last and last.action == Move.Action.CHOOSE and last.tenure_id == seat.tenure_id:
        return last
    return None


def sealed_answer(position: Position, seat: Seat) -> bool:
    """Whether the seat has given a sealed answer that it may still change or withdraw."""
    return position.rules is not None and position.rules.can_withdraw(seat.index)


def on_offer(seat: Seat) -> bool:
    """Whether anybody may take over the seat now."""
    return seat.offered_at is not None and bool(seat.bot) and seat.resigned_at is None


def has_sat(game: Game, user_id: int) -> bool:
    """Whether this person holds or has held a seat of the game."""
    return Tenure.objects.filter(seat__game=game, user_id=user_id).exists()


def has_looked(game: Game, user_id: int) -> bool:
    """Whether this person has seen, as a moderator, what only one seat knows.

    That is, by looking as a moderator, or as a person who sits there.
    """
    if game.started_at is None:
        return False
    sat = Tenure.objects.filter(seat__game=game).exclude(user=None).values("user")
    as_one = Q(action=audit.ACT_AS, person_id__in=sat, at__gt=game.started_at - impersonation.LASTS)
    looks = Act.objects.filter(by_id=user_id)
    return looks.filter(Q(action=audit.LOOK, game=game.pk) | as_one).exists()
