"""Posts a person's notifications to their webhooks, each in its format."""

import base64
import hashlib
import hmac
import secrets
from contextlib import nullcontext
from datetime import timedelta

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from accounts.preferences import reading_as
from boardgames.http import safe_outbound
from boardgames.http.safe_outbound import Answer, NotReached
from notifications import games, outbox
from notifications.channels import NotTaken
from notifications.kinds import kind_of
from notifications.models import Delivery, Notification, Webhook
from notifications.webhooks import bodies
from notifications.webhooks.bodies import Message
from notifications.webhooks.off import WebhookOffFact

log = structlog.get_logger(__name__)

#: A webhook is switched off after this many failures in a row over at least this time, so that a
#: short outage does not do it.
MOST_FAILURES, SHORTEST_OUTAGE = 8, timedelta(hours=6)
_GONE = (404, 410)
_BUSY = (408, 425, 429)
#: The most of an answer that is stored as the reason.
LONGEST_REASON = 200


#: Messages share no connection.
run = nullcontext


def targets(user: User, notification: Notification) -> list[int]:
    """All of the user's working webhooks; one for a single game while the user has a seat there."""
    ours = user.webhooks.filter(Q(game=None) | Q(game=notification.game_id), off_at=None)
    return [
        number
        for number, game_id in ours.values_list("pk", "game_id")
        if game_id is None or games.provider().takes_part(user, game_id)
    ]


def send(user: User, target: int, deliveries: list[Delivery]) -> None:
    """Send one message about all of them, and record the answer at the webhook.

    A webhook that keeps failing is switched off, and its owner is told so, once.
    """
    webhook = Webhook.objects.filter(pk=target, user=user, off_at=None).first()
    if webhook is None:
        raise NotTaken("no such webhook, or switched off", for_good=True)
    with reading_as(user):
        messages = []
        for delivery in deliveries:
            notification = delivery.notification
            words = kind_of(notification).words(notification)
            messages.append(Message(words.short, settings.SITE_URL + words.path, notification))
        try:
            answer = post(webhook, messages)
        except NotReached as error:
            _failed(webhook, str(error))
            raise NotTaken(str(error)) from error
    if answer.good:
        _worked(webhook)
        return
    reason = describe_answer(answer)
    gone = answer.status in _GONE
    if answer.status not in _BUSY:
        _failed(webhook, reason, gone=gone)
    raise NotTaken(reason, for_good=gone, retry_after=answer.retry_after)


def post(webhook: Webhook, messages: list[Message]) -> Answer:
    """Send this in the webhook's format; raises ``safe_outbound.NotReached``."""
    form = Webhook.Form(webhook.form)
    body = bodies.body(form, webhook.user.username, messages)
    headers = {"Content-Type": "application/json; charset=utf-8"}
    if form == Webhook.Form.JSON:
        headers |= signature(webhook.secret, _id(messages), body)
    return safe_outbound.post(webhook.url, body, headers)


def describe_answer(answer: Answer) -> str:
    """What the other side answered, in one line."""
    return " ".join(f"{answer.status} {answer.text}".split())[:LONGEST_REASON]


def new_secret() -> str:
    return "whsec_" + base64.b64encode(secrets.token_bytes(32)).decode()


def signature(secret: str, id: str, body: bytes) -> dict[str, str]:
    """The headers that prove that a body comes from us, and when."""
    timestamp = str(int(timezone.now().timestamp()))
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = hmac.digest(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256)
    return {
        "webhook-id": id,
        "webhook-timestamp": timestamp,
        "webhook-signature": f"v1,{base64.b64encode(signed).decode()}",
    }


def _id(messages: list[Message]) -> str:
    """The same id whenever the same is sent again, so that the other side can tell."""
    return "-".join(str(message.about.pk if message.about else "test") for message in messages)


def _worked(webhook: Webhook) -> None:
    if webhook.failures:
        Webhook.objects.filter(pk=webhook.pk).update(failures=0, failing_since=None)


def _failed(webhook: Webhook, reason: str, gone: bool = False) -> None:
    """Count a failure; switch the webhook off if there is no hope."""
    now = timezone.now()
    with transaction.atomic(durable=True):
        row = Webhook.objects.select_for_update().filter(pk=webhook.pk, off_at=None).first()
        if row is None:
            return
        row.failures += 1
        row.failing_since = row.failing_since or now
        if gone or (row.failures >= MOST_FAILURES and now - row.failing_since >= SHORTEST_OUTAGE):
            row.off_at, row.off_reason = now, reason[:LONGEST_REASON]
            fact, key = WebhookOffFact(webhook=row.pk), f"{row.pk} {now.isoformat()}"
            outbox.write([outbox.notification(fact, row.user_id, row.game_id, now, key)])
            log.warning("webhook switched off", webhook=row.pk, reason=reason)
        row.save(update_fields=["failures", "failing_since", "off_at", "off_reason"])
