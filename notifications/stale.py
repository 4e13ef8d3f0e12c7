"""Whether a notification still says something true and new at the moment of sending."""

from accounts.models import User
from games.models import Game, Invitation, Seat
from notifications.models import Kind, Mute, Notification


def why_not(notification: Notification, user: User) -> str:
    """Why it is not to be sent (any more); empty if it is."""
    if not user.is_active:
        return "account closed"
    if Mute.objects.filter(user=user, kind=notification.kind).exists():
        return "not wanted"
    if user.confirmed_email is None:
        return "no confirmed address"
    if notification.kind == Kind.INVITED:
        return _about_invitation(notification)
    seat = (
        Seat.objects.filter(game_id=notification.game_id, index=notification.data["seat"])
        .select_related("game")
        .get()
    )
    return _about_seat(notification, seat)


def _about_invitation(notification: Notification) -> str:
    game, user_id = notification.game, notification.user_id
    if game.status != Game.Status.OPEN:
        return "no longer open"
    if Seat.objects.filter(game=game, user_id=user_id).exists():
        return "joined"
    if not Invitation.objects.filter(game=game, user_id=user_id, declined_at=None).exists():
        return "declined"
    return ""


def _about_seat(notification: Notification, seat: Seat) -> str:
    game, data, kind = seat.game, notification.data, notification.kind
    if kind == Kind.GAME_OVER:
        return "seen" if seat.seen_version >= data["version"] else ""
    if game.status != Game.Status.RUNNING or game.broken_at:
        return "not running"
    if kind == Kind.TIMED_OUT:
        return "" if seat.bot else "taken back"
    if not seat.held_by(notification.user_id):
        return "seat lost"
    if kind == Kind.REMINDER:
        deadline = seat.deadline.isoformat() if seat.deadline else None
        return "" if seat.to_move and deadline == data["deadline"] else "moved"
    if seat.seen_version >= data["version"]:
        return "seen"
    if kind == Kind.YOUR_TURN and not (seat.to_move and seat.asked_version == data["version"]):
        return "moved"
    return ""
