"""What the database says while one release takes the place of another."""

import time
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from boardgames.models import Heartbeat
from boardgames.supervisor import signs
from boardgames.supervisor.errors import CannotStart
from games.models import Game
from tests.sites import variables


@pytest.fixture(autouse=True)
def the_tests_database(transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", variables()["DATABASE_URL"])


def test_running_games_that_newer_rules_have_moved_are_counted() -> None:
    anna = User.objects.create_user("anna", "anna@example.org")
    for type_, version, status in (
        ("imhotep", 2, Game.Status.RUNNING),
        ("imhotep", 3, Game.Status.RUNNING),
        ("imhotep", 3, Game.Status.FINISHED),
        ("bali", 1, Game.Status.RUNNING),
    ):
        Game.objects.create(
            type=type_, players=2, rules_version=version, status=status, created_by=anna
        )
    assert signs.newer_games({"imhotep": 3, "bali": 1}) == 0
    assert signs.newer_games({"imhotep": 2, "bali": 1}) == 1
    assert signs.newer_games({"imhotep": 3}) == 1, "a type that the release before does not know"


@pytest.mark.slow
def test_parts_are_waited_for_until_each_has_given_a_sign_since_then() -> None:
    for name in ("worker", "beat"):
        Heartbeat.note(name)
    Heartbeat.objects.filter(name="beat").update(at=timezone.now() - timedelta(minutes=1))
    since = signs.now() - 30
    signs.wait_for(["worker"], since, 0)
    began = time.monotonic()
    with pytest.raises(CannotStart, match=r"no sign of life from beat, thinking within 1 s"):
        signs.wait_for(["worker", "beat", "thinking"], since, 1)
    assert time.monotonic() - began >= 1
