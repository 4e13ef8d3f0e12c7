"""Boards of others lie folded beside the board, and stay as one has left them."""

import random

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from tests.browser import DESK, People
from tests.games.playing import answer, asked, user_of
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sit_down(people: People, game_id: int, seat: int) -> Page:
    page = people.page(DESK)
    client = Client()
    client.force_login(User.objects.get(pk=user_of(game_id, seat)))
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": people.url}])
    page.goto(f"/games/{game_id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return page


def strips(page: Page) -> Locator:
    return page.locator("[data-region=players] details")


def are_open(page: Page) -> list[bool]:
    found: list[bool] = strips(page).evaluate_all("all => all.map((strip) => strip.open)")
    return found


@pytest.mark.parametrize("slug", ["bora_bora", "bomarzo"])
def test_boards_of_others_open_on_a_press_and_stay_open_together(people: People, slug: str) -> None:
    users = [person(f"player{seat}", confirm_turns=False) for seat in range(4)]
    game = open_games.create(users[0].pk, slug, 4).game
    for user in users[1:]:
        open_games.join(game.pk, user.pk)
    rng = random.Random(5)
    seat = asked(game.pk)[0]
    page = sit_down(people, game.pk, seat)
    assert are_open(page) == [False, False, False]
    for place in (0, 2):
        strips(page).nth(place).locator("summary").click()
    assert are_open(page) == [True, False, True]
    before = page.locator("[data-table]").get_attribute("data-version")
    for _answer in range(3):
        answer(game.pk, asked(game.pk)[0], rng.choice)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-version", before or "")
    assert are_open(page) == [True, False, True]
    page.reload()
    expect(strips(page)).to_have_count(3)
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    assert are_open(page) == [True, False, True]
    assert not people.errors
