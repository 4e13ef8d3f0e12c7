"""Those who keep order: a moderator and an administrator, by their groups alone."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Group
from django.test import Client

from accounts.models import User
from games.moderation import reasons, roles
from tests.people import person


def in_group(name: str, group: str) -> User:
    """Somebody of the staff in this group; the groups are emptied with all tables between tests."""
    roles.install()
    user = person(name, is_staff=True)
    user.groups.set([Group.objects.get(name=group)])
    return user


@pytest.fixture
def mo(db: None) -> User:
    return in_group("mo", "Moderators")


@pytest.fixture
def ada(db: None) -> User:
    return in_group("ada", "Administrators")


@pytest.fixture
def maya(db: None) -> User:
    return in_group("maya", "Game type maintainers")


@pytest.fixture
def at_desk(client: Client, mo: User) -> Client:
    """The moderator's browser."""
    client.force_login(mo)
    return client


@pytest.fixture
def ready(db: None) -> None:
    """The ready reasons with which a site begins; all tables are emptied between tests."""
    reasons.install()


@pytest.fixture(autouse=True)
def _lanterns_is_played(lanterns: None) -> None:
    """Most tables here play it."""
