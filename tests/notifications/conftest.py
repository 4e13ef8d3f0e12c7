"""Games of Lanterns in a time that stands still; Ben reads German, in Berlin."""

import pytest

from accounts.models import User
from games.storage.position import Position
from tests.games.times import Times
from tests.people import person


@pytest.fixture(autouse=True)
def _with_lanterns(lanterns: None) -> None:
    pass


@pytest.fixture
def ben(db: None) -> User:
    return person("ben", language="de", time_zone="Europe/Berlin")


@pytest.fixture
def duel(times: Times, duel: Position) -> Position:
    return duel
