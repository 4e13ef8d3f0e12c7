from datetime import timedelta

import pytest
from django.conf import settings
from django.db import connection
from django.utils import timezone

from accounts.models import User
from notifications.delivery import CLAIM
from notifications.models import Attempt, Channel, Delivery, Notification
from tests.faults.telling import left_to_tell
from tests.platform.server import database_url

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def delivery() -> Delivery:
    anna = User.objects.create_user("anna", email="anna@example.com")
    now = timezone.now()
    told = Notification.objects.create(
        key="told", kind="your_turn", user=anna, due_at=now, state=Notification.State.PLANNED
    )
    return Delivery.objects.create(notification=told, user=anna, channel=Channel.MAIL, due_at=now)


def claim(delivery: Delivery, seconds_ago: int) -> None:
    at = timezone.now() - timedelta(seconds=seconds_ago)
    Attempt.objects.create(notification=delivery.notification, delivery=delivery, at=at)
    Delivery.objects.filter(pk=delivery.pk).update(due_at=at + CLAIM)


def is_due(delivery: Delivery) -> bool:
    left_to_tell(database_url(settings.DATABASE_URL, connection.settings_dict["NAME"]))
    delivery.refresh_from_db()
    return delivery.due_at <= timezone.now()


def test_the_claim_of_a_sender_that_was_killed_ends_after_twenty_seconds(delivery):
    claim(delivery, seconds_ago=19)
    assert not is_due(delivery)
    claim(delivery, seconds_ago=21)
    assert is_due(delivery)


def test_what_another_has_claimed_after_the_killed_one_is_left_to_it(delivery):
    claim(delivery, seconds_ago=60)
    claim(delivery, seconds_ago=1)
    assert not is_due(delivery)
