"""The sweep of lost news, while people play."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, connections
from django.db.models import F

from boardgames.redis import best_effort
from games.live import publishing
from games.lobby import open_games
from games.models import Game
from games.storage.position import locked
from tests.people import person


@pytest.fixture
def games(transactional_db: None) -> list[int]:
    """Three games of which the news may not have gone out."""
    games = [
        open_games.create(person(name).pk, "lanterns", 2).game.pk
        for name in ("anna", "ben", "cleo")
    ]
    Game.objects.update(version=1)
    return games


def _left() -> list[int]:
    swept = Game.objects.filter(published_version__lt=F("version"))
    return list(swept.order_by("pk").values_list("pk", flat=True))


def test_it_does_not_wait_for_a_game_that_somebody_is_at(games: list[int]) -> None:
    is_held, may_go = threading.Event(), threading.Event()

    def hold() -> None:
        with locked(games[1]):
            is_held.set()
            may_go.wait(10)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    is_held.wait(10)
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '200ms'")  # who waited would fail
        try:
            assert publishing.sweep() == 3
            assert _left() == [games[1]]
        finally:
            cursor.execute("RESET lock_timeout")
            may_go.set()
            holder.join()
    assert publishing.sweep() == 1
    assert _left() == []


def test_it_ends_although_people_play_on(games: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    rounds = []

    def play_on(*told: bytes) -> bool:
        Game.objects.update(version=F("version") + 1)
        rounds.append(sum(b" change " in each for each in told))
        return len(rounds) < 50

    monkeypatch.setattr(publishing, "BATCH", 2)
    monkeypatch.setattr(best_effort, "publish", play_on)
    assert publishing.sweep() == 3
    assert rounds == [2, 1]
    assert _left() == games
