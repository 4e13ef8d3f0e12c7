"""The bell's list and its number, which counts news but not the games that wait for the reader."""

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
#: Unread news older than this stay in the list but no longer count.
FADES = timedelta(days=14)


def entries(user_id: int) -> QuerySet[Notification]:
    """A person's notifications, newest first."""
    planned = Notification.objects.filter(user_id=user_id, state=State.PLANNED)
    return planned.select_related("user", "game").order_by("-id")


def list_by_number(numbers: Iterable[int]) -> list[Notification]:
    """These notifications, newest first, with what their words are made of."""
    found = list(Notification.objects.filter(pk__in=list(numbers)).order_by("-pk"))
    known = games.provider().to_tell_of({each.game_id for each in found if each.game_id})
    for each in found:
        if each.game_id in known:
            each.game = known[each.game_id]
    return found


def unread(user_id: int) -> Question[int]:
    """The bell's number: unread, recent news.

    Each game counts once, and so does each thing that is about no game. Games that wait for this
    person do not count: another number shows them.
    """
    since, waiting = timezone.now() - FADES, games.provider().waiting
    return statements.unread(user_id, since, _silent(), waiting)


@cache
def _silent() -> tuple[str, ...]:
    return tuple(kind.name for kind in kinds.registered() if not kind.counts)


def unread_by_game(user_id: int, kind: str) -> dict[int, int]:
    """How many notifications of this kind are unread, by game."""
    new = Notification.objects.filter(
        user=user_id, state=State.PLANNED, read_at=None, kind=kind, game__isnull=False
    )
    return dict(new.values_list("game_id").annotate(Count("pk")))


def not_reading(user_ids: Iterable[int], game_id: int, kind: str, most: int) -> set[int]:
    """Those of these people who have at least ``most`` unread ones of this kind about this game."""
    unread = Notification.objects.filter(
        user__in=list(user_ids), state=State.PLANNED, read_at=None, game=game_id, kind=kind
    )
    counted = unread.values("user_id").annotate(n=Count("pk")).filter(n__gte=most)
    return set(counted.values_list("user_id", flat=True))


def at_table(game_id: int, user_id: int) -> Question[list[int]]:
    """Mark a person's news of a game as read: the game is on a visible page of theirs.

    Notifications that are not yet due count as seen only for some kinds; for the others the
    position that was seen decides (``Kind.why_not``).
    """
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
    """Mark everything under the bell as read."""
    _read(Notification.objects.filter(user_id=user_id, state=State.PLANNED))


def topic(user_id: int) -> str:
    """The topic to which a person's pages subscribe (``boardgames.redis.subscriptions``)."""
    return f"u{user_id}"


def ring(user_ids: Iterable[int]) -> None:
    """Tell the open pages of these people to count again."""
    people = list(user_ids)
    if people:
        best_effort.publish(ringing(people))


def ringing(user_ids: Iterable[int]) -> bytes:
    """The message that does so."""
    return messages.text(map(topic, user_ids), {"type": "me"})


def supersede(planned: Iterable[Notification]) -> None:
    """Mark earlier notifications as read that these replace for the same games.

    It takes effect with the caller's transaction; then the caller must call ``ring``. Rows that a
    reader is marking right now are skipped, as that has the same effect.
    """
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
