"""What stands under the bell, and its number, which says what is new beside the games that wait."""

from collections.abc import Collection, Iterable
from datetime import timedelta
from functools import cache

from django.db import transaction
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from boardgames.database.rows import Question
from boardgames.redis import best_effort, messages
from notifications import games, kinds, statements
from notifications.models import Notification

State = Notification.State
#: News that nobody has read for so long fades: it stands in the list, and does not count.
FADES = timedelta(days=14)


def entries(user_id: int) -> QuerySet[Notification]:
    """What somebody was told, newest first."""
    planned = Notification.objects.filter(user_id=user_id, state=State.PLANNED)
    return planned.select_related("user", "game").order_by("-id")


def unread(user_id: int) -> Question[int]:
    """The bell's number, of unread news that is not old: each game counts once, and each thing that
    is about none. Games that wait for this person do not: another number says so."""
    since, waiting = timezone.now() - FADES, games.provider().waiting
    return statements.unread(user_id, since, _silent(), waiting)


@cache
def _silent() -> tuple[str, ...]:
    return tuple(kind.name for kind in kinds.registered() if not kind.counts)


def unread_by_game(user_id: int, kind: str) -> dict[int, int]:
    """How many unread ones of this kind there are, by the game that they are about."""
    new = Notification.objects.filter(
        user=user_id, state=State.PLANNED, read_at=None, kind=kind, game__isnull=False
    )
    return dict(new.values_list("game_id").annotate(Count("pk")))


def not_reading(user_ids: Iterable[int], game_id: int, kind: str, most: int) -> set[int]:
    """Those of these people who have ``most`` unread ones of this kind about this game, or more."""
    unread = Notification.objects.filter(
        user__in=list(user_ids), state=State.PLANNED, read_at=None, game=game_id, kind=kind
    )
    counted = unread.values("user_id").annotate(n=Count("pk")).filter(n__gte=most)
    return set(counted.values_list("user_id", flat=True))


def at_table(game_id: int, user_id: int) -> Question[list[int]]:
    """What somebody has read once the game is on a visible page of his. Of what is not yet due,
    the news of some kinds is then seen; for the others the position that was seen decides
    (``Kind.why_not``)."""
    return statements.at_table(game_id, user_id, _seen_at_the_table())


@cache
def _seen_at_the_table() -> tuple[str, ...]:
    return tuple(kind.name for kind in kinds.registered() if kind.seen_at_the_table)


def read_these(notifications: Collection[int]) -> None:
    if notifications:
        _read(Notification.objects.filter(pk__in=notifications))


def mark_read(user_id: int, notification_id: int) -> None:
    _read(Notification.objects.filter(user_id=user_id, pk=notification_id))


def read_all(user_id: int) -> None:
    """Everything that stands under the bell."""
    _read(Notification.objects.filter(user_id=user_id, state=State.PLANNED))


def topic(user_id: int) -> str:
    """Where the pages of somebody listen (``boardgames.redis.subscriptions``)."""
    return f"u{user_id}"


def ring(user_ids: Iterable[int]) -> None:
    """Tell the open pages of these people to count again."""
    people = list(user_ids)
    if people:
        best_effort.publish(ringing(people))


def ringing(user_ids: Iterable[int]) -> bytes:
    """The message that tells them so."""
    return messages.text(map(topic, user_ids), {"type": "me"})


def supersede(planned: Iterable[Notification]) -> None:
    """What was told of the same games earlier, and these replace, no longer counts as unread: true
    with the caller's transaction, after which he rings. Whoever reads one of them just now does the
    same, and is not waited for."""
    earlier = Q()
    for each in planned:
        replaced = kinds.kind_of(each).supersedes
        if replaced and each.game_id:
            mine = Q(user_id=each.user_id, game_id=each.game_id, pk__lt=each.pk)
            earlier |= mine & Q(kind__in=replaced)
    if earlier:
        found = Notification.objects.filter(earlier, state=State.PLANNED, read_at=None)
        ids = list(found.select_for_update(skip_locked=True).values_list("pk", flat=True))
        Notification.objects.filter(pk__in=ids).update(read_at=timezone.now())


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
