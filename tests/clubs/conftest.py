"""A club of three: Anna owns it, Ben is its officer, Cleo a member; Dora is a stranger."""

import pytest

from accounts.models import User
from community.models import Club
from tests.clubs.founding import club_of
from tests.people import person


@pytest.fixture(autouse=True)
def _with_lanterns(lanterns: None) -> None:
    pass


@pytest.fixture
def dora(db: None) -> User:
    return person("dora")


@pytest.fixture
def club(anna: User, ben: User, cleo: User) -> Club:
    found = club_of(anna, ben, cleo)
    found.members.filter(user=ben).update(role=1)
    return found
