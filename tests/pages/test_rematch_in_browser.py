"""The end in a real browser: what is told, and a rematch that both want with one tap each."""

import random
import re
import secrets
from collections.abc import Callable

import pytest
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
    open_games.join_game(game.pk, ben.pk)
    return to_the_end(game.pk, random.Random(5))


@pytest.fixture
def open_(people: People, game: Game) -> Open:
    def open_page(user: User, **how: object) -> Page:
        page = people.page(**how)  # type: ignore[arg-type]
        people.sign_in(page, user)
        page.goto(f"/games/{game.pk}/")
        expect(page.locator("html[data-live=yes]")).to_be_attached()
        return page

    return open_page


def test_one_offers_the_other_accepts_and_it_begins(
    open_: Open, game: Game, anna: User, ben: User
) -> None:
    annas, bens = open_(anna), open_(ben, size=PHONE)
    for page in (annas, bens):
        result = page.locator(".result").bounding_box()
        board = page.locator(".board-regions").bounding_box()
        assert result
        assert board
        assert result["y"] < 100
        assert result["y"] + result["height"] < board["y"], "the result comes first"
    for heading in (
        "Points over time",
        "Points by source",
        "What decided the game",
        "Share the result",
    ):
        expect(annas.get_by_role("heading", name=heading)).to_be_in_viewport()
    shared = annas.locator(".result-picture img")
    expect(shared).to_have_js_property("complete", True, timeout=30_000)
    assert shared.evaluate("image => image.naturalWidth") > 300
    picture(bens, "end-phone")
    picture(annas, "end-desk")
    annas.get_by_role("button", name="Rematch").click()
    expect(annas.locator(".result")).to_contain_text("Waiting for ben")
    expect(bens.locator(".result")).to_contain_text("anna offers a rematch")
    picture(bens, "rematch-phone")
    bens.get_by_role("button", name="Accept").click()
    new = Game.objects.exclude(pk=game.pk)
    expect(bens).to_have_url(re.compile(rf"/games/(?!{game.pk}/)\d+/$"))
    annas.get_by_role("link", name="Go to the rematch").click()
    expect(annas).to_have_url(re.compile(rf"/games/{new.get().pk}/$"))


def test_the_pieces_fall_once_and_the_arrows_lead_back_at_once(
    open_: Open, game: Game, anna: User
) -> None:
    page = open_(anna, motion=True)
    page.evaluate("localStorage.clear()")
    page.reload(wait_until="commit")
    page.wait_for_selector(".result.is-new .seat-mark", state="attached")
    page.keyboard.press("Shift")
    expect(page.locator(".result.is-new")).to_have_count(0)
    scores = page.locator(".result [data-counts]").all_text_contents()
    assert [int(score) for score in scores] == sorted((game.result or {})["scores"], reverse=True)
    page.reload()
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    expect(page.locator(".result.is-new")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".film-number")).to_have_text(str(game.number - 1))
    expect(page.locator(".board-regions")).to_be_in_viewport(ratio=0.5)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".film")).to_be_hidden()
    page.get_by_role("link", name="Watch from the start").click()
    expect(page.locator(".film-number")).to_have_text("0")
