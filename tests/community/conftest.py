"""Browsers of people, signed in or not."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User


@pytest.fixture
def as_(db: None) -> Callable[[User | None], Client]:
    def client(user: User | None) -> Client:
        browser = Client()
        if user is not None:
            browser.force_login(user)
        return browser

    return client
