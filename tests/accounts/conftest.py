"""Anna and Ben have accounts; every test uses the database."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User

PASSWORD = "a-quiet-harbour-7"


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    pass


def member(name: str, **fields: object) -> User:
    user = User.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


@pytest.fixture
def anna() -> User:
    return member("Anna")


@pytest.fixture
def ben() -> User:
    return member("Ben")


@pytest.fixture
def as_(client: Client) -> Callable[[User], Client]:
    """`as_(anna)`: a browser in which Anna is signed in, by the page as anybody would."""

    def sign_in(user: User) -> Client:
        browser = Client()
        answer = browser.post("/accounts/login/", {"login": user.username, "password": PASSWORD})
        assert answer.status_code == 302, answer.content.decode()
        return browser

    return sign_in


def found_in(html: str, pattern: str) -> str:
    """The pattern's group in a page, as a reader sees it."""
    found = re.search(pattern, html, re.DOTALL)
    assert found, html
    return unescape(found[1])


def link_in_mail(pattern: str = r"http://testserver(/\S+)") -> str:
    """The path of the first link in the last e-mail."""
    found = re.search(pattern, str(mail.outbox[-1].body))
    assert found, mail.outbox[-1].body
    return found[1]
