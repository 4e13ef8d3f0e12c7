"""Conversations from one side: the list, the messages, and deleting."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F, Max, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from accounts.models import User
from community.models import Conversation, PrivateMessage, Side
from notifications import bell

#: The most conversations in a list, and messages in a conversation; the newest are shown.
LISTED, SHOWN = 50, 100
#: How long messages are stored; each of the two may delete their own copy earlier.
KEPT = timedelta(days=365)
BATCH = 500


def list_conversations(user_id: int, *, requests: bool = False) -> list[Side]:
    """A person's conversations, or those that strangers have begun (``requests``), newest first.

    Each has the number of its ``last`` message.
    """
    newest = PrivateMessage.objects.filter(conversation=OuterRef("conversation")).order_by("-pk")
    sides = Side.objects.filter(user=user_id, listed=True, request=requests)
    sides = sides.select_related("other").annotate(last=Subquery(newest.values("pk")[:1]))
    return list(sides.order_by("-last_at")[:LISTED])


def last_of(sides: list[Side]) -> dict[int, PrivateMessage]:
    """The newest message of each conversation."""
    numbers = [vars(side)["last"] for side in sides]
    return {one.conversation_id: one for one in PrivateMessage.objects.filter(pk__in=numbers)}


def requests(user_id: int) -> int:
    """How many strangers wait for a first answer."""
    return Side.objects.filter(user=user_id, listed=True, request=True).count()


def side_of(user_id: int, other_id: int) -> Side | None:
    return Side.objects.filter(user=user_id, other=other_id).first()


def messages(side: Side, before: int | None = None) -> list[PrivateMessage]:
    """The last ones that this side has not deleted, or the last before that number, oldest
    first."""
    found = _of(side) if before is None else _of(side).filter(pk__lt=before)
    return list(reversed(found.order_by("-pk")[:SHOWN]))


def read_by_other(side: Side) -> int:
    """The number of the newest message that the other person has read."""
    theirs = Side.objects.filter(user=side.other_id, other=side.user_id)
    return theirs.values_list("read_to", flat=True).first() or 0


def mark_read(side: Side) -> None:
    """Mark everything as read: it was on a visible page."""
    if side.unread:
        newest = _of(side).aggregate(Max("pk"))["pk__max"] or 0
        Side.objects.filter(pk=side.pk).update(unread=False, read_to=newest)
        bell.ring([side.user_id])


def accept(side: Side) -> None:
    """Accept a request: its sender is no longer a stranger."""
    Side.objects.filter(pk=side.pk).update(request=False)


def delete(side: Side) -> None:
    """Delete this person's copy, without marking it as read.

    Messages that both have deleted are removed.
    """
    with transaction.atomic():
        conversation = Conversation.objects.select_for_update().get(pk=side.conversation_id)
        newest = conversation.messages.aggregate(Max("pk"))["pk__max"] or 0
        Side.objects.filter(pk=side.pk).update(deleted_to=newest, listed=False, unread=False)
        gone = min(conversation.sides.values_list("deleted_to", flat=True))
        conversation.messages.filter(pk__lte=gone).delete()
    bell.ring([side.user_id])


def forget_those_of(user: User) -> None:
    """Delete the copies of a closed account; the others keep theirs."""
    for side in Side.objects.filter(user=user):
        delete(side)


def forget_old() -> int:
    """Delete messages older than ``KEPT``; return how many."""
    old = PrivateMessage.objects.filter(at__lt=timezone.now() - KEPT).order_by("at")[:BATCH]
    deleted, _by_table = PrivateMessage.objects.filter(
        pk__in=list(old.values_list("pk", flat=True))
    ).delete()
    empty = Side.objects.filter(listed=True, last_at__lt=timezone.now() - KEPT)
    empty.update(listed=False, unread=False)
    return deleted


def passage(message_id: int, reader_id: int, lines: int = 5) -> tuple[PrivateMessage, str] | None:
    """A message that somebody else wrote to the reader, with the last lines up to it, for a report.

    None for any other message.
    """
    message = PrivateMessage.objects.select_related("by").filter(pk=message_id).first()
    if message is None or message.by_id == reader_id:
        return None
    side = Side.objects.filter(user=reader_id, conversation=message.conversation_id).first()
    if side is None or message.pk <= side.deleted_to:
        return None
    found = _of(side).filter(pk__lte=message_id).select_related("by").order_by("-pk")[:lines]
    said = [f"{one.by.username}: {one.text or one.quick}" for one in reversed(found)]
    return message, "\n".join(said)


def kept_by(user: User) -> list[dict[str, object]]:
    """This person's private messages, for the export."""
    found = PrivateMessage.objects.filter(
        Q(conversation__sides__user=user), pk__gt=F("conversation__sides__deleted_to")
    ).order_by("pk")
    other = Side.objects.filter(user=user, conversation=OuterRef("conversation"))
    rows = found.annotate(partner=Subquery(other.values("other__username")[:1]))
    return [dict(row) for row in rows.values("partner", "by__username", "text", "quick", "at")]


def _of(side: Side) -> QuerySet[PrivateMessage]:
    return PrivateMessage.objects.filter(conversation=side.conversation_id, pk__gt=side.deleted_to)
