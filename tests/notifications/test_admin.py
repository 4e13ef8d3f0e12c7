"""The admin shows what became of each message, and lets nobody change it."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.notification_events import writing
from notifications.models import Delivery, Notification
from tests.notifications.telling import tell


@pytest.fixture
def admin(client: Client, anna: User) -> Client:
    client.force_login(User.objects.create_superuser("root"))
    writing.moderated([anna.pk], None, "Be kind.", timezone.now())
    tell()
    return client


def number(what: str) -> int:
    """Of the one there is."""
    found = Delivery.objects.get()
    return found.pk if what == "delivery" else found.notification_id


@pytest.mark.parametrize("what", ["notification", "delivery"])
@pytest.mark.parametrize(
    ("search", "found"),
    [("", True), ("anna", True), ("ben", False), ("7", False), ("x" * 99, False)],
)
def test_lists_and_searches(admin: Client, what: str, search: str, found: bool) -> None:
    page = admin.get(f"/admin/notifications/{what}/", {"q": search})
    assert page.status_code == 200
    assert (f"/{what}/{number(what)}/change/" in page.content.decode()) is found


def test_a_delivery_with_its_attempts(admin: Client) -> None:
    page = admin.get(f"/admin/notifications/delivery/{Delivery.objects.get().pk}/change/")
    assert "sent" in page.content.decode()
    page = admin.get(f"/admin/notifications/notification/{Notification.objects.get().pk}/change/")
    assert "mail" in page.content.decode()


@pytest.mark.parametrize("what", ["notification", "delivery"])
def test_nothing_is_changed_here(admin: Client, what: str) -> None:
    assert admin.get(f"/admin/notifications/{what}/add/").status_code == 403
    assert admin.post(f"/admin/notifications/{what}/{number(what)}/change/", {}).status_code == 403
    assert admin.post(f"/admin/notifications/{what}/{number(what)}/delete/", {}).status_code == 403
