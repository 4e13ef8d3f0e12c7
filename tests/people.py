"""People in roles, the time they live in, and games between them: a plugin of every test.

Anna, Ben and Cleo have accounts with confirmed addresses. What an area of tests wants different of
somebody is said in its own ``conftest.py``.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from jinja2 import ChoiceLoader, FileSystemLoader
from playwright.sync_api import Page

from accounts.models import User
from games.lobby import open_games
from games.pages.drawing.rendering import jinja
from games.rules import registry
from games.rules.example import rules as example
from games.storage.position import Position
from tests.games.times import Times
from tests.pawns import rules as without_points
from tests.riders import rules as wide

PASSWORD = "a-quiet-harbour-7"


def person(name: str, **fields: object) -> User:
    """Somebody whose time ends when it is up: without automatic vacation."""
    fields.setdefault("calendar", {"automatic": False})
    user = User.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD, **fields)
    EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    return user


def sign_in(page: Page, user: User, url: str) -> None:
    """Let a browser be somebody's, without the form, at the site of this address."""
    key = browser_of(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": url}])


def browser_of(user: User | None) -> Client:
    """A browser without scripts in which this person is signed in, or nobody."""
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


@pytest.fixture
def as_(db: None) -> Callable[[User | None], Client]:
    """`as_(anna)`: her browser, without scripts."""
    return browser_of


@pytest.fixture
def anna(db: None) -> User:
    return person("anna")


@pytest.fixture
def ben(db: None) -> User:
    return person("ben")


@pytest.fixture
def cleo(db: None) -> User:
    return person("cleo")


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    return Times(monkeypatch)


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine's example is in the catalogue."""
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, example.slug: example})


@pytest.fixture
def pawns(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game without points is in the catalogue."""
    known = dict(registry._catalogue())
    monkeypatch.setattr(
        registry, "_catalogue", lambda: {**known, without_points.slug: without_points}
    )


@pytest.fixture
def riders(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game whose questions have hundreds of choices is in the catalogue."""
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, wide.slug: wide})
    drawn = FileSystemLoader(Path(__file__).parent / "riders" / "table" / "templates")
    others = jinja().loader
    assert others
    monkeypatch.setattr(jinja(), "loader", ChoiceLoader([drawn, others]))


@pytest.fixture
def duel(lanterns: None, anna: User, ben: User, request: pytest.FixtureRequest) -> Position:
    """A running game of two; both are to lay a card."""
    if "times" in request.fixturenames:
        request.getfixturevalue("times")  # it begins in the time of the test
    game = open_games.create(anna.pk, "lanterns", 2).game
    return open_games.join_game(game.pk, ben.pk)
