"""Games for the tests of pages; Ben does not confirm his turns."""

from typing import Any

import pytest

from accounts.models import User
from games.lobby import open_games
from games.storage.position import Position
from tests.people import person


@pytest.fixture
def ben(db: None) -> User:
    return person("ben", confirm_turns=False)


@pytest.fixture
def started(anna: User, ben: User, django_capture_on_commit_callbacks: Any) -> Position:
    """A public game of Imhotep of anna and ben, at its first turn."""
    position = open_games.create(anna.pk, "imhotep", 2)
    return open_games.join_game(position.game.pk, ben.pk)
