"""What is over is deleted, a slice at a time."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from boardgames import tasks
from boardgames.database import slices

pytestmark = pytest.mark.django_db


def sessions(number: int, ends_in: timedelta) -> None:
    end = timezone.now() + ends_in
    Session.objects.bulk_create(
        Session(session_key=f"{ends_in.days}/{each}", session_data="", expire_date=end)
        for each in range(number)
    )


def test_expired_sessions_are_cleared_in_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slices, "SLICE", 3)
    sessions(7, timedelta(days=-1))
    sessions(2, timedelta(days=1))
    assert slices.delete(Session.objects.filter(expire_date__lt=timezone.now())) == 7
    assert Session.objects.count() == 2


def test_a_tick_does_it() -> None:
    sessions(1, timedelta(days=-1))
    sessions(1, timedelta(days=1))
    tasks.clear_sessions()
    assert Session.objects.count() == 1
