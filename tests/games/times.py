"""Time that stands still until a test moves it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.utils import timezone


class Times:
    """What ``timezone.now()`` says."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
        real = timezone.now
        monkeypatch.setattr(timezone, "now", lambda: self.now)
        for model in apps.get_models():  # whose fields know the function itself
            for field in model._meta.concrete_fields:
                if field.default is real:
                    monkeypatch.setattr(field, "_get_default", lambda: self.now)

    def go(self, **step: float) -> datetime:
        self.now += timedelta(**step)
        return self.now
