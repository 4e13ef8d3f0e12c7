"""Live games through real processes: presence, the service's time, and a process that dies."""

from __future__ import annotations

import http.client
import signal
import time
import urllib.error

import pytest

from accounts.models import User
from games.absence import reconnecting
from games.lobby import open_games, ready_check
from games.models import Game, Seat
from tests.games.sockets import Follower, call
from tests.sites import running_site
from tests.workers import until

pytestmark = pytest.mark.xdist_group("lanterns")

LIVE = {"kind": "live", "move_minutes": 5}


@pytest.fixture
def site(transactional_db: None, lanterns_process: str) -> str:
    return lanterns_process


@pytest.fixture
def table(transactional_db: None, lanterns: None, anna: User, ben: User) -> int:
    """A full live table."""
    game_id = open_games.create(anna.pk, "lanterns", 2, clock=LIVE).game.pk
    open_games.join_game(game_id, ben.pk)
    return game_id


def test_a_page_is_heard_and_told_what_time_it_is(
    site: str, table: int, anna: User, cleo: User
) -> None:
    with Follower(site, table, anna) as annas, Follower(site, table, cleo) as cleos:
        for follower in (annas, cleos):
            follower.says(here=123)
            told = follower.hears(type="time", here=123)
            assert abs(told["now"] / 1000 - time.time()) < 5
        until(lambda: reconnecting.heard(table) == {anna.pk}, 5)  # who only watches sits nowhere
        for nonsense in ("now", -1, 10**20, None, [1]):
            annas.says(here=nonsense)
        annas.hears_nothing_new("time")


def test_all_at_the_table_hear_who_is_ready(site: str, table: int, anna: User, ben: User) -> None:
    with Follower(site, table, ben) as bens:
        bens.hears(type="game", version=0)
        assert call(site, f"games/{table}/ready", anna)[0] == 200
        bens.hears(type="table")
        assert call(site, f"games/{table}/ready", ben)[1]["status"] == "running"
        bens.hears(type="game", version=1)


@pytest.mark.slow
def test_a_process_that_dies_as_it_takes_a_ready_loses_none(
    table: int, anna: User, ben: User
) -> None:
    with running_site("tests.games.dying_site:application") as dying:
        with pytest.raises((http.client.HTTPException, OSError, urllib.error.URLError)):
            call(dying.address, f"games/{table}/ready", anna)
        assert dying.process.wait(10) == -signal.SIGKILL
    assert Seat.objects.get(game=table, user=anna).ready_at is not None
    ready_check.ready(table, ben.pk)
    assert Game.objects.get(pk=table).status == "running"
