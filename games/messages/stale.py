"""Whether a notification still says something true and new.

Asked when it is planned and once more when it is sent; a page that merely lies open says nothing,
``seen_version`` and ``read_at`` are written for visible pages only.
"""

from django.db.models import QuerySet

from games.models import Game, Invitation, Seat, Vote
from notifications.models import Kind, Notification

_BEFORE_THE_START = (Kind.INVITED, Kind.JOINED, Kind.LEFT)


def why_not(notification: Notification) -> str:
    """Why it is not to be told (any more), in a few words for the admin; empty if it is."""
    if not notification.user.is_active:
        return "account closed"
    if notification.read_at is not None:
        return "seen"
    kind, game = Kind(notification.kind), notification.game
    if game is None or kind in (Kind.MODERATED, Kind.CANCELLED):
        return ""  # true for ever, and news until it is read
    if kind in (Kind.CHAT, Kind.TAKEN_BACK):
        return "" if _seats(notification).exists() else "seat lost"
    if kind in _BEFORE_THE_START:
        return _about_an_open_game(notification, kind, game)
    if kind == Kind.OFFERED:
        return _about_an_offer(notification, game)
    if kind == Kind.VOTE:
        return _about_vote(notification)
    seat = Seat.objects.get(game=game, index=notification.data["seat"])
    return _about_seat(notification, kind, game, seat)


def _seats(notification: Notification) -> QuerySet[Seat]:
    """The seat that the reader owns at the game, if there is one."""
    return Seat.objects.filter(game=notification.game_id, user=notification.user_id)


def _about_vote(notification: Notification) -> str:
    vote = Vote.objects.filter(pk=notification.data["vote"], closed_at=None)
    if not vote.exists():
        return "vote closed"
    mine = _seats(notification).values("index")
    return "voted" if vote.filter(ballots__seat__in=mine).exists() else ""


def _about_an_open_game(notification: Notification, kind: Kind, game: Game) -> str:
    if game.status != Game.Status.OPEN:
        return "no longer open"
    sits = _seats(notification).exists()
    if kind != Kind.INVITED:
        return "" if sits else "seat lost"
    if sits:
        return "joined"
    invitations = Invitation.objects.filter(game=game, user_id=notification.user_id)
    return "" if invitations.filter(declined_at=None).exists() else "declined"


def _about_an_offer(notification: Notification, game: Game) -> str:
    offered = game.seats.filter(index=notification.data["about"], offered_at__isnull=False)
    return "" if offered.exists() and game.status == Game.Status.RUNNING else "no longer offered"


def _about_seat(notification: Notification, kind: Kind, game: Game, seat: Seat) -> str:
    data = notification.data
    if kind == Kind.TIMED_OUT:
        return _about_lost_seat(notification, game, seat)
    if kind == Kind.GAME_OVER:
        return "seen" if seat.seen_version >= data["version"] else ""
    if game.status != Game.Status.RUNNING or game.broken_at:
        return "not running"
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


def _about_lost_seat(notification: Notification, game: Game, seat: Seat) -> str:
    """A bot plays on, or the seat is lost for good and maybe the game is over by it."""
    if seat.user_id != notification.user_id:
        return "" if notification.data.get("taken_over") else "replaced"
    if seat.resigned_at:
        return ""
    if game.status != Game.Status.RUNNING or game.broken_at:
        return "not running"
    return "" if seat.bot else "taken back"
