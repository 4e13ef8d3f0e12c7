"""What stands under the bell: everything that somebody was told and has not read."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from boardgames.redis import hints, messages
from notifications.models import Kind, Notification

State = Notification.State

#: News that whoever looks at the game has then seen, though it is not yet due. For all other
#: kinds the position that was seen decides (``games.messages.stale``).
_SEEN_AT_THE_TABLE = (Kind.CHAT, Kind.JOINED, Kind.LEFT, Kind.TAKEN_BACK, Kind.CANCELLED)

_OF_A_TURN = (Kind.YOUR_TURN, Kind.REMINDER)


def entries(user_id: int) -> QuerySet[Notification]:
    """What somebody was told, newest first."""
    told = Notification.objects.filter(user_id=user_id, state=State.PLANNED)
    return told.select_related("user", "game").order_by("-id")


def unread(user_id: int) -> int:
    return Notification.objects.filter(user_id=user_id, state=State.PLANNED, read_at=None).count()


def read_at_table(game_id: int, user_id: int) -> None:
    """The game is on a visible page of this person's."""
    told = Q(state=State.PLANNED) | Q(state=State.QUEUED, kind__in=_SEEN_AT_THE_TABLE)
    _read(Notification.objects.filter(told, user_id=user_id, game_id=game_id))


def read(user_id: int, notification_id: int) -> None:
    _read(Notification.objects.filter(user_id=user_id, pk=notification_id))


def read_all(user_id: int) -> None:
    """Everything that stands under the bell."""
    _read(Notification.objects.filter(user_id=user_id, state=State.PLANNED))


def topic(user_id: int) -> str:
    """Where the pages of somebody listen (``boardgames.redis.hub``)."""
    return f"u{user_id}"


def ring(user_ids: Iterable[int]) -> None:
    """Tell the open pages of these people to count again."""
    topics = list(map(topic, user_ids))
    if topics:
        hints.publish(messages.text(topics, {"type": "me"}))


def supersede(fact: Notification) -> None:
    """What was told earlier of the reader's turn in this game no longer counts as unread."""
    if fact.kind in _OF_A_TURN and fact.game_id:
        told = Notification.objects.filter(user_id=fact.user_id, game_id=fact.game_id)
        _read(told.filter(kind__in=_OF_A_TURN, state=State.PLANNED, pk__lt=fact.pk))


def _read(rows: QuerySet[Notification]) -> None:
    unread = rows.filter(read_at=None)
    readers = dict(unread.values_list("pk", "user_id"))
    if not readers:
        return
    with transaction.atomic():  # locked in one order, so that two readers never block each other
        found = Notification.objects.select_for_update().filter(pk__in=readers).order_by("pk")
        ids = list(found.values_list("pk", flat=True))
        Notification.objects.filter(pk__in=ids, read_at=None).update(read_at=timezone.now())
    ring(set(readers.values()))
