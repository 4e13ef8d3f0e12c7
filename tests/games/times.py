"""Time that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone


class Times:
    """What ``timezone.now()`` says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
        monkeypatch.setattr(timezone, "now", lambda: self.now)

    def go(self, **step: float) -> datetime:
        self.now += timedelta(**step)
        return self.now


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)
