"""The end in a real browser: what is told, and a rematch that both want with one tap each."""

import random
import re
import secrets
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from tests.browser import PHONE, People, picture
from tests.games.playing import to_the_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]


@pytest.fixture
def game(anna: User, ben: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """Imhotep, played to its end: always the same game."""
    with monkeypatch.context() as fixed:
        fixed.setattr(secrets, "token_bytes", bytes)
        game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join(game.pk, ben.pk)
    return to_the_end(game.pk, random.Random(5))


@pytest.fixture
def open_(site: str, people: People, game: Game) -> Open:
    def open_page(user: User, **how: object) -> Page:
        page = people.page(**how)  # type: ignore[arg-type]
        client = Client()
        client.force_login(user)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"/games/{game.pk}/")
        expect(page.locator("html[data-live=yes]")).to_be_attached()
        return page

    return open_page


def test_one_offers_the_other_accepts_and_it_begins(
    open_: Open, game: Game, anna: User, ben: User
) -> None:
    annas, bens = open_(anna), open_(ben, size=PHONE)
    board = bens.locator(".board-regions").bounding_box()
    result, points = (bens.locator(f"[data-region={name}]").bounding_box()
                      for name in ("result", "scores"))  # fmt: skip
    assert board
    assert result
    assert points
    assert result["y"] < points["y"] < board["y"], "on a phone the result comes first"
    for name in ("result", "scores"):
        beside = annas.locator(f"[data-region={name}]")
        expect(beside).to_be_in_viewport()
    annas.locator(".result-picture summary").click()
    picture(bens, "end-phone")
    shared = annas.locator(".result-picture img")
    shared.scroll_into_view_if_needed()
    expect(shared).to_have_js_property("complete", True, timeout=30_000)
    assert shared.evaluate("image => image.naturalWidth") > 300
    picture(annas, "end-desk")
    line = annas.locator(".result [data-lights]").first
    line.click()
    expect(annas.locator(".board-regions .is-lit")).not_to_have_count(0)
    annas.get_by_role("button", name="Rematch").click()
    expect(annas.locator(".decision")).to_contain_text("it waits for ben")
    expect(bens.locator(".decision")).to_contain_text("anna offers a rematch")
    picture(bens, "rematch-phone")
    bens.get_by_role("button", name="Accept").click()
    new = Game.objects.exclude(pk=game.pk)
    expect(bens).to_have_url(re.compile(rf"/games/(?!{game.pk}/)\d+/$"))
    annas.get_by_role("link", name="To the rematch").click()
    expect(annas).to_have_url(re.compile(rf"/games/{new.get().pk}/$"))
