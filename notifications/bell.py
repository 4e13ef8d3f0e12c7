"""What stands under the bell: everything that somebody was told and has not read."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from boardgames.redis import hints, messages
from notifications import kinds, registry
from notifications.models import Notification

State = Notification.State


def entries(user_id: int) -> QuerySet[Notification]:
    """What somebody was told, newest first."""
    planned = Notification.objects.filter(user_id=user_id, state=State.PLANNED)
    return planned.select_related("user", "game").order_by("-id")


def listed(user_id: int) -> QuerySet[Notification]:
    """The same with all that their words are made of, read at once for all of them."""
    return entries(user_id).prefetch_related("game__seats__user")


def unread(user_id: int) -> int:
    return Notification.objects.filter(user_id=user_id, state=State.PLANNED, read_at=None).count()


def read_at_table(game_id: int, user_id: int) -> None:
    """The game is on a visible page of this person's. Of what is not yet due, the news of some
    kinds is then seen; for the others the position that was seen decides (``Kind.why_not``)."""
    seen = [kind.name for kind in registry.all() if kind.seen_at_the_table]
    known = Q(state=State.PLANNED) | Q(state=State.QUEUED, kind__in=seen)
    _read(Notification.objects.filter(known, user_id=user_id, game_id=game_id))


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


def supersede(notification: Notification) -> None:
    """What was told of the game earlier, and this replaces, no longer counts as unread."""
    replaced = kinds.kind_of(notification).supersedes
    if replaced and notification.game_id:
        earlier = Notification.objects.filter(
            user_id=notification.user_id, game_id=notification.game_id, pk__lt=notification.pk
        )
        _read(earlier.filter(kind__in=replaced, state=State.PLANNED))


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
