"""A live game in two browsers: both are ready, clocks count, a connection is lost, time ends."""

from __future__ import annotations

import random
import re
import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta

import pytest
import redis
from django.conf import settings
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.clocks import lag
from games.lobby import open_games, ready_check
from games.models import Game, Incident, Move, Seat
from games.storage.position import load
from games.tasks import look_at_live_games
from tests.browser import PHONE, People, picture
from tests.games.playing import answer, asked, user_of
from tests.whole_games.playing import SHOWS, Sitter, would_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]


@pytest.fixture
def ticking(transactional_db: None) -> Iterator[None]:
    """What beat and worker do each second."""
    over = threading.Event()

    def tick() -> None:
        try:
            while not over.wait(1):
                look_at_live_games()
        finally:
            connection.close()

    ticker = threading.Thread(target=tick)
    ticker.start()
    yield
    over.set()
    ticker.join()


@pytest.fixture
def open_(people: People) -> Open:
    def open_page(user: User, game_id: int, **how: object) -> Page:
        page = people.page(**how)  # type: ignore[arg-type]
        people.sign_in(page, user)
        page.goto(f"/games/{game_id}/")
        return page

    return open_page


def seconds_left(page: Page) -> int:
    minutes, seconds = page.locator("time[data-live]").first.inner_text().split(":")
    return 60 * int(minutes) + int(seconds)


def test_two_are_ready_one_loses_the_connection_and_then_the_time(
    open_: Open, ticking: None, anna: User, ben: User
) -> None:
    clock = {"kind": "live", "move_minutes": 5}
    game_id = open_games.create(anna.pk, "imhotep", 2, clock=clock).game.pk
    annas = open_(anna, game_id)
    open_games.join_game(game_id, ben.pk)
    bens = open_(ben, game_id, size=PHONE)
    expect(annas.get_by_role("heading", name="Are you ready?")).to_be_visible()
    assert seconds_left(annas) <= 30
    picture(bens, "ready-phone")
    for page in (annas, bens):
        page.get_by_role("button", name="I am ready").click()
    for page in (annas, bens):
        expect(page.locator("html[data-live=yes]")).to_be_attached()
        expect(page.locator("time[data-live]").first).to_have_text(re.compile(r"^[45]:\d\d$"))
    before = seconds_left(bens)
    time.sleep(2)
    assert 1 <= before - seconds_left(bens) <= 4
    _lose_and_come_back(annas, bens, game_id, anna, ben)


def _lose_and_come_back(annas: Page, bens: Page, game_id: int, anna: User, ben: User) -> None:
    """Whose turn it is loses the connection, comes back in the minute, and lets that end, too."""
    asked = Seat.objects.get(game=game_id, to_move=True)
    mine, other = (annas, bens) if asked.user_id == anna.pk else (bens, annas)
    mine.context.set_offline(True)
    name = "anna" if asked.user_id == anna.pk else "ben"
    expect(other.locator(f"[data-presence={name}]").first).to_have_text("away", timeout=25_000)
    _end_time(asked)
    expect(other.locator(".log")).to_contain_text("connection was lost", timeout=4_000)
    assert Incident.objects.filter(game=game_id, kind="lost").count() == 1
    mine.context.set_offline(False)
    expect(mine.locator("html[data-live=yes]")).to_be_attached(timeout=40_000)
    expect(mine.locator("time[data-live]").first).to_have_text(re.compile(r"^0:\d\d$|^1:00$"))
    time.sleep(6)  # it has said that it is there
    begin = timezone.now()
    _end_time(asked)
    expect(mine.get_by_role("button", name="Take my seat back")).to_be_visible(timeout=4_000)
    late = Move.objects.get(game=game_id, action="timeout").at - begin
    assert late < timedelta(seconds=3)
    picture(mine, "timed-out")


def test_the_page_lets_its_lag_be_measured_and_shows_the_deadline_exactly(
    open_: Open, ticking: None, anna: User, ben: User
) -> None:
    game_id = live_table(anna, ben)
    page = open_(anna, game_id)
    line = redis.Redis.from_url(settings.REDIS_URL)
    until = time.monotonic() + 12
    while line.get(lag._key(game_id, anna.pk)) is None:
        assert time.monotonic() < until
        page.wait_for_timeout(200)
    assert 0 <= int(line.get(lag._key(game_id, anna.pk)) or -1) < 400
    deadline = Seat.objects.get(game=game_id, to_move=True).deadline
    assert deadline is not None
    shown = page.locator("time[data-live]").first.get_attribute("datetime")
    assert shown is not None
    assert abs(datetime.fromisoformat(shown) - deadline) < timedelta(milliseconds=100)


#: Records each vibration of the page in place of the device.
SHAKES = "window.shaken = []; navigator.vibrate = (pattern) => window.shaken.push(pattern.length)"
TURN, HURRY = 3, 5


@pytest.mark.parametrize("vibration", ["yes", "no"])
def test_low_time_is_felt_once_in_a_turn_by_those_who_want_it_and_is_framed_for_all(
    people: People, ticking: None, anna: User, ben: User, vibration: str
) -> None:
    game_id = live_table(anna, ben)
    asked = Seat.objects.get(game=game_id, to_move=True)
    soon = timezone.now() + timedelta(seconds=36)
    Seat.objects.filter(pk=asked.pk).update(deadline=soon, budget=timedelta(seconds=36))
    page = people.page(size=PHONE)
    page.add_init_script(f"localStorage.setItem('vibration', '{vibration}'); {SHAKES}")
    people.sign_in(page, asked.user)  # type: ignore[arg-type]
    page.goto(f"/games/{game_id}/")
    clock = page.locator(".decision-clock.is-own .clock")
    expect(clock).to_be_visible()
    assert page.evaluate("shaken") == []
    expect(clock).to_have_class(re.compile("clock-urgent"), timeout=15_000)
    assert clock.evaluate("(clock) => getComputedStyle(clock).outlineStyle") == "solid"
    expect(page.locator("[data-announcer]")).to_contain_text("less than half a minute")
    page.wait_for_timeout(1500)
    wanted = [HURRY] if vibration == "yes" else []
    assert page.evaluate("shaken") == wanted
    # the lag of a connection makes the deadline a little later, in the same turn
    clock.locator("time").evaluate(
        "(time) => (time.dateTime = new Date(Date.parse(time.dateTime) + 500).toISOString())"
    )
    page.wait_for_timeout(1000)
    assert page.evaluate("shaken") == wanted
    picture(page, f"hurry-{vibration}")


def test_a_turn_that_begins_soon_after_the_last_is_felt(
    people: People, ticking: None, anna: User, ben: User
) -> None:
    game_id = live_table(anna, ben)
    User.objects.update(confirm_turns=False)
    first = Seat.objects.get(game=game_id, to_move=True)
    page = people.page()
    page.add_init_script(f"localStorage.setItem('vibration', 'yes'); {SHAKES}")
    people.sign_in(page, first.user)  # type: ignore[arg-type]
    page.goto(f"/games/{game_id}/")
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    for turn in (1, 2):
        while asked(game_id) == [first.index]:
            answer(game_id, first.index)
        expect(page.locator(".decision-yours")).to_have_count(0)
        while asked(game_id) != [first.index]:
            answer(game_id, asked(game_id)[0])
        expect(page.locator(".decision-yours")).to_be_attached()
        page.wait_for_function(f"() => shaken.length >= {turn}")
    page.wait_for_timeout(4000)  # the numbers of waiting games come late
    assert page.evaluate("shaken") == [TURN, TURN]


def live_table(anna: User, ben: User) -> int:
    """A running live game of two, five minutes for each turn."""
    game_id = open_games.create(
        anna.pk, "imhotep", 2, clock={"kind": "live", "move_minutes": 5}
    ).game.pk
    open_games.join_game(game_id, ben.pk)
    for person in (anna, ben):
        ready_check.ready(game_id, person.pk)
    return game_id


def _end_time(seat: Seat) -> None:
    Seat.objects.filter(pk=seat.pk).update(deadline=timezone.now(), budget=timedelta())


def test_two_play_a_game_of_five_minutes_to_its_end(
    open_: Open, ticking: None, anna: User, ben: User
) -> None:
    """Its first choices and the last are pressed in the browsers, those between come in live."""
    User.objects.update(confirm_turns=False)
    clock = {"kind": "live", "reserve_minutes": 5, "increment_seconds": 5}
    game_id = open_games.create(anna.pk, "bali", 2, clock=clock).game.pk
    pages = {anna.pk: open_(anna, game_id)}
    open_games.join_game(game_id, ben.pk)
    pages[ben.pk] = open_(ben, game_id, size=PHONE)
    for page in pages.values():
        page.get_by_role("button", name="I am ready").click()
    for page in pages.values():
        expect(page.locator("html[data-live=yes]")).to_be_attached()
    sitters = {user: Sitter(str(user), page) for user, page in pages.items()}
    rng, made = random.Random(2), 0
    while Game.objects.get(pk=game_id).status == Game.Status.RUNNING:
        seat = asked(game_id)[0]
        if made < 6 or would_end(game_id, seat):
            user = user_of(game_id, seat)
            sitter = sitters[user]
            # What the seat can take back still, the others do not see: ask for its own version.
            sitter.page.wait_for_function(SHOWS, arg=load(game_id, user).version)
            sitter.make(sitter.items()[0], "bar")
        else:
            answer(game_id, seat, rng.choice)
        made += 1
    for sitter in sitters.values():
        expect(sitter.page.locator(".result-places")).to_be_visible()
    assert not Move.objects.filter(game=game_id, action="timeout").exists()
