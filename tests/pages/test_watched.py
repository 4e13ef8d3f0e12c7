"""The live table that is worth watching, on the front page and in the lobby."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
import redis
from django.conf import settings
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.company import privacy
from accounts.models import User
from games.live import presence, worth_watching
from games.lobby import open_games, ready_check
from games.models import Game, Standing
from games.moves import actions
from games.ratings.seasons import ALWAYS
from tests.browser import PHONE, People, picture
from tests.people import person

Browser = Callable[[User | None], Client]


def rate(user_id: int | None, mu: float) -> None:
    assert user_id is not None
    Standing.objects.create(
        user_id=user_id, type="imhotep/live", season=ALWAYS, mu=mu, sigma=1, games=30, listed=True
    )


def watch(game_id: int, number: int) -> None:
    """So many people have the game's page open."""
    line = redis.Redis.from_url(settings.REDIS_URL)
    line.zadd(presence._key(game_id, ""), {f"/{each}": time.time() + 60 for each in range(number)})


def shown(client: Client, address: str = "/watched/") -> str:
    cache.delete("watched/en/new")  # as if some seconds had passed
    return client.get(address).content.decode()


def two() -> list[User]:
    number = User.objects.count()
    return [person(f"p{number}"), person(f"p{number + 1}")]


def table(visibility: str = Game.Visibility.PUBLIC) -> int:
    first, second = two()
    return live(first, second, visibility=visibility)


def live(first: User, second: User, visibility: str = Game.Visibility.PUBLIC) -> int:
    """A running live game of two."""
    invite = [second.username] if visibility == Game.Visibility.PRIVATE else []
    clock = {"kind": "live", "move_minutes": 3}
    game_id = open_games.create(
        first.pk, "imhotep", 2, clock=clock, visibility=visibility, invite=invite
    ).game.pk
    open_games.join_game(game_id, second.pk)
    for player in (first, second):
        ready_check.ready(game_id, player.pk)
    return game_id


class TestWhichOne:
    def test_none_where_nobody_plays_live(self, db: None, as_: Browser) -> None:
        assert shown(as_(None)).strip() == ""
        assert "Live now" not in shown(as_(None), "/")

    def test_it_is_on_the_front_page_and_in_the_lobby_for_all(
        self, db: None, as_: Browser, anna: User
    ) -> None:
        game_id = table()
        watch(game_id, 3)
        for client, address in ((as_(None), "/"), (as_(None), "/lobby/"), (as_(anna), "/lobby/")):
            page = shown(client, address)
            assert f'href="/games/{game_id}/"' in page
            assert "3 people are watching" in page

    def test_the_better_players_and_more_watchers(self, db: None, as_: Browser) -> None:
        game_ids = [table() for _table in range(3)]
        found = [each.position.game.pk for each in worth_watching.find_tables(9)]
        assert found == game_ids[::-1]
        watch(game_ids[0], 2)
        assert f"/games/{game_ids[0]}/" in shown(as_(None))
        for seat in Game.objects.get(pk=game_ids[1]).seats.all():
            rate(seat.user_id, 60)
        assert f"/games/{game_ids[1]}/" in shown(as_(None))

    def test_a_rating_that_is_hidden_is_not_used(self, db: None) -> None:
        first, second = table(), table()
        for seat in Game.objects.get(pk=first).seats.all():
            rate(seat.user_id, 60)
            assert seat.user is not None
            privacy.hide(seat.user, ["ratings"])
        assert [each.position.game.pk for each in worth_watching.find_tables(9)] == [second, first]

    def test_no_private_game_nor_one_of_days(self, db: None, as_: Browser) -> None:
        secret = table(Game.Visibility.PRIVATE)
        assert shown(as_(None)).strip() == ""
        holder = Game.objects.get(pk=secret).seats.select_related("user")[0].user
        assert shown(as_(holder)).strip() == ""

    def test_it_lapses_when_the_game_ends(self, db: None, as_: Browser) -> None:
        game_id = table()
        assert f"/games/{game_id}/" in shown(as_(None))
        holder = Game.objects.get(pk=game_id).seats.all()[0].user_id
        assert holder is not None
        actions.resign(game_id, holder)
        assert shown(as_(None)).strip() == ""


class TestCost:
    def test_a_visitor_costs_no_statement_however_many_tables_there_are(
        self, db: None, as_: Browser
    ) -> None:
        visitor = as_(None)
        table()
        shown(visitor)
        with CaptureQueriesContext(
            connection,
        ) as asked:
            visitor.get("/watched/")
        assert len(asked) == 0

    def test_drawing_costs_the_same_for_many_tables(self, db: None) -> None:
        counts = []
        for number in (2, 6):
            while Game.objects.count() < number:
                table()
            with CaptureQueriesContext(connection) as asked:
                assert len(worth_watching.find_tables(4)) == min(number, 4)
            counts.append(len(asked))
        assert counts == [4, 4]


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
class TestInABrowser:
    @pytest.mark.parametrize("language", ["en", "de"])
    def test_it_appears_and_goes_without_a_reload(self, people: People, language: str) -> None:
        page = people.page(size=PHONE, language=language)
        page.goto("/")
        assert page.locator(".watched").count() == 0
        first, second = person("a-person-with-a-very-long-name"), person("ben")
        game_id = live(first, second)
        page.locator(".watched").wait_for(timeout=15_000)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        picture(page, f"watched-390-{language}")
        page.set_viewport_size({"width": 1440, "height": 900})
        picture(page, f"watched-1440-{language}")
        actions.resign(game_id, first.pk)
        page.locator(".watched").wait_for(state="detached", timeout=15_000)
