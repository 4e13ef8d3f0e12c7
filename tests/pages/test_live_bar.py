"""A phone's decision bar at a live table has clocks, presence and news, and nothing moves."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games, ready_check
from games.models import Game
from games.storage.position import load
from games.votes import voting
from tests.browser import PHONE, People, picture
from tests.games import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LONG = "maximilian_der_lange_name"
SMALL = (360, 640)

#: Every place that must stay where it is, and how far the page itself says that things have moved.
PLACES = """() => ["[data-region=decision] > .decision", ".tabletop-board", ".is-own",
  ".decision-clock-others .clock", ".decision-news"].map((name) => {
    const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
    return [x, y, name.endsWith("news") ? 0 : width, height].map(Math.round);
  })"""
SHIFTS = """window.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, startTime } of list.getEntries()) window.shifts.push([startTime, value]);
}).observe({ type: "layout-shift" })"""


def live_game(users: list[User], slug: str = "bali") -> Game:
    clock = {"kind": "live", "reserve_minutes": 10, "increment_seconds": 5}
    game = open_games.create(users[0].pk, slug, len(users), clock=clock).game
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    for user in users:
        ready_check.ready(game.pk, user.pk)
    return game


def people_of(*names: str, language: str = "en") -> list[User]:
    return [User.objects.create_user(name, language=language) for name in names]


def opened(people: People, user: User, game: Game, size: tuple[int, int] = PHONE) -> Page:
    page = people.page(size, language=user.language)
    people.sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    return page


def end_turn(game: Game, rng: random.Random) -> None:
    """The player who is asked ends the turn."""
    seat = playing.asked(game.pk)[0]
    while playing.asked(game.pk)[0] == seat:
        playing.answer(game.pk, seat, rng.choice)


def asked_and_other(game: Game, users: list[User]) -> tuple[User, User]:
    asked = playing.user_of(game.pk, playing.asked(game.pk)[0])
    return (users[0], users[1]) if users[0].pk == asked else (users[1], users[0])


@pytest.mark.parametrize(("language", "away"), [("en", "away"), ("de", "nicht da")])
def test_a_phone_shows_both_clocks_who_is_there_and_what_the_other_just_did(
    people: People, language: str, away: str
) -> None:
    users = people_of("anna", LONG, language=language)
    game, rng = live_game(users), random.Random(3)
    end_turn(game, rng)
    asked, other = asked_and_other(game, users)
    mine = opened(people, asked, game)
    own, others = mine.locator(".decision-clock.is-own"), mine.locator(".decision-clock-others")
    expect(own.locator("time[data-live]")).to_have_text(re.compile(r"^(9:\d\d|10:00)$"))
    expect(others).to_contain_text(other.username)
    expect(others).to_contain_text(re.compile("10:0[0-5]"))
    size = "(node) => parseFloat(getComputedStyle(node).fontSize)"
    large, small = own.locator(".clock"), others.locator(".clock")
    assert large.evaluate(size) >= 1.8 * small.evaluate(size)
    expect(mine.locator(".decision-news")).to_contain_text(other.username)
    presence = others.locator("[data-presence]")
    expect(presence).to_have_text(away)
    box = presence.bounding_box()
    assert box is not None
    assert box["width"] > 20  # the word, not the ring alone
    picture(mine, f"live-bar-{language}-away", whole=False)
    theirs = opened(people, other, game)
    expect(presence).to_have_class(re.compile("presence-online"))
    before = mine.locator(".decision-news").inner_text()
    end_turn(game, rng)
    end_turn(game, rng)
    expect(mine.locator(".decision-news")).not_to_have_text(before)
    expect(theirs.locator(".decision-news")).to_contain_text(asked.username)
    picture(mine, f"live-bar-{language}", whole=False)


def test_an_offer_stands_in_a_phones_bar_and_leads_to_its_answer(people: People) -> None:
    users = people_of("anna", LONG, language="de")
    game = live_game(users)
    page = opened(people, users[0], game)
    voting.call(game.pk, users[1].pk, "days")
    link = page.locator(".decision-news a")
    expect(link).to_contain_text(LONG)
    picture(page, "live-bar-offer", whole=False)
    link.click()
    expect(page.locator("#vote-heading")).to_be_in_viewport()
    expect(page.locator("[data-region=agreements] .vote button").first).to_be_visible()


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_moves_when_a_clock_ticks_somebody_moves_offers_or_leaves(
    people: People, language: str
) -> None:
    users = people_of("anna", LONG, language=language)
    game, rng = live_game(users), random.Random(3)
    end_turn(game, rng)
    asked, other = asked_and_other(game, users)
    theirs, page = opened(people, other, game), opened(people, asked, game)
    expect(page.locator(".decision-clock-others .presence-online")).to_be_attached()
    page.evaluate(SHIFTS)
    before = page.evaluate(PLACES)
    page.wait_for_timeout(2500)
    assert page.evaluate(PLACES) == before
    voting.call(game.pk, other.pk, "days")
    expect(page.locator(".decision-news a")).to_be_visible()
    assert page.evaluate(PLACES) == before
    theirs.close()
    expect(page.locator(".decision-clock-others .presence-online")).to_have_count(0, timeout=20_000)
    assert page.evaluate(PLACES) == before
    assert page.evaluate("shifts.filter(([at, value]) => value > 0.001)") == []


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", ["bali", "imhotep", "bora_bora"])
def test_what_confirms_a_turn_is_whole_beside_the_clocks(
    people: People, language: str, slug: str
) -> None:
    users = people_of(LONG, "anna", "ben", "cleo", language=language)
    users = users if slug != "bali" else users[:2]
    game, rng = live_game(users, slug), random.Random(3)
    while True:
        seat = playing.asked(game.pk)[0]
        if playing.answer(game.pk, seat, rng.choice, hold=True).running().state.held == seat:
            break
    user = User.objects.get(pk=playing.user_of(game.pk, seat))
    page = opened(people, user, game)
    for size in (PHONE, SMALL, (320, 640)):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        confirm = page.locator(".decision-tools .button").last
        expect(confirm).to_be_in_viewport(ratio=1)
        assert confirm.evaluate("(node) => node.scrollWidth <= node.clientWidth")
        clocks = page.locator(".decision-clocks .clock")
        expect(clocks).to_have_count(len(users))
        for clock in clocks.all():
            expect(clock).to_be_in_viewport(ratio=1)
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        picture(page, f"live-bar-confirm-{slug}-{language}-{size[0]}", whole=False)
    assert load(game.pk, user.pk).running().state.held == seat
