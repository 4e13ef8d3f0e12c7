"""Lines that are begun while their game is being moved: real locks."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction
from django.urls import reverse

from accounts.models import User
from games.models import Game, Line
from games.storage.position import Position
from tests.people import browser_of

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def test_whoever_begins_a_line_waits_for_the_game_before_lines_are_counted(
    duel: Position, anna: User
) -> None:
    held, over = threading.Event(), threading.Event()

    def move() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=duel.game.pk)
            held.set()
            over.wait(20)
        connection.close()

    thread = threading.Thread(target=move)
    thread.start()
    try:
        assert held.wait(5)
        busy = browser_of(anna).post(reverse("game-lines-open", args=[duel.game.pk]))
        assert busy.status_code == 503
        assert busy.headers["Retry-After"] == "1"
    finally:
        over.set()
        thread.join()
    assert not Line.objects.exists()
    opened = browser_of(anna).post(reverse("game-lines-open", args=[duel.game.pk]))
    assert opened.status_code == 303
