"""Our key for push notifications has changed: devices of the old one are renewed, or forgotten."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from notifications import devices, push, tasks
from notifications.models import PushSubscription
from tests.elsewhere import Elsewhere
from tests.notifications.browsers import Browser


@pytest.fixture
def new_key(settings: Settings) -> Iterator[None]:
    """Set after the fixtures before it."""
    settings.VAPID_PRIVATE_KEY = secrets.token_urlsafe(32)
    yield
    _forget_key()


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    _forget_key()
    yield
    _forget_key()


def _forget_key() -> None:
    push.public_key.cache_clear()
    push._vapid.cache_clear()


@pytest.fixture
def old_phone(anna: User, phone: Browser) -> PushSubscription:
    return phone.subscribe(anna)


def test_a_device_of_an_old_key_gets_nothing_and_is_not_listed(
    anna: User, old_phone: PushSubscription, client: Client, settings: Settings, new_key: None
) -> None:
    _forget_key()
    assert old_phone.vapid_key not in ("", push.public_key())
    client.force_login(anna)
    page = client.get("/notifications/settings/").content.decode()
    assert "data-device=" not in page
    assert list(push.reached(anna)) == []


def test_its_browser_renews_it_for_the_new_key(
    anna: User, old_phone: PushSubscription, phone: Browser, service: Elsewhere, client: Client,
    new_key: None,
) -> None:  # fmt: skip
    _forget_key()
    worker = client.get("/sw.js").content.decode()
    assert push.public_key() in worker  # so that browsers see that it has changed
    again = Browser(service.url("/send/again"))
    form = {**again.form, "old": phone.endpoint}
    assert client.post("/notifications/push/renew/", form).status_code == 204
    [device] = push.reached(anna)
    assert (device.pk, device.endpoint) == (old_phone.pk, again.endpoint)


def test_somebody_who_does_not_come_back_is_forgotten_after_sixty_days(
    old_phone: PushSubscription, new_key: None
) -> None:
    _forget_key()
    tasks.forget()
    assert PushSubscription.objects.exists()
    long_ago = timezone.now() - timedelta(days=61)
    PushSubscription.objects.update(created_at=long_ago, last_used_at=long_ago)
    tasks.forget()
    assert not PushSubscription.objects.exists()


def test_one_of_our_key_is_never_forgotten(old_phone: PushSubscription) -> None:
    long_ago = timezone.now() - timedelta(days=400)
    PushSubscription.objects.update(created_at=long_ago, last_used_at=None)
    assert devices.forget_old() == 0


def test_one_whose_key_was_not_noted_is_learnt_or_ended_by_its_push_service(
    old_phone: PushSubscription, service: Elsewhere
) -> None:
    PushSubscription.objects.update(vapid_key="")
    old_phone.refresh_from_db()
    devices.test(old_phone)
    old_phone.refresh_from_db()
    assert old_phone.vapid_key == push.public_key()
    service.status = 403
    devices.test(old_phone)
    assert PushSubscription.objects.exists()  # our fault, not that of its key
    PushSubscription.objects.update(vapid_key="")
    old_phone.refresh_from_db()
    devices.test(old_phone)
    assert not PushSubscription.objects.exists()
