"""Sends what is due, each message once, each channel independently.

1. Claim a message (one delivery, or all of a batch) in one transaction. It also settles stale
   deliveries and moves the next try ahead, past the claim's end.
2. Send it.
3. Record the outcome in a second transaction.

If a sender dies in between, its attempts have no outcome, and the next try follows when the claim
has run out. So a message can be sent twice only if its sender died after the other side had
accepted it and before that was recorded. A message without an answer may have arrived, too: it is
sent once more, much later.
"""

import random
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import DatabaseError
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.db.transaction import on_commit
from django.utils import timezone

from accounts.models import User
from boardgames.database import locks, slices
from boardgames.database.rows import transaction
from boardgames.mail.pending_answers import Awaited, NeverAnswered, Unanswered
from boardgames.redis import figures
from notifications import channels, kinds, preferences, statements
from notifications.channels import NotTaken
from notifications.models import Attempt, Channel, Delivery, Notification, When
from notifications.preferences import Setting

log = structlog.get_logger(__name__)

State = Delivery.State

#: How long a claim lasts; a task that sends is killed before (``task_time_limit``).
CLAIM = timedelta(minutes=2)
#: The pauses after failed tries; after the last one the delivery has failed.
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360, 720)]
KEPT = timedelta(days=60)
#: A message without an answer is sent once more after this time; then it has failed.
UNANSWERED, MOST_UNANSWERED = timedelta(hours=6), 2
#: A delivery whose content another message is just sending is checked again after this time.
SOON = timedelta(seconds=5)
#: A run starts no further message after this many seconds; the next tick continues.
LONGEST_RUN = 40.0
#: The queue of each channel's task.
QUEUES = {Channel.MAIL: "mail", Channel.PUSH: "push", Channel.WEBHOOK: "push"}

_awaited = {channel: Awaited() for channel in Channel}
_LOCK = 0x6D61696C  # the letters of "mail"; the channel and the number of the place are added


def places(channel: Channel) -> list[int]:
    """The locks of a channel, one for each concurrent sender."""
    first, many = _LOCK + Channel.values.index(channel), settings.MAIL_SENDERS
    return [first + len(Channel) * n for n in range(many if channel == Channel.MAIL else 1)]


def hold_place(channel: Channel) -> AbstractContextManager[bool]:
    """Take a place among a channel's senders; False if all are taken.

    However slow the other side is, it holds up only this many processes.
    """
    return locks.one_of(places(channel))


def deliver_due(channel: Channel) -> int:
    """Send or skip what is due by a channel; return how many messages. May run concurrently."""
    end, awaited = time.monotonic() + LONGEST_RUN, _awaited[channel]
    done = 0
    with channels.backend(channel).run():
        while time.monotonic() < end:
            if awaited.is_full() or (message := _claim(channel)) is None:
                if not awaited.pause():
                    break
                continue
            if message.deliveries:
                _send(message)
            done += 1
    return done


def find_due_deliveries(channel: str) -> list[QuerySet[Delivery]]:
    """The deliveries that are due by a channel."""
    queued = Delivery.objects.filter(channel=channel, state=State.QUEUED)
    return [queued.filter(due_at__lte=timezone.now())]


def forget_old() -> int:
    """Delete what was settled long ago; return how many rows."""
    done = Notification.objects.exclude(state=Notification.State.QUEUED)
    return slices.delete(done.filter(done_at__lt=timezone.now() - KEPT))


#: Finds a due delivery of the same batch that must be claimed first. A sender claims a whole batch
#: by its first row, so two senders cannot make two messages of it.
_EARLIER = Delivery.objects.filter(
    channel=OuterRef("channel"),
    user=OuterRef("user"),
    target=OuterRef("target"),
    batch=OuterRef("batch"),
    state=State.QUEUED,
    id__lt=OuterRef("id"),
).exclude(batch="")


@dataclass
class _Message:
    """A message to one person; empty if everything in it is stale.

    ``attempts`` are the numbers of the tries to send it.
    """

    channel: Channel
    user: User
    target: int
    deliveries: list[Delivery]
    attempts: list[int]
    tries: dict[int, int]
    """By delivery, this one included."""


def _claim(channel: Channel) -> _Message | None:
    """Claim the next due message: for a while nobody else takes it."""
    with transaction():
        now = timezone.now()
        earlier = _EARLIER.filter(due_at__lte=now)
        due = (
            Delivery.objects.select_for_update(skip_locked=True, of=("self",))
            .filter(channel=channel, state=State.QUEUED, due_at__lte=now)
            .select_related("user", "notification__user", "notification__game")
        )
        first = due.filter(~Exists(earlier)).order_by("due_at", "id").first()
        if first is None:
            return None
        found = [first]
        if first.batch:
            batch = due.filter(user=first.user_id, target=first.target, batch=first.batch)
            found = list(batch.order_by("notification_id"))
        tries, unanswered, wishes = statements.before(found)
        fresh = _still_wanted(found, tries, preferences.combined(wishes))
        for delivery in fresh:
            if tries[delivery.pk] > len(PAUSES):
                _give_up(delivery, "tried too often")
            elif unanswered[delivery.pk] >= MOST_UNANSWERED:
                _give_up(delivery, "never answered")
        fresh = [delivery for delivery in fresh if delivery.state == State.QUEUED]
        attempts = statements.claim(fresh, now, now + CLAIM)
        tries = {each.pk: tries[each.pk] + 1 for each in fresh}
    return _Message(channel, first.user, first.target, fresh, attempts, tries)


def _still_wanted(
    found: list[Delivery], tries: dict[int, int], chosen: dict[Setting, When]
) -> list[Delivery]:
    """The deliveries that are still true, new and wanted; settles the others."""
    fresh = []
    for delivery in found:
        try:
            reason = _why_not(delivery, chosen)
        except DatabaseError:
            raise
        except Exception as error:  # an error of one message does not stop the others
            log.error("delivery not judged", delivery=delivery.pk, exc_info=error)
            _defer(delivery, tries[delivery.pk], repr(error))
            continue
        if reason == _BEING_SAID:
            delivery.due_at = timezone.now() + SOON
            delivery.save(update_fields=["due_at"])
        elif reason:
            _settle(delivery, State.SKIPPED, reason)
        else:
            fresh.append(delivery)
    return fresh


def _why_not(delivery: Delivery, chosen: dict[Setting, When]) -> str:
    notification, channel = delivery.notification, Channel(delivery.channel)
    if reason := kinds.why_not(notification):
        return reason
    if chosen[notification.kind, channel] == When.NEVER:
        return "not wanted"
    if delivery.target not in channels.backend(channel).targets(delivery.user, notification):
        return "no address any more"
    return _said(delivery)


_SAID, _BEING_SAID = "said with another", "being said with another"


def _said(delivery: Delivery) -> str:
    """Whether another message to the same target has the same content, sent meanwhile or right now.

    Of two such deliveries, two senders must not each find the other one still waiting. So a sender
    waits until the one before it has claimed what it will send.
    """
    notification = delivery.notification
    kinds_of_those = kinds.kind_of(notification).said_by(notification)
    if not kinds_of_those:
        return ""
    channel = Channel.values.index(delivery.channel)
    locks.held_to_the_end(_LOCK + channel, delivery.user_id)
    those = Delivery.objects.filter(
        user=delivery.user_id,
        channel=delivery.channel,
        target=delivery.target,
        notification__game=notification.game_id,
        notification__kind__in=kinds_of_those,
    )
    if those.filter(state=State.SENT, done_at__gte=notification.created_at).exists():
        return _SAID
    now = timezone.now()
    answer = timedelta(seconds=settings.EMAIL_ANSWER_TIMEOUT)
    under_way = Attempt.objects.filter(
        Q(outcome="", at__gt=now - CLAIM)
        | Q(outcome=Attempt.Outcome.OPEN, at__gt=now - CLAIM - answer),
        delivery=OuterRef("pk"),
    )
    return _BEING_SAID if those.filter(Exists(under_way), state=State.QUEUED).exists() else ""


def _defer(delivery: Delivery, tries: int, error: str) -> None:
    """Defer a delivery that raised an error before sending; counts as a failed try."""
    Attempt.objects.create(
        notification_id=delivery.notification_id,
        delivery=delivery,
        at=timezone.now(),
        outcome=Attempt.Outcome.FAILED,
        error=error,
    )
    if tries >= len(PAUSES):
        _give_up(delivery, error)
    else:
        delivery.due_at = timezone.now() + PAUSES[tries]
        delivery.save(update_fields=["due_at"])


def _send(message: _Message) -> None:
    try:
        channels.backend(message.channel).send(message.user, message.target, message.deliveries)
    except Unanswered as unanswered:
        _note_open(message, str(unanswered))
        wait = unanswered.wait
        _awaited[message.channel].add(lambda: _note_answer(message, wait))
    except NotTaken as failure:
        _note_failure(message, failure)
    except Exception as error:  # an error of one message does not stop the others
        log.warning("trouble of a message", channel=message.channel, exc_info=error)
        _note_failure(message, NotTaken(str(error) or repr(error)))
    else:
        _note_success(message)


def _note_open(message: _Message, error: str) -> None:
    """Record that it may have arrived: without an answer it is sent once more, much later."""
    with transaction():
        _note(message, Attempt.Outcome.OPEN, error)
        statements.put_off(message.deliveries, timezone.now() + UNANSWERED)


def _note_answer(message: _Message, wait: Callable[[], None]) -> None:
    try:
        wait()
    except NotTaken as failure:
        _note_failure(message, failure)
    except NeverAnswered as error:
        deliveries = [each.pk for each in message.deliveries]
        log.warning("message not answered", channel=message.channel, deliveries=deliveries)
        _note(message, Attempt.Outcome.OPEN, str(error))
    else:
        _note_success(message)


def _note_success(message: _Message) -> None:
    with transaction():
        _note(message, Attempt.Outcome.SENT)
        for delivery in message.deliveries:
            _settle(delivery, State.SENT)


def _note_failure(message: _Message, failure: NotTaken) -> None:
    log.warning(
        "message not sent",
        channel=message.channel,
        deliveries=[each.pk for each in message.deliveries],
        reason=failure.reason,
    )
    longest = min(max(message.tries.values()), len(PAUSES))
    pause = PAUSES[longest - 1] * random.uniform(0.9, 1.1)  # noqa: S311  not all at once
    pause = max(pause, failure.retry_after or pause)
    with transaction():
        _note(message, Attempt.Outcome.FAILED, failure.reason)
        for delivery in message.deliveries:
            if failure.for_good or message.tries[delivery.pk] > len(PAUSES):
                _give_up(delivery, failure.reason)
            else:
                delivery.due_at = timezone.now() + pause
                delivery.save(update_fields=["due_at"])


def _note(message: _Message, outcome: Attempt.Outcome, error: str = "") -> None:
    if outcome == Attempt.Outcome.FAILED:
        figures.add_to_figure("failed_tries_total", channel=str(message.channel))
    statements.record_attempts(message.attempts, outcome, error)


def _give_up(delivery: Delivery, reason: str) -> None:
    log.error("message failed", channel=delivery.channel, delivery=delivery.pk, reason=reason)
    _settle(delivery, State.FAILED, reason[:200])


def _settle(delivery: Delivery, state: str, reason: str = "") -> None:
    channel = str(delivery.channel)
    on_commit(lambda: figures.add_to_figure("deliveries_total", channel=channel, outcome=state))
    delivery.state, delivery.reason = state, reason
    delivery.done_at = timezone.now()
    statements.store_outcome(delivery)
