"""Hands facts to the channels that their readers want.

1. An announcement becomes a notification for each person whom it concerns.
2. A notification that is due and still true is shown under the bell from now on.
3. For each channel and target where its reader wants it, a ``Delivery`` is created: at once, in a
   batch that goes out some minutes after its first, or in the daily summary.

Quiet hours defer what would go out in them. An urgent notification, such as a reminder, is never
deferred so far that too little time is left: it goes out at once, alone.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.db import DatabaseError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from boardgames.redis import best_effort
from notifications import bell, channels, kinds, outbox, preferences, rhythm
from notifications.delivery import QUEUES
from notifications.models import (
    Announcement,
    Channel,
    Delivery,
    Notification,
    Preference,
    Rhythm,
    When,
)
from notifications.preferences import Setting

log = structlog.get_logger(__name__)

State = Notification.State

#: Facts planned in one transaction.
BATCH = 100
#: A run starts no further facts after this many seconds; the next tick continues.
LONGEST_RUN = 20.0
#: A fact that cannot be planned is retried after this time, and fails when it is this old.
LATER, TOO_OLD = timedelta(hours=1), timedelta(days=2)


def plan_due() -> int:
    """Plan everything that is due; return how many facts. May run concurrently."""
    end = time.monotonic() + LONGEST_RUN
    planned = 0
    while time.monotonic() < end and (some := _spread_one() + _plan_some()):
        planned += some
    return planned


def find_due_notifications() -> list[QuerySet[Any]]:
    """The notifications that are due to be planned."""
    now = timezone.now()
    return [
        Announcement.objects.filter(due_at__lte=now),
        Notification.objects.filter(state=State.QUEUED, due_at__lte=now),
    ]


def _spread_one() -> int:
    """Write the notifications of one due announcement; whether there was one."""
    now = timezone.now()
    with transaction.atomic(durable=True):
        announcement = (
            Announcement.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(due_at__lte=now)
            .select_related("game")
            .order_by("due_at", "id")
            .first()
        )
        if announcement is None:
            return 0
        try:
            users = sorted(set(kinds.get(announcement.kind).audience(announcement)))
        except DatabaseError:
            raise
        except Exception as error:  # an error of one announcement does not stop the others
            log.error("announcement not spread", announcement=announcement.pk, exc_info=error)
            if now - announcement.created_at < TOO_OLD:
                announcement.due_at = now + LATER
                announcement.save(update_fields=["due_at"])
                return 1
            users = []
        outbox.spread(announcement, users)
        announcement.delete()
    return 1


def _plan_some() -> int:
    now = timezone.now()
    with transaction.atomic(durable=True):
        due = list(
            Notification.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(state=State.QUEUED, due_at__lte=now)
            .select_related("user", "game")
            .order_by("due_at", "id")[:BATCH]
        )
        if not due:
            return 0
        plan = _Plan(due, now)
        for notification in due:
            plan.add(notification)
        Notification.objects.bulk_update(due, ["state", "reason", "due_at", "done_at", "read_at"])
        bell.supersede(plan.planned)
        Delivery.objects.bulk_create(plan.deliveries, ignore_conflicts=True)
        for kind, planned in plan.by_kind().items():
            kinds.get(kind).planned(planned)
        transaction.on_commit(plan.send_hints, robust=True)
    return len(due)


class _Plan:
    """The outcome for some notifications, collected to be written together."""

    def __init__(self, due: list[Notification], now: datetime) -> None:
        self.now = now
        self.deliveries: list[Delivery] = []
        self.planned: list[Notification] = []
        readers = {notification.user_id for notification in due}
        rows = defaultdict(list)
        for row in Preference.objects.filter(user__in=readers):
            rows[row.user_id].append(row)
        self._preferences: dict[int, dict[Setting, When]] = {
            reader: preferences.combined(rows[reader]) for reader in readers
        }
        self._rhythms = {row.user_id: row for row in Rhythm.objects.filter(user__in=readers)}
        self._batches: dict[tuple[int, Channel, int], datetime] = {}

    def add(self, notification: Notification) -> None:
        """Plan one notification."""
        try:
            reason = kinds.why_not(notification)
            deliveries = [] if reason else list(self._deliveries(notification))
        except DatabaseError:
            raise
        except Exception as error:  # an error of one notification does not stop the others
            log.error("notification not planned", notification=notification.pk, exc_info=error)
            self._put_off(notification, error)
            return
        notification.done_at = self.now
        if reason:
            notification.state, notification.reason = State.SKIPPED, reason
            notification.read_at = self.now
        else:
            notification.state = State.PLANNED
            self.deliveries += deliveries
            self.planned.append(notification)

    def by_kind(self) -> dict[str, list[Notification]]:
        """Those that are shown, by the names of their kinds."""
        found = defaultdict(list)
        for notification in self.planned:
            found[notification.kind].append(notification)
        return found

    def send_hints(self) -> None:
        """After the commit: send hints for what the next ticks would find anyway."""
        bell.ring({notification.user_id for notification in self.planned})
        for channel in {each.channel for each in self.deliveries if each.due_at <= self.now}:
            best_effort.wake(
                "notifications.tasks.deliver", QUEUES[Channel(channel)], channel, expires=10
            )

    def _put_off(self, notification: Notification, error: Exception) -> None:
        if self.now - notification.created_at < TOO_OLD:
            notification.due_at = self.now + LATER
        else:
            notification.state, notification.done_at = State.FAILED, self.now
            notification.reason = repr(error)[:200]

    def _deliveries(self, notification: Notification) -> Iterator[Delivery]:
        one_of_many = kinds.kind_of(notification).is_one_of_many(notification)
        for channel, backend in channels.backends().items():
            when = self._preferences[notification.user_id][notification.kind, channel]
            if when == When.NEVER:
                continue
            if when == When.NOW and one_of_many:
                when = When.BATCHED
            for target in backend.targets(notification.user, notification):
                due_at = self._due(notification, channel, target, when)
                batch = "" if when == When.NOW or due_at == self.now else when
                yield Delivery(
                    notification=notification,
                    user_id=notification.user_id,
                    channel=channel,
                    target=target,
                    batch=batch,
                    due_at=due_at,
                )

    def _due(
        self, notification: Notification, channel: Channel, target: int, when: When
    ) -> datetime:
        """When it goes out; exactly now if it is urgent."""
        due_at = self._in_rhythm(notification.user, channel, target, when)
        kind = kinds.kind_of(notification)
        if kind.pressing:
            until = kind.worth_until(notification)
            if until is not None and due_at > until - rhythm.SHORTEST_NOTICE:
                return self.now
        return due_at

    def _in_rhythm(self, user: User, channel: Channel, target: int, when: When) -> datetime:
        own = self._rhythms.get(user.pk) or Rhythm(user=user)
        due_at = rhythm.due_at(own, user.zone, when, self.now)
        if when != When.BATCHED:
            return due_at
        key = user.pk, channel, target
        if key not in self._batches:
            self._batches[key] = self._collecting(*key) or due_at
        return self._batches[key]

    def _collecting(self, user_id: int, channel: Channel, target: int) -> datetime | None:
        """When the batch that is being collected for a person goes out."""
        return (
            Delivery.objects.filter(
                user_id=user_id,
                channel=channel,
                target=target,
                batch=When.BATCHED,
                state=Delivery.State.QUEUED,
                due_at__gt=self.now,
            )
            .order_by("due_at")
            .values_list("due_at", flat=True)
            .first()
        )
