"""Devices for push notifications: browsers in which a person has agreed to them."""

import re
from datetime import timedelta

from django.db import transaction
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.preferences import reading_as
from boardgames.http import safe_outbound
from boardgames.http.safe_outbound import NotReached
from boardgames.redis import rate_counter
from boardgames.refusal import Refusal
from notifications import push
from notifications.models import PushSubscription

#: A browser that is in use opens one of our pages within this time, and renews for a new key.
RENEWS = timedelta(days=60)
#: Devices per person.
MOST = 20
#: Tests and new devices per person in ten minutes: each may send a request to another server.
MOST_TRIES = 20

_PROGRAMS = {
    r"Edg(A|iOS)?/": "Edge",
    r"OPR/": "Opera",
    r"SamsungBrowser/": "Samsung Internet",
    r"(Firefox|FxiOS)/": "Firefox",
    r"(Chrome|CriOS)/": "Chrome",
    r"Safari/": "Safari",
}
_MACHINES = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def add(user: User, endpoint: str, p256dh: str, auth: str, user_agent: str = "") -> None:
    """Send push notifications for this person, and for nobody else, to this browser from now on."""
    _check(endpoint, p256dh, auth)
    if too_often(user):
        raise Refusal(_("You have done this too often. Please wait a few minutes."))
    with transaction.atomic(durable=True):
        User.objects.select_for_update().get(pk=user.pk)
        others = push.reached(user).exclude(endpoint=endpoint)
        if others.count() >= MOST:
            raise Refusal(_("You have too many devices here. Remove one that you no longer use."))
        PushSubscription.objects.update_or_create(
            endpoint=endpoint,
            defaults={
                "user": user,
                "p256dh": p256dh,
                "auth": auth,
                "vapid_key": push.public_key(),
                "device": device_name(user_agent),
            },
        )


def renew(old_endpoint: str, endpoint: str, p256dh: str, auth: str) -> None:
    """Replace a subscription that the browser changed by itself, or for our new key.

    Only the browser and its push service know the old address, which is proof enough.
    """
    _check(old_endpoint, p256dh, auth)
    _check(endpoint, p256dh, auth)
    with transaction.atomic(durable=True):
        found = PushSubscription.objects.select_for_update().filter(endpoint=old_endpoint).first()
        if found is None or PushSubscription.objects.filter(endpoint=endpoint).exists():
            raise Refusal(_("There is nothing here"))
        found.endpoint, found.p256dh, found.auth = endpoint, p256dh, auth
        found.vapid_key = push.public_key()
        found.save(update_fields=["endpoint", "p256dh", "auth", "vapid_key"])


def forget_old() -> int:
    """Delete subscriptions for an earlier key of ours that browsers have not renewed; how many.

    They no longer get messages.
    """
    long_ago = timezone.now() - RENEWS
    old = PushSubscription.objects.exclude(vapid_key__in=push.keys())
    return old.filter(created_at__lt=long_ago).exclude(last_used_at__gt=long_ago).delete()[0]


def remove(user: User, subscription_id: int) -> None:
    """Send no more messages to this device."""
    user.push_subscriptions.filter(pk=subscription_id).delete()


def remove_all(user: User) -> None:
    """Send no more messages to any device: all of this person's browsers were signed out."""
    user.push_subscriptions.all().delete()


def test(subscription: PushSubscription) -> str:
    """Send a message now; returns the push service's error, empty if it accepted the message."""
    user = subscription.user
    if too_often(user):
        return _("You have done this too often. Please wait a few minutes.")
    with reading_as(user):
        payload = push.Payload(
            title=_("This is how notifications look"),
            body=_("Push notifications reach this device."),
            path=reverse("my"),
            tag="test",
            renotify=True,
        )
        try:
            answer = push.push(subscription, payload, timedelta(minutes=5), pressing=True)
        except NotReached as error:
            return str(error)
        if answer.status in push.GONE:
            return _(
                "The browser has turned off push notifications, so we removed the device. "
                "You can add it again."
            )
        return "" if answer.good else f"{answer.status} {answer.text[:200]}".strip()


def too_often(user: User) -> bool:
    """Whether this person caused too many requests; counts one."""
    return not rate_counter.allow(f"outside/{user.pk}", MOST_TRIES, 600)


def device_name(user_agent: str) -> str:
    """A name such as "Firefox, Android"; empty if unknown."""
    program = next((name for mark, name in _PROGRAMS.items() if re.search(mark, user_agent)), "")
    machine = next((name for mark, name in _MACHINES.items() if mark in user_agent), "")
    return ", ".join(filter(None, [program, machine]))


def _check(endpoint: str, p256dh: str, auth: str) -> None:
    try:
        safe_outbound.address(endpoint)
    except NotReached as error:
        raise Refusal(str(error)) from error
    if len(endpoint) > 1000 or not push.are_keys(p256dh, auth):
        raise Refusal(_("The browser did not give us an address that we can use."))
