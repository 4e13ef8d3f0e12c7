"""People in roles and games of Lanterns, the engine's example, which is not in the catalogue."""

import pytest

from accounts.models import User
from games.lobby import open_games
from games.rules import registry
from games.rules.example import rules as lanterns
from games.storage.position import Position


@pytest.fixture(autouse=True)
def _with_lanterns(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, lanterns.slug: lanterns})


def user(name: str) -> User:
    """Somebody whose time ends when it is up: without automatic vacation."""
    return User.objects.create_user(
        name, f"{name}@example.org", "a-password", calendar={"automatic": False}
    )


@pytest.fixture
def anna(db: None) -> User:
    return user("anna")


@pytest.fixture
def ben(db: None) -> User:
    return user("ben")


@pytest.fixture
def cleo(db: None) -> User:
    return user("cleo")


@pytest.fixture
def duel(anna: User, ben: User) -> Position:
    """A running game of two; both are to lay a card."""
    game = open_games.create(anna.pk, "lanterns", 2).game
    return open_games.join(game.pk, ben.pk)
