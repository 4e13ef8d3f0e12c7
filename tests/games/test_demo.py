"""The demo: people and games of every type, made once."""

import pytest
from django.core.management import call_command

from accounts.models import User
from games.models import Game, Seat, Tournament
from games.rules import registry
from games.rules.example import rules as lanterns


@pytest.fixture
def _only_lanterns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real ones take longer and are played elsewhere."""
    monkeypatch.setattr(registry, "all", lambda: [lanterns])


@pytest.mark.slow
@pytest.mark.usefixtures("_only_lanterns")
def test_it_makes_people_and_games_once(db: None) -> None:
    call_command("demo")
    assert User.objects.get(username="admin").is_superuser
    assert User.objects.get(username="anna").check_password("demo-password")
    statuses = list(Game.objects.values_list("status", flat=True))
    assert {status: statuses.count(status) for status in set(statuses)} == {
        "running": 3 + 1,  # one of the tournament that runs
        "open": 2,
        "finished": 1 + 1,
    }
    cups = list(Tournament.objects.order_by("pk").values_list("kind", "status"))
    assert cups == [
        ("robin", "running"),
        ("ladder", "running"),
        ("elimination", "open"),
        ("swiss", "open"),
    ]
    running = Seat.objects.filter(game__status="running", to_move=True)
    assert {seat.user.username for seat in running if seat.user} >= {"anna", "ben"}
    call_command("demo")
    assert Game.objects.count() == 8
    assert Tournament.objects.count() == 4
    assert User.objects.count() == 5


@pytest.mark.slow
def test_it_makes_games_of_every_type(db: None) -> None:
    call_command("demo")
    assert set(Game.objects.values_list("type", flat=True)) >= {"imhotep", "bali"}
