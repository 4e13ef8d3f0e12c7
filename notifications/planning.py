"""Handing facts to the channels that their readers want.

A fact that is due and still true stands under the bell from now on, and a ``Delivery`` is made for
each channel and target where its reader wants it: at once, in a batch that goes out some minutes
after its first, or in the daily summary. Quiet hours put off what would go out in them. A reminder
is never put off so far that too little of the time is left: it then goes out at once, alone.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime, timedelta

import structlog
from django.db import DatabaseError, transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from accounts.models import User
from boardgames.redis import hints
from games.messages.stale import why_not
from games.moves import incidents
from notifications import bell, channels, preferences, rhythm
from notifications.delivery import QUEUES
from notifications.models import Channel, Delivery, Kind, Notification, Preference, Rhythm, When
from notifications.preferences import Choice

log = structlog.get_logger(__name__)

State = Notification.State

#: Facts planned in one transaction.
BATCH = 100
#: A run takes up no further facts after this many seconds; the next tick goes on.
LONGEST_RUN = 20.0
#: What cannot be planned is tried again after this time, and given up when it is this old.
LATER, TOO_OLD = timedelta(hours=1), timedelta(days=2)


def plan_due() -> int:
    """Plan all facts that are due; how many. Many may do so at once."""
    end = time.monotonic() + LONGEST_RUN
    planned = 0
    while time.monotonic() < end and (some := _plan_some()):
        planned += some
    return planned


def _plan_some() -> int:
    now = timezone.now()
    with transaction.atomic(durable=True):
        facts = list(
            Notification.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(state=State.QUEUED, due_at__lte=now)
            .select_related("user", "game")
            .order_by("due_at", "id")[:BATCH]
        )
        if not facts:
            return 0
        plan = _Plan(facts, now)
        for fact in facts:
            plan.take(fact)
        Notification.objects.bulk_update(facts, ["state", "reason", "due_at", "done_at", "read_at"])
        Delivery.objects.bulk_create(plan.deliveries, ignore_conflicts=True)
        incidents.reminded(
            (fact.game, fact.data["seat"])
            for fact in plan.told
            if fact.kind == Kind.REMINDER and fact.game is not None
        )
        transaction.on_commit(plan.tell, robust=True)
    return len(facts)


class _Plan:
    """What becomes of some facts."""

    def __init__(self, facts: list[Notification], now: datetime) -> None:
        self.now = now
        self.deliveries: list[Delivery] = []
        self.told: list[Notification] = []
        readers = {fact.user_id for fact in facts}
        rows = defaultdict(list)
        for row in Preference.objects.filter(user__in=readers):
            rows[row.user_id].append(row)
        self._wishes: dict[int, dict[Choice, When]] = {
            reader: preferences.combined(rows[reader]) for reader in readers
        }
        self._rhythms = {row.user_id: row for row in Rhythm.objects.filter(user__in=readers)}
        self._batches: dict[tuple[int, Channel, int], datetime] = {}

    def take(self, fact: Notification) -> None:
        """Settle one of them."""
        try:
            reason = why_not(fact)
            deliveries = [] if reason else list(self._deliveries(fact))
        except DatabaseError:
            raise
        except Exception as error:  # whatever one fact suffers from, the others are told
            log.error("notification not planned", notification=fact.pk, exc_info=error)
            self._put_off(fact, error)
            return
        fact.done_at = self.now
        if reason:
            fact.state, fact.reason, fact.read_at = State.SKIPPED, reason, self.now
        else:
            fact.state = State.PLANNED
            self.deliveries += deliveries
            self.told.append(fact)

    def tell(self) -> None:
        """After the commit: hints for what the next ticks would find too."""
        for fact in self.told:
            bell.supersede(fact)
        bell.ring({fact.user_id for fact in self.told})
        for channel in {each.channel for each in self.deliveries if each.due_at <= self.now}:
            hints.wake("notifications.tasks.deliver", QUEUES[Channel(channel)], channel, expires=10)

    def _put_off(self, fact: Notification, error: Exception) -> None:
        if self.now - fact.created_at < TOO_OLD:
            fact.due_at = self.now + LATER
        else:
            fact.state, fact.reason, fact.done_at = State.FAILED, repr(error)[:200], self.now

    def _deliveries(self, fact: Notification) -> Iterator[Delivery]:
        for channel, way in channels.ways().items():
            when = self._wishes[fact.user_id][Kind(fact.kind), channel]
            if when == When.NEVER:
                continue
            for target in way.targets(fact.user, fact):
                due_at = self._due(fact, channel, target, when)
                batch = "" if when == When.NOW or due_at == self.now else when
                yield Delivery(
                    notification=fact,
                    user_id=fact.user_id,
                    channel=channel,
                    target=target,
                    batch=batch,
                    due_at=due_at,
                )

    def _due(self, fact: Notification, channel: Channel, target: int, when: When) -> datetime:
        """When it goes out; exactly now for what cannot wait."""
        due_at = self._calm(fact.user, channel, target, when)
        if fact.kind == Kind.REMINDER:
            deadline = parse_datetime(fact.data["deadline"])
            if deadline is not None and due_at > deadline - rhythm.SHORTEST_NOTICE:
                return self.now
        return due_at

    def _calm(self, user: User, channel: Channel, target: int, when: When) -> datetime:
        of_user = self._rhythms.get(user.pk) or Rhythm(user=user)
        due_at = rhythm.due(of_user, user.zone, when, self.now)
        if when != When.BATCHED:
            return due_at
        key = user.pk, channel, target
        if key not in self._batches:
            self._batches[key] = self._collecting(*key) or due_at
        return self._batches[key]

    def _collecting(self, user_id: int, channel: Channel, target: int) -> datetime | None:
        """When the batch goes out that somebody's messages are being collected for."""
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
