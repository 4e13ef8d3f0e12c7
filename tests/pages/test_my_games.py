"""My games, the count in the head of every page, and the way to the next game."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Seat
from games.storage.position import Position
from tests.pages.reading import mover, other

Browser = Callable[[User | None], Client]


@pytest.mark.parametrize("path", ["/my/", "/next/"])
def test_they_are_for_members(as_: Browser, path: str) -> None:
    answer = as_(None).get(path)
    assert answer.status_code == 302
    assert answer["Location"].startswith("/accounts/login/?next=")


def test_waiting_games_come_first_with_time_left(as_: Browser, started: Position) -> None:
    game = started.game
    page = as_(mover(game)).get("/my/").content.decode()
    assert f"/games/{game.pk}/" in page
    assert "data-deadline" in page
    assert 'class="count">1<' in page
    waiting = as_(other(game)).get("/my/").content.decode()
    assert "No games are waiting for you" in waiting
    assert f"/games/{game.pk}/" in as_(other(game)).get("/my/?show=running").content.decode()


def test_each_list_shows_its_own(as_: Browser, anna: User, started: Position) -> None:
    room = open_games.create(anna.pk, "bali", 2).game
    browser = as_(anna)
    assert f"/games/{room.pk}/" in browser.get("/my/?show=open").content.decode()
    assert "There are none" in browser.get("/my/?show=finished").content.decode()
    assert browser.get("/my/?show=nonsense&page=-3").status_code == 200


def test_next_leads_to_the_most_urgent_game_and_skips(as_: Browser, anna: User, ben: User) -> None:
    games = []
    for hours in (5, 2, 9):
        game = open_games.create(anna.pk, "imhotep", 2).game
        open_games.join_game(game.pk, ben.pk)
        Seat.objects.filter(game=game).update(to_move=False)
        Seat.objects.filter(game=game, user=anna).update(
            to_move=True, deadline=timezone.now() + timedelta(hours=hours)
        )
        games.append(game)
    late, soon, later = games
    browser = as_(anna)
    assert browser.get("/next/")["Location"] == f"/games/{soon.pk}/"
    assert browser.get(f"/next/?after={soon.pk}")["Location"] == f"/games/{late.pk}/"
    assert browser.get(f"/next/?after={later.pk}")["Location"] == f"/games/{soon.pk}/"
    assert browser.get("/next/?after=x")["Location"] == f"/games/{soon.pk}/"
    order = [f"/games/{game.pk}/" for game in (soon, late, later)]
    page = browser.get("/my/").content.decode()
    assert sorted(order, key=page.index) == order


def test_when_all_is_done_there_is_a_way_on(as_: Browser, anna: User, ben: User) -> None:
    room = open_games.create(ben.pk, "imhotep", 2).game
    page = as_(anna).get("/next/").content.decode()
    assert "All done" in page
    assert f"/games/{room.pk}/join/" in page


def test_the_lists_ask_the_database_a_fixed_number_of_times(
    as_: Browser, anna: User, ben: User, django_assert_max_num_queries: Callable
) -> None:
    for _number in range(8):
        game = open_games.create(anna.pk, "imhotep", 2).game
        open_games.join_game(game.pk, ben.pk)
    assert Game.objects.filter(status="running").count() == 8
    browser = as_(anna)
    with django_assert_max_num_queries(11):  # one of them for which game types she sees
        browser.get("/my/?show=running")
