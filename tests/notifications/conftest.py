"""People with confirmed addresses, and games of Lanterns between them."""

import pytest
from allauth.account.models import EmailAddress

from accounts.models import User
from games.lobby import open_games
from games.rules import registry
from games.rules.example import rules as lanterns
from games.storage.position import Position
from tests.games.times import Times, times

__all__ = ["times"]


@pytest.fixture(autouse=True)
def _with_lanterns(monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, lanterns.slug: lanterns})


def confirmed(name: str, language: str = "en", time_zone: str = "UTC") -> User:
    user = User.objects.create_user(
        name,
        f"{name}@example.org",
        "a-password",
        language=language,
        time_zone=time_zone,
        calendar={"automatic": False},
    )
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def anna(db: None) -> User:
    return confirmed("anna")


@pytest.fixture
def ben(db: None) -> User:
    return confirmed("ben", language="de", time_zone="Europe/Berlin")


@pytest.fixture
def duel(times: Times, anna: User, ben: User) -> Position:
    """A running game of two; both are to lay a card."""
    game = open_games.create(anna.pk, "lanterns", 2).game
    return open_games.join(game.pk, ben.pk)
