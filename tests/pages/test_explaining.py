"""The table explains itself: what cannot be done, cards of things, the rules beside the board."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from tests.browser import DESK, PHONE, People, picture
from tests.pages.reading import mover

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CARD = ".thing-card:popover-open"


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    """Imhotep at its first turn: no boat can sail yet."""
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "imhotep", 2).game
    return open_games.join_game(game.pk, ben.pk).game


def table(people: People, game: Game, size: tuple[int, int], **how: Any) -> Page:
    page = people.page(size, **how)
    people.sign_in(page, mover(game))
    page.goto(f"/games/{game.pk}/")
    return page


def stern(page: Page) -> tuple[float, float]:
    """A point on the first boat where no place is, in the window."""
    boat = page.locator('[data-target="boat-0"]')
    boat.evaluate("thing => thing.scrollIntoView({block: 'center'})")
    box = boat.bounding_box()
    assert box
    return box["x"] + 8, box["y"] + box["height"] / 2


def width(thing: Locator) -> float:
    box = thing.bounding_box()
    assert box
    return round(box["width"], 1)


def test_what_cannot_be_done_is_listed_with_its_reason_and_does_nothing(
    people: People, game: Game
) -> None:
    page = table(people, game, DESK)
    refused = page.locator(".decision-refusals .refused")
    sail = refused.filter(has_text="Sail")
    expect(sail).to_contain_text("more stone")
    expect(sail).to_have_attribute("aria-disabled", "true")
    before = Move.objects.count()
    sail.evaluate("button => button.click()")
    page.wait_for_timeout(200)
    assert Move.objects.count() == before
    without = table(people, game, DESK, scripts=False)
    expect(without.locator(".decision-refusals .refused").filter(has_text="Sail")).to_have_count(1)


def test_a_thing_opens_its_card_and_the_rules_stay_open_while_one_plays(
    people: People, game: Game
) -> None:
    page = table(people, game, DESK)
    card = page.locator(CARD)
    page.locator('[data-target="site-temple"]').click()
    expect(card).to_contain_text("Temple")
    expect(card).to_contain_text("Scored so far: ")
    expect(card).to_contain_text("At the end of every round")
    picture(page, "explaining-card")
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    # What cannot be chosen now says why.
    page.mouse.click(*stern(page))
    expect(card.locator(".refused")).to_contain_text("Boat 1 needs")
    card.get_by_role("button", name="More in the rules").click()
    panel = page.locator("#help.help-panel")
    expect(panel.locator(".is-here")).to_have_text("Boats")
    expect(panel.locator(".is-here")).to_be_in_viewport()
    expect(page.locator('[data-target="site-temple"]')).to_be_in_viewport(ratio=0.9)
    panel.get_by_role("searchbox").fill("obelisk tied")
    expect(panel.get_by_text("tied players add up the points")).to_be_visible()
    expect(panel.get_by_text("You build for the Pharaoh")).to_be_hidden()
    box, bar, board = (
        page.locator(part).bounding_box() for part in ("#help", ".decision", ".board-regions")
    )
    assert box
    assert bar
    assert board
    assert box["y"] >= bar["y"] + bar["height"]
    assert box["x"] >= board["x"] + board["width"]
    picture(page, "explaining-help")
    field = page.locator('[data-target="boat-0-field-0"] > a.choice')
    field.focus()
    page.keyboard.press("i")
    expect(card).to_contain_text("number 1 to be unloaded")
    card.get_by_role("button", name=re.compile("Load")).click()
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    expect(panel).to_be_visible()
    assert Move.objects.filter(game=game, action=Move.Action.CHOOSE).count() == 1


def test_on_a_phone_the_rules_open_at_what_is_asked_and_leave_the_board_in_view(
    people: People, game: Game
) -> None:
    page = table(people, game, PHONE)
    page.locator(".table-help").click()
    panel = page.locator("#help.help-panel")
    expect(panel.locator(".is-here")).to_have_text("Your turn: one action")
    box = panel.bounding_box()
    assert box
    assert box["height"] <= 0.4 * PHONE[1]
    picture(page, "explaining-phone", whole=False)
    page.locator(".table-help").click()
    expect(page.locator("#help.help-panel")).to_have_count(0)
    page.touchscreen.tap(*stern(page))
    expect(page.locator(CARD)).to_be_visible()
    page.keyboard.press("Escape")
    page.locator('[data-target="market-0"]').tap()
    expect(page.locator(".thing-card-drawing svg")).to_be_visible()
    picture(page, "explaining-card-phone")


def test_on_a_phone_a_board_can_be_twice_as_large_beside_the_decision(
    people: People, game: Game
) -> None:
    page = table(people, game, PHONE)
    site = page.locator('[data-target="site-temple"]')
    small = width(site)
    page.locator(".table-larger").tap()
    large = width(site)
    assert large > 1.9 * small
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0], "only the board moves"
    picture(page, "larger-phone")
    page.locator('[data-target="boat-0-field-0"] > a.choice').scroll_into_view_if_needed()
    expect(page.locator(".decision-yours")).to_be_in_viewport()
    page.locator('[data-target="boat-0-field-0"] > a.choice').tap()
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    assert width(site) == large, "it stays as large"
    page.locator(".table-larger").tap()
    assert width(site) == small


def test_a_second_press_where_one_has_just_chosen_explains_nothing(
    people: People, anna: User, ben: User
) -> None:
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "bali", 2).game
    game = open_games.join_game(game.pk, ben.pk).game
    page = table(people, game, PHONE)
    hand = page.locator('[data-target^="play-"] > a.choice').first
    box = hand.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.click(x, y)
    expect(page.locator('[data-target^="play-"] > a.choice')).to_have_count(0)
    page.mouse.click(x, y)
    assert page.locator(CARD).count() == 0
    page.wait_for_timeout(1600)
    page.mouse.click(x, y)
    expect(page.locator(CARD)).to_have_count(1)
