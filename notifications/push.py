"""Push notifications, encrypted for one browser each (RFC 8291) and passed to its push service.

The push service recognises us by our key (VAPID, RFC 8292). ``templates/sw.js`` has what the
browser does with a message.
"""

import re
import time
from contextlib import nullcontext
from datetime import timedelta
from email.utils import parseaddr
from functools import cache
from hashlib import sha256

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.db.models import QuerySet
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import ngettext
from py_vapid import Vapid02
from py_vapid.utils import b64urldecode, b64urlencode

from accounts.models import User
from accounts.preferences import reading_as
from boardgames.http import safe_outbound
from boardgames.http.safe_outbound import Answer
from notifications.channels import NotTaken
from notifications.kinds import kind_of
from notifications.models import Delivery, Notification, PushSubscription

#: Push services accept at most 4096 bytes of ciphertext, but Mozilla's passes at most 2744 on to an
#: Android phone (docs/push-services.md). Encryption adds 103 bytes.
LONGEST_PAYLOAD = 2600
#: The most characters below the heading; phones show fewer.
LONGEST_BODY = 400
#: How long a push service stores a message without a deadline for a device that is off.
KEPT, LONGEST_KEPT = timedelta(days=3), timedelta(days=28)
#: Microsoft's service refuses a TTL of 0 without a header that only it knows.
SHORTEST_KEPT = timedelta(minutes=1)
GONE, FORBIDDEN = (404, 410), 403
#: Microsoft's service answers 406 in place of 429.
_BUSY = (406, 408, 425, 429)


class Payload(msgspec.Struct, frozen=True):
    """What the service worker receives."""

    title: str
    body: str
    path: str
    tag: str
    renotify: bool = False


#: Messages share no connection.
run = nullcontext


def targets(user: User, notification: Notification) -> list[int]:
    """The user's devices that can be reached."""
    return list(reached(user).values_list("pk", flat=True))


def reached(user: User) -> QuerySet[PushSubscription]:
    """The user's devices that accept messages by our key."""
    return user.push_subscriptions.filter(vapid_key__in=keys())


def send(user: User, target: int, deliveries: list[Delivery]) -> None:
    """One message about all of them; a subscription that its push service has ended is removed."""
    subscription = reached(user).filter(pk=target).first()
    if subscription is None:
        raise NotTaken("no such device any more", for_good=True)
    with reading_as(user):
        if len(deliveries) == 1 and not deliveries[0].batch:
            about = deliveries[0].notification
            payload, pressing = _message(about), kind_of(about).pressing
            kept = _kept(about)
        else:
            payload, pressing, kept = _summary(deliveries), False, KEPT
    answer = push(subscription, payload, kept, pressing)
    if not answer.good:
        raise NotTaken(
            f"{answer.status} {answer.text[:200]}".strip(),
            for_good=answer.status < 500 and answer.status not in _BUSY,
            retry_after=answer.retry_after,
        )


def push(
    subscription: PushSubscription, payload: Payload, kept: timedelta, pressing: bool
) -> Answer:
    """Pass it to the push service, and record the device's use or its end.

    Raises ``safe_outbound.NotReached``.
    """
    seconds = int(min(max(kept, SHORTEST_KEPT), LONGEST_KEPT).total_seconds())
    headers = {
        **_who_we_are(subscription.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(seconds),
        "Urgency": "high" if pressing else "normal",
        # The next message about the same game replaces one that has not arrived.
        "Topic": _topic(payload.tag),
    }
    answer = safe_outbound.post(subscription.endpoint, _encrypted(subscription, payload), headers)
    row = PushSubscription.objects.filter(pk=subscription.pk)
    if answer.status in GONE:
        row.delete()
    elif answer.good:
        row.update(last_used_at=Now(), vapid_key=public_key())
    elif answer.status == FORBIDDEN and not subscription.vapid_key:
        row.delete()  # it was made for an earlier key
    return answer


def _topic(tag: str) -> str:
    """A topic for each tag that tells the push service nothing.

    32 letters and digits are what all services accept: some refuse other characters, or a length
    that Base64 does not have.
    """
    return sha256(tag.encode()).hexdigest()[:32]


@cache
def public_key() -> str:
    """Our key in the form for browsers, in base64url."""
    key = _vapid().public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    encoded: str = b64urlencode(key)
    return encoded


def keys() -> tuple[str, str]:
    """What is stored with a device that our key reaches: the key, or nothing if it has none."""
    return public_key(), ""


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are a browser's public key and its secret, in base64url."""
    if not (
        re.fullmatch(r"[\w-]{87}=?", p256dh, re.A) and re.fullmatch(r"[\w-]{22}=*", auth, re.A)
    ):
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _raw(p256dh))
    except ValueError:
        return False
    return True


def _message(notification: Notification) -> Payload:
    """The message about one fact.

    A newer one about the same game and place replaces it on the screen (``tag``); only an urgent
    one makes a sound again (``renotify``).
    """
    kind = kind_of(notification)
    words = kind.words(notification)
    game_id = notification.game_id
    return _payload(
        words.subject,
        "\n".join(words.lines),
        words.path,
        f"{kind.place}-{game_id}" if game_id else f"news-{notification.pk}",
        renotify=kind.pressing,
    )


def _summary(deliveries: list[Delivery]) -> Payload:
    title = ngettext("%(n)d message", "%(n)d messages", len(deliveries)) % {"n": len(deliveries)}
    facts = [delivery.notification for delivery in deliveries]
    lines = [kind_of(notification).words(notification).short for notification in facts]
    return _payload(title, "\n".join(lines), reverse("my"), "summary")


def _payload(title: str, body: str, path: str, tag: str, *, renotify: bool = False) -> Payload:
    body = body if len(body) <= LONGEST_BODY else body[: LONGEST_BODY - 1].rstrip() + "…"
    return Payload(title=title[:200], body=body, path=path, tag=tag, renotify=renotify)


def _kept(notification: Notification) -> timedelta:
    """How long it is worth showing: at most the time left to move."""
    until = kind_of(notification).worth_until(notification)
    return until - timezone.now() if until else KEPT


@cache
def _vapid() -> Vapid02:
    key = settings.VAPID_PRIVATE_KEY
    if not key.isascii() or len(_raw(key)) != 32:
        raise ValueError("VAPID_PRIVATE_KEY is not 32 bytes in base64url")
    return Vapid02.from_raw(key.encode())


def _who_we_are(endpoint: str) -> dict[str, str]:
    """The header that tells a push service who sends, and where to complain."""
    claims = {
        "aud": safe_outbound.address(endpoint).origin,
        "sub": f"mailto:{parseaddr(settings.DEFAULT_FROM_EMAIL)[1]}",
        "exp": int(time.time()) + 12 * 3600,
    }
    signed: dict[str, str] = _vapid().sign(claims)
    return signed


def _raw(encoded: str) -> bytes:
    """Decode base64url, with or without padding."""
    raw: bytes = b64urldecode(encoded.rstrip("=").encode())
    return raw


def _encrypted(subscription: PushSubscription, payload: Payload) -> bytes:
    text = msgspec.json.encode(payload)
    if len(text) > LONGEST_PAYLOAD:
        text = msgspec.json.encode(msgspec.structs.replace(payload, body=""))
    encrypted: bytes = http_ece.encrypt(
        text,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=_raw(subscription.p256dh),
        auth_secret=_raw(subscription.auth),
        version="aes128gcm",
    )
    return encrypted
