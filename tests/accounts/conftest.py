"""Every test uses the database."""

from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from tests.people import PASSWORD


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    pass


@pytest.fixture
def as_() -> Callable[[User], Client]:
    """`as_(anna)`: a browser in which Anna is signed in, by the page as anybody would."""

    def sign_in(user: User) -> Client:
        browser = Client()
        answer = browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
        assert answer.status_code == 302, answer.content.decode()
        return browser

    return sign_in
