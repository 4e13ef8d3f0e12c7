"""People and games for the tests of pages."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.storage.position import Position, load


@pytest.fixture
def anna(db: None) -> User:
    return User.objects.create_user("anna", "anna@example.org", "anna-secret")


@pytest.fixture
def ben(db: None) -> User:
    return User.objects.create_user("ben", "ben@example.org", "ben-secret", confirm_turns=False)


@pytest.fixture
def cleo(db: None) -> User:
    return User.objects.create_user("cleo", "cleo@example.org", "cleo-secret")


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


def mover(game: Game) -> User:
    """The person whose turn it is."""
    position = load(game.pk, None)
    seat = next(seat for seat in position.seats if seat.to_move)
    assert seat.user is not None
    return seat.user


def other(game: Game) -> User:
    position = load(game.pk, None)
    seat = next(seat for seat in position.seats if not seat.to_move)
    assert seat.user is not None
    return seat.user


def choices(html: str) -> list[list[Any]]:
    """The choices that a table's page carries for its script."""
    found = re.search(r"<script[^>]*data-choices>(.*?)</script>", html, re.S)
    return [item["choice"] for item in json.loads(found[1])["choices"]] if found else []


def fields(html: str, action: str) -> dict[str, str]:
    """The hidden fields of the first form that is sent to this address."""
    form = re.search(rf'<form[^>]*action="{re.escape(action)}"[^>]*>(.*?)</form>', html, re.S)
    assert form, f"no form is sent to {action}"
    inputs = re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', form[1])
    return dict(inputs)
