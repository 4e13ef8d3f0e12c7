"""The time that each seat has used, as the game has waited for it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Seat
from games.moves import actions
from tests.games import playing
from tests.games.api import Caller
from tests.games.times import Times
from tests.people import browser_of


@pytest.fixture
def game(times: Times, anna: User, ben: User) -> Game:
    made = open_games.create(anna.pk, "bali", 2).game
    open_games.join_game(made.pk, ben.pk)
    return made


def used(game: Game, index: int) -> timedelta | None:
    return Seat.objects.get(game=game, index=index).used


def test_it_grows_by_each_turn_that_is_over(game: Game, times: Times) -> None:
    mover = playing.asked(game.pk)[0]
    times.go(hours=2)
    while mover in playing.asked(game.pk):
        playing.answer(game.pk, mover)
    assert used(game, mover) == timedelta(hours=2)
    assert used(game, 1 - mover) == timedelta()
    times.go(minutes=30)
    while 1 - mover in playing.asked(game.pk):
        playing.answer(game.pk, 1 - mover)
    assert used(game, 1 - mover) == timedelta(minutes=30)
    assert used(game, mover) == timedelta(hours=2)


def test_the_page_and_the_api_tell_it(game: Game, times: Times, anna: User) -> None:
    mover = playing.asked(game.pk)[0]
    times.go(hours=26, minutes=5)
    while mover in playing.asked(game.pk):
        playing.answer(game.pk, mover)
    page = browser_of(anna).get(f"/games/{game.pk}/").content.decode()
    assert "Time used in turns that are over" in page
    assert "1 d 2 h" in page
    _status, shown = Caller(anna).get(f"games/{game.pk}")
    assert shown["seats"][mover]["used"] == 26 * 3600 + 300
    assert shown["seats"][1 - mover]["used"] == 0


def test_a_game_that_began_before_it_was_counted_tells_nothing(game: Game, anna: User) -> None:
    Seat.objects.filter(game=game).update(used=None)
    playing.answer(game.pk, playing.asked(game.pk)[0])
    assert "Time used in turns" not in browser_of(anna).get(f"/games/{game.pk}/").content.decode()
    _status, shown = Caller(anna).get(f"games/{game.pk}")
    assert [seat["used"] for seat in shown["seats"]] == [None, None]


def test_the_last_wait_counts_when_the_game_ends(game: Game, times: Times) -> None:
    mover = playing.asked(game.pk)[0]
    times.go(hours=3)
    actions.resign(game.pk, playing.user_of(game.pk, mover))
    assert used(game, mover) == timedelta(hours=3)
