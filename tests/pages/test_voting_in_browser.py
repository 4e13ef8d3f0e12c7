"""Voting in a real browser: a question appears to the others at once, and so do their answers."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Vote
from tests.browser import PHONE, People

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
Open = Callable[..., Page]


@pytest.fixture
def open_(people: People) -> Open:
    """`open_(anna, game)`: the game's page of this person."""

    def open_page(user: User, game: Game, **how: object) -> Page:
        page = people.page(**how)  # type: ignore[arg-type]
        people.sign_in(page, user)
        page.goto(f"/games/{game.pk}/")
        return page

    return open_page


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    game = open_games.create(anna.pk, "imhotep", 2).game
    return open_games.join_game(game.pk, ben.pk).game


def ask(page: Page, title: str, button: str) -> None:
    """From the menu, by keyboard."""
    page.locator("#game-menu > summary").press("Enter")
    page.locator("#game-menu summary", has_text=title).press("Enter")
    page.get_by_role("button", name=button).press("Enter")


@pytest.mark.smoke
def test_a_vote_comes_and_goes_on_open_pages(
    open_: Open, game: Game, anna: User, ben: User
) -> None:
    annas, bens = open_(anna, game), open_(ben, game)
    expect(bens.locator("html[data-live=yes]")).to_be_attached()
    expect(annas.locator("html[data-live=yes]")).to_be_attached()
    ask(annas, "Suggest a pause", "Ask for a pause")
    question = bens.get_by_role("heading", name="anna suggests pausing the game")
    expect(question).to_be_visible()
    bens.get_by_role("button", name="Yes", exact=True).click()
    for page in (annas, bens):
        expect(page.locator(".notice", has_text="The game is paused")).to_be_visible()
        expect(page.locator(".vote")).to_have_count(0)
        expect(page.locator("[data-region=log]")).to_contain_text("The game is paused")


def test_you_see_what_you_answered_and_may_change_it(
    open_: Open, game: Game, anna: User, ben: User
) -> None:
    annas, bens = open_(anna, game), open_(ben, game, size=PHONE)
    ask(bens, "Suggest cancelling the game", "Yes, I want to cancel")
    expect(bens.locator(".vote button[aria-pressed=true]")).to_have_text("Yes")
    annas.reload()
    annas.get_by_role("button", name="No", exact=True).click()
    expect(annas.locator(".vote")).to_have_count(0)
    assert Vote.objects.get().outcome == "rejected"
    expect(bens.locator(".vote")).to_have_count(0)


def test_it_works_without_scripts(open_: Open, game: Game, anna: User, ben: User) -> None:
    page = open_(anna, game, scripts=False)
    page.locator("#game-menu > summary").click()
    page.locator("#game-menu summary", has_text="Offer a draw").click()
    page.get_by_role("button", name="Yes, I offer a draw").click()
    page = open_(ben, game, scripts=False)
    page.get_by_role("button", name="Yes", exact=True).click()
    expect(page.get_by_text("All have agreed on a draw").first).to_be_visible()
    assert Game.objects.get().status == "finished"
