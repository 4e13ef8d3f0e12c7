"""Games for the tests of pages; Ben does not confirm his turns."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.lobby import open_games
from games.storage.position import Position
from tests.people import person


@pytest.fixture
def ben(db: None) -> User:
    return person("ben", confirm_turns=False)


@pytest.fixture
def as_(db: None) -> Callable[[User | None], Client]:
    """A browser without scripts in which this person is signed in."""

    def client(user: User | None) -> Client:
        browser = Client()
        if user is not None:
            browser.force_login(user)
        return browser

    return client


@pytest.fixture
def started(anna: User, ben: User, django_capture_on_commit_callbacks: Any) -> Position:
    """A public game of Imhotep of anna and ben, at its first turn."""
    position = open_games.create(anna.pk, "imhotep", 2)
    return open_games.join(position.game.pk, ben.pk)
