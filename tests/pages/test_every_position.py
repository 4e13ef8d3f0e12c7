"""Whole games by HTTP: every page of every position is there for players and spectators."""

import random
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import User
from boardgames.models import Trouble
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.storage.position import load

Browser = Callable[[User | None], Client]


@pytest.mark.slow
@pytest.mark.parametrize("slug", ["imhotep", "bali", "bomarzo"])
def test_every_position_can_be_looked_at(anna: User, ben: User, as_: Browser, slug: str) -> None:
    game = open_games.create(anna.pk, slug, 2).game
    open_games.join_game(game.pk, ben.pk)
    rng = random.Random(5)
    browsers = [as_(anna), as_(ben), as_(None)]
    for count in range(1000):
        seats = load(game.pk, None).seats
        mover = next((seat.user_id for seat in seats if seat.to_move), None)
        if mover is None:
            break
        position = load(game.pk, mover)
        seat = position.seat_of(mover)
        assert seat is not None
        decision = position.running().decision(seat.index)
        if decision is None:
            actions.confirm(game.pk, mover, version=position.version)
        else:
            choice = decision.example(rng.choice(decision.choices))
            hold = rng.random() < 0.3
            actions.choose(game.pk, mover, choice, version=position.version, hold=hold)
        if count % 6 == 0:
            for browser in browsers:
                assert browser.get(f"/games/{game.pk}/").status_code == 200
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    for browser in browsers:
        page = browser.get(f"/games/{game.pk}/")
        assert page.status_code == 200
        assert game.seed_hash in page.content.decode()
        assert bytes(game.seed).hex() in page.content.decode()
        for number in (0, 1, game.number // 2, 32, game.number):
            assert browser.get(f"/games/{game.pk}/?at={number}").status_code == 200
        assert browser.get(f"/games/{game.pk}/?at={game.number + 1}").status_code == 404
    assert not Trouble.objects.exists(), "nothing on these pages stands in for a slip"
