"""Limits on a person's games, invitations and requests, for pages and programs alike.

They are counted in Redis; without Redis nobody is limited.
"""

from collections.abc import Iterable
from datetime import timedelta

from django.db.models import Count, F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import counting
from accounts.models import User
from boardgames.database import locks
from boardgames.redis import rate_counter
from games.errors import Busy, Refused, TooMany
from games.lobby.invitations import OPEN
from games.models import Game, Invitation, Seat

PER_HOUR = {"new game": 60, "invitation": 60, "friend request": 30, "game name": 20}
#: For guests, as anybody can become one again and again, and for bots.
GUESTS_PER_HOUR = {"new game": 20, "invitation": 10, "friend request": 5, "game name": 5}

#: Games in which a person's bot may have a seat.
MOST_OF_BOT = 20

#: A person's games that may wait in the lobby, so that there is room for everybody's.
MOST_OPEN, GUESTS_MOST_OPEN = 20, 5
#: A person's invitations to another, to open games or sent today, that may be unanswered before the
#: next one is refused.
MOST_INVITATIONS = 5

#: Games that may wait for a person who wants to join another; programs may have many.
MOST_WAITING = 100

_HOUR = 60 * 60
_LIVE = 0x6C697665  # the letters of "live"


def check_waiting(user_id: int) -> None:
    """Raise Refused for a person for whom too many games wait: the next one would have to wait,
    too.

    In the caller's transaction, in which this person joins a game.
    """
    counting.alone(user_id)
    if is_bot(user_id):
        _check_bot(user_id)
    if waited_for_by_many([user_id]):
        raise Refused(
            _(
                "%(count)d games are waiting for you. Please make some moves before you join "
                "another."
            )
            % {"count": MOST_WAITING},
            "too_many_waiting",
        )


def _check_bot(user_id: int) -> None:
    """Raise Refused for a bot that plays many games."""
    running = Game.Status.OPEN, Game.Status.RUNNING
    at = Seat.objects.filter(user_id=user_id, rank=None, game__status__in=running)
    if at.count() >= MOST_OF_BOT:
        raise Refused(
            _("A bot can play at most %(most)d games at a time.") % {"most": MOST_OF_BOT},
            "too_many_of_bot",
        )


def waited_for_by_many(user_ids: Iterable[int]) -> set[int]:
    """The people among these for whom the maximum number of games waits."""
    waiting = Seat.objects.filter(
        user__in=list(user_ids), to_move=True, bot="", game__practice=False
    )
    many = waiting.order_by().values("user_id").annotate(n=Count("pk"))
    return set(many.filter(n__gte=MOST_WAITING).values_list("user_id", flat=True))


def check_open(user_id: int) -> None:
    """Raise Refused for a person with too many games in the lobby, or in the lists of clubs.

    In the caller's transaction, in which the game is opened.
    """
    counting.alone(user_id)
    most = GUESTS_MOST_OPEN if _has_less(user_id) else MOST_OPEN
    waiting = Seat.objects.filter(
        user_id=user_id,
        rank=None,
        game__created_by=user_id,
        game__status=Game.Status.OPEN,
    ).filter(Q(game__visibility=Game.Visibility.PUBLIC) | Q(game__club__isnull=False))
    if waiting.count() >= most:
        raise Refused(
            _(
                "%(count)d of your games are waiting for players. Please let them start, or "
                "cancel some."
            )
            % {"count": most},
            "too_many_open",
        )


def check_live(user_id: int, besides: int | None = None) -> None:
    """Raise Refused for a person who waits at another live table: both may start at once.

    Busy while another request seats this person; until this transaction ends no other can.
    """
    if not locks.taken(_LIVE, user_id):
        raise Busy
    waiting = Seat.objects.filter(
        user_id=user_id, rank=None, game__status=Game.Status.OPEN, game__clock__kind="live"
    )
    other = waiting.exclude(game=besides).values_list("game_id", flat=True).first()
    if other is not None:
        raise Refused(
            _(
                "You are already waiting at live table %(game)d. Leave it before you sit down "
                "at another."
            )
            % {"game": other},
            "live_elsewhere",
        )


def check_invitations(by_id: int, user_ids: list[int]) -> None:
    """Raise Refused if somebody has not answered many invitations of the same person.

    In the caller's transaction, in which the next one is sent.
    """
    counting.alone(by_id)
    lately = Q(at__gt=timezone.now() - timedelta(days=1))  # whatever became of the game
    unanswered = Invitation.objects.filter(
        OPEN, Q(game__status=Game.Status.OPEN) | lately, invited_by=by_id, user__in=user_ids
    ).exclude(game__seats__user=F("user"))
    most = (
        unanswered.values("user__username").annotate(n=Count("pk")).filter(n__gte=MOST_INVITATIONS)
    )
    names = sorted(most.values_list("user__username", flat=True))
    if names:
        raise Refused(
            _("%(names)s has not answered your latest invitations yet.")
            % {"names": ", ".join(names)},
            "unanswered",
        )


def count_act(what: str, user_id: int, by: int = 1) -> None:
    """Count more of ``what``; TooMany if that exceeds the hourly limit."""
    if not by:
        return
    most = (GUESTS_PER_HOUR if _has_less(user_id) else PER_HOUR)[what]
    key = f"{what}/{user_id}"
    if not rate_counter.allow(key, most, _HOUR, by):
        again_in = timedelta(seconds=rate_counter.seconds_left(key, _HOUR))
        raise TooMany(
            _("You have done this too often in the last hour. Please try again later."), again_in
        )


def _has_less(user_id: int) -> bool:
    """Whether this is a guest or a bot, whose limits are lower."""
    less = Q(is_guest=True) | Q(owner__isnull=False)
    return User.objects.filter(less, pk=user_id).exists()


def is_bot(user_id: int) -> bool:
    """Whether this account is a person's bot, which others play only if they want to."""
    return User.objects.filter(pk=user_id, owner__isnull=False).exists()
