"""The header's "Next game" leads on from the table one is at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.lobby import open_games
from games.models import Seat
from tests.browser import People

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def waiting_for(anna: User, ben: User, number: int) -> list[int]:
    """So many games that wait for anna."""
    for _game in range(60):  # whose turn it is first is drawn
        if Seat.objects.filter(user=anna, to_move=True).count() == number:
            break
        game = open_games.create(anna.pk, "imhotep", 2).game
        open_games.join_game(game.pk, ben.pk)
    return list(Seat.objects.filter(user=anna, to_move=True).values_list("game", flat=True))


def test_each_press_of_next_game_leads_to_another_table(
    people: People, anna: User, ben: User
) -> None:
    games = waiting_for(anna, ben, 4)
    page = people.page()
    people.sign_in(page, anna)
    page.goto("/my/")
    seen = []
    for _press in games:
        page.locator(".site-header").get_by_role("link", name="Next game").click()
        page.wait_for_url(re.compile(r"/games/\d+/$"))
        expect(page.locator("[data-table]")).to_be_visible()
        seen.append(page.url)
    assert len(set(seen)) == len(games)


def test_next_game_is_outlined_where_the_page_has_gold_of_its_own_also_when_numbers_come(
    people: People, anna: User, ben: User
) -> None:
    waiting_for(anna, ben, 1)
    page = people.page()
    people.sign_in(page, anna)
    page.goto("/lobby/")
    expect(page.locator("html.js")).to_be_attached()
    page.wait_for_timeout(500)
    link = page.locator(".site-header").get_by_role("link", name="Next game")
    expect(link).to_have_class(re.compile("button-quiet-turn"))
    assert not link.evaluate("it => it.classList.contains('button-turn')")
