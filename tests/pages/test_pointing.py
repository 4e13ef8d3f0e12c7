"""What lies on a thing that can be chosen belongs to it: clicks and taps choose, tips do not."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from games.moves import actions
from games.storage.position import load
from tests.browser import DESK, PHONE, People
from tests.pages.reading import mover

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TIP = ".tip-text:popover-open"
CARD = ".thing-card:popover-open"


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    """Imhotep at a point where a boat may sail, or take one more stone."""
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "imhotep", 2).game
    game = open_games.join_game(game.pk, ben.pk).game
    while not sails(game):
        user = mover(game)
        position = load(game.pk, user.pk)
        [decision] = position.running().decisions()
        wish = [choice for choice in decision.choices if choice[0] == "place"] or [("get",)]
        actions.choose(game.pk, user.pk, wish[0], version=position.version)
    return game


def sails(game: Game) -> list[Any]:
    """The boats that may sail now."""
    [decision] = load(game.pk, mover(game).pk).running().decisions()
    return sorted({choice[1] for choice in decision.choices if choice[0] == "sail"})


def table(people: People, game: Game, size: tuple[int, int]) -> Page:
    page = people.page(size)
    people.sign_in(page, mover(game))
    page.goto(f"/games/{game.pk}/")
    return page


def stone(page: Page, boat: int) -> tuple[float, float]:
    """The middle of the first stone on a boat, in the window."""
    thing = page.locator(f'[data-target="boat-{boat}-field-0"] [data-tip]')
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def chosen(page: Page, boat: int) -> None:
    expect(page.locator(f'[data-target="boat-{boat}"] > a.choice.is-chosen')).to_have_count(1)


def asks(page: Page, boat: int) -> None:
    """The bar asks for what comes next."""
    expect(page.locator(".decision h2")).to_have_text(f"Where does boat {boat + 1} sail?")


def test_a_stone_explains_itself_under_the_mouse_and_a_click_on_it_chooses_its_boat(
    people: People, game: Game
) -> None:
    boat = sails(game)[0]
    page = table(people, game, DESK)
    page.mouse.move(*stone(page, boat))
    expect(page.locator(TIP)).to_contain_text("'s stone")
    x, y = stone(page, boat)
    page.mouse.click(x, y)
    chosen(page, boat)
    asks(page, boat)
    page.mouse.move(x + 3, y)
    expect(page.locator(TIP)).to_have_count(0)  # it would lie over what comes next
    page.mouse.move(2, 2)
    expect(page.locator(TIP)).to_have_count(0)
    page.mouse.move(*stone(page, boat))
    expect(page.locator(TIP)).to_contain_text("'s stone")


def test_a_tap_on_a_stone_chooses_its_boat_and_opens_no_tip(people: People, game: Game) -> None:
    boat = sails(game)[0]
    page = table(people, game, PHONE)
    page.touchscreen.tap(*stone(page, boat))
    chosen(page, boat)
    expect(page.locator(TIP)).to_have_count(0)


def test_a_long_press_explains_and_chooses_nothing(people: People, game: Game) -> None:
    boat = sails(game)[0]
    page = table(people, game, PHONE)
    before = Move.objects.filter(game=game).count()
    x, y = stone(page, boat)
    touch = page.context.new_cdp_session(page)
    touch.send(
        "Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
    )
    expect(page.locator(CARD)).to_contain_text("'s stone")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    page.wait_for_timeout(400)  # a click that comes late would come now
    expect(page.locator(CARD)).to_contain_text("'s stone")
    expect(page.locator(".is-chosen")).to_have_count(0)
    assert Move.objects.filter(game=game).count() == before
    expect(page.locator(TIP)).to_have_count(0)
    page.touchscreen.tap(x, y)
    chosen(page, boat)
    expect(page.locator(CARD)).to_have_count(0)


def test_a_tip_beside_what_can_be_chosen_opens_on_a_tap_and_by_keys(
    people: People, game: Game
) -> None:
    page = table(people, game, PHONE)
    figure = page.locator(".imhotep-harbour .imhotep-figure").first
    figure.scroll_into_view_if_needed()
    # On its words: a tap close beside what can be chosen is led to that by the browser.
    box = figure.locator("text").first.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(TIP)).to_contain_text("Round")
    page.keyboard.press("Escape")
    expect(page.locator(TIP)).to_have_count(0)
    figure.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.locator(TIP)).to_contain_text("Round")


def test_a_tip_that_is_open_lets_the_click_through(people: People, game: Game) -> None:
    page = table(people, game, DESK)
    boat = sails(game)[0]
    page.mouse.move(*stone(page, boat))
    tip = page.locator(TIP)
    box = tip.bounding_box()
    assert box
    under = page.evaluate(
        "([x, y]) => document.elementFromPoint(x, y).matches('.tip-text')",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2],
    )
    assert not under


def test_another_boat_can_be_taken_instead_where_it_does_not_glow(
    people: People, game: Game
) -> None:
    boat = sails(game)[0]
    page = table(people, game, DESK)
    page.mouse.click(*stone(page, boat))
    chosen(page, boat)
    free = page.locator('[data-target*="-field-"]:not(:has([data-tip]))').first
    name = free.get_attribute("data-target") or ""
    expect(page.locator(f'[data-target="{name}"] > a.choice')).to_have_count(0)
    box = free.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    last = Move.objects.filter(game=game, action=Move.Action.CHOOSE).latest("version")
    _boat, number, _field, place = name.split("-")
    assert last.choice == ["place", int(number), int(place)]


def test_without_scripts_a_stone_leads_where_its_boat_does(people: People, game: Game) -> None:
    boat = sails(game)[0]
    page = people.page(DESK, scripts=False)
    page.context.add_cookies(table(people, game, DESK).context.cookies())  # type: ignore[arg-type]
    page.goto(f"/games/{game.pk}/")
    page.mouse.click(*stone(page, boat))
    page.wait_for_url("**?prefix=*")
    assert "sail" in page.url
    asks(page, boat)
