"""Devices whose clock is wrong: pages count by the server's."""

from __future__ import annotations

import re
import time
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games, ready_check
from games.models import Seat
from tests.browser import People

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: A clock that is so many hours ahead; a page may set it further by `setClock`.
WRONG = """
  const Real = Date;
  let shift = HOURS * 3600000;
  window.setClock = (hours) => { shift += hours * 3600000; };
  window.Date = class extends Real {
    constructor(...given) { if (given.length) super(...given); else super(Real.now() + shift); }
    static now() { return Real.now() + shift; }
  };
"""


def wrong_page(people: People, user: User, hours: int) -> Page:
    page = people.page()
    page.add_init_script(WRONG.replace("HOURS", str(hours)))
    page.route_web_socket(re.compile("/ws/"), lambda socket: None)  # which would tell the time
    people.sign_in(page, user)
    return page


def due_in(game_id: int, left: timedelta) -> None:
    Seat.objects.filter(game=game_id, to_move=True).update(deadline=timezone.now() + left)


@pytest.mark.parametrize("hours", [-26, 49])
def test_time_left_and_time_gone_are_the_servers_whatever_the_devices_clock_says(
    people: People, anna: User, ben: User, hours: int
) -> None:
    game_id = open_games.create(anna.pk, "imhotep", 2).game.pk
    open_games.join_game(game_id, ben.pk)
    due_in(game_id, timedelta(days=2, hours=23, minutes=30))
    seat = Seat.objects.get(game=game_id, to_move=True)
    page = wrong_page(people, anna if seat.user_id == anna.pk else ben, hours)
    for path in ("/my/", f"/games/{game_id}/"):
        page.goto(path)
        expect(page.locator("html.js")).to_be_attached()
        left = page.locator("time[data-deadline]").first
        for _moment in range(3):
            expect(left).to_have_text("2 days 23 hr")
            page.evaluate("dispatchEvent(new Event('focus'))")
    page.goto("/my/")
    gone = page.locator("time[data-since]")
    assert all(re.fullmatch(r"[01] min", words) for words in gone.all_inner_texts())


def live_game(anna: User, ben: User) -> int:
    clock = {"kind": "live", "move_minutes": 5}
    game_id = open_games.create(anna.pk, "imhotep", 2, clock=clock).game.pk
    open_games.join_game(game_id, ben.pk)
    for user in (anna, ben):
        ready_check.ready(game_id, user.pk)
    due_in(game_id, timedelta(minutes=4))
    return game_id


def seconds_left(page: Page) -> int:
    minutes, seconds = page.locator("time[data-live]").first.inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def test_a_live_clock_is_right_before_the_socket_has_said_the_time_and_when_one_comes_back(
    people: People, anna: User, ben: User
) -> None:
    game_id = live_game(anna, ben)
    page = wrong_page(people, anna, -3)
    page.goto(f"/games/{game_id}/")
    time.sleep(0.6)  # it counts by now
    assert 225 <= seconds_left(page) <= 240
    page.goto("/games/")
    time.sleep(5)
    page.go_back()  # to the page of before, with the time of before
    expect(page.locator("html.js")).to_be_attached()
    time.sleep(0.6)
    due = Seat.objects.get(game=game_id, to_move=True).deadline
    assert due is not None
    left = (due - timezone.now()).total_seconds()
    assert abs(seconds_left(page) - left) < 2


def test_a_clock_that_is_set_while_the_page_is_open_moves_no_countdown(
    people: People, anna: User, ben: User
) -> None:
    game_id = live_game(anna, ben)
    page = wrong_page(people, anna, 0)
    page.goto(f"/games/{game_id}/")
    time.sleep(0.6)
    with page.expect_response("**/accounts/reader/**"):  # for the machine may have slept
        page.evaluate("setClock(1)")
    assert 220 <= seconds_left(page) <= 240
