"""Queues what somebody will be told, in the transaction that makes it true."""

from collections.abc import Iterable
from datetime import datetime
from typing import ClassVar

import msgspec

from notifications import statements
from notifications.models import Announcement, Notification


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """What happened, as it is stored in ``Notification.data``; a class for each kind."""

    kind: ClassVar[str]


def notification(
    fact: Fact, user_id: int, game_id: int | None, due_at: datetime, key: object = "", /
) -> Notification:
    """A notification not yet written; ``key`` tells facts of one kind, game and user apart."""
    return statements.notification(
        key=f"{fact.kind}/{game_id or ''}/{user_id}/{key}",
        kind=fact.kind,
        user_id=user_id,
        game_id=game_id,
        due_at=due_at,
        data=msgspec.to_builtins(fact),
    )


def of_day(day: datetime, *parts: object) -> str:
    """A key for what somebody can cause again and again, so that it is told once a day: ``parts``
    say who has caused it, and where."""
    return "/".join(map(str, (*parts, day.date())))


def write(notifications: Iterable[Notification]) -> None:
    """Queue what is not queued already, in the caller's transaction."""
    statements.queue(notifications)


def forget_facts(fact: type[Fact], user_ids: Iterable[int], game_id: int) -> None:
    """What these people were told of this kind about this game is worth nothing any more."""
    Notification.objects.filter(user__in=list(user_ids), kind=fact.kind, game=game_id).delete()


def announce(fact: Fact, game_id: int | None, due_at: datetime, key: object = "", /) -> None:
    """Queue one fact for all whom its kind concerns (``Kind.audience``), however many they are;
    planning makes a notification for each of them."""
    statements.announce(
        key=f"{fact.kind}/{game_id or ''}/{key}",
        kind=fact.kind,
        game_id=game_id,
        due_at=due_at,
        data=msgspec.to_builtins(fact),
    )


def spread(announcement: Announcement, user_ids: Iterable[int]) -> None:
    """Queue what is announced for each of these people."""
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
