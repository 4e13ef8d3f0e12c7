"""Queues notifications in the transaction that makes them true."""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

import msgspec

from notifications import statements
from notifications.models import Announcement, Notification


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened, as stored in ``Notification.data``; each kind has a subclass."""

    kind: ClassVar[str]


def notification(
    fact: Fact, user_id: int, game_id: int | None, due_at: datetime, key: object = "", /
) -> Notification:
    """An unsaved notification; ``key`` tells facts of one kind, game and user apart."""
    return statements.notification(
        key=f"{fact.kind}/{game_id or ''}/{user_id}/{key}",
        kind=fact.kind,
        user_id=user_id,
        game_id=game_id,
        due_at=due_at,
        data=msgspec.to_builtins(fact),
    )


def of_day(day: datetime, *parts: object) -> str:
    """A key for something that a person can cause repeatedly, so that it is sent once a day.

    ``parts`` say who caused it, and where.
    """
    return "/".join(map(str, (*parts, day.date())))


def write(notifications: Iterable[Notification]) -> None:
    """Queue these notifications, except those already queued, in the caller's transaction."""
    statements.queue(notifications)


def forget_facts(fact: type[Fact], user_ids: Iterable[int], game_id: int) -> None:
    """Mark facts of this kind about this game as outdated for these people."""
    Notification.objects.filter(user__in=list(user_ids), kind=fact.kind, game=game_id).delete()


def announce(fact: Fact, game_id: int | None, due_at: datetime, key: object = "", /) -> None:
    """Queue one fact for all whom its kind concerns (``Kind.audience``).

    Planning makes a notification for each of them.
    """
    statements.announce(
        key=f"{fact.kind}/{game_id or ''}/{key}",
        kind=fact.kind,
        game_id=game_id,
        due_at=due_at,
        data=msgspec.to_builtins(fact),
    )


def spread(announcement: Announcement, user_ids: Iterable[int]) -> None:
    """Queue an announcement for each of these people."""
    write(
        statements.notification(
            key=f"{announcement.key}/{user_id}",
            kind=announcement.kind,
            user_id=user_id,
            game_id=announcement.game_id,
            due_at=announcement.due_at,
            data=announcement.data,
        )
        for user_id in user_ids
    )
