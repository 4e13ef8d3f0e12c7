"""A lesson for people who hear it: its words come first, the focus lies on their heading, and what
a wrong choice is answered with is read out."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lessons import following
from tests.browser import DESK, PHONE, People
from tests.pages.hearing import heard_of, listen

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOCUS = "document.activeElement.textContent.trim()"


def opened(people: People, user: User, size: tuple[int, int] = DESK) -> Page:
    """The page of Imhotep's first lesson at its beginning."""
    game = following.begin_lesson(user.pk, "imhotep", anew=True).game
    page = people.page(size)
    people.sign_in(page, user)
    page.goto("/about/")
    listen(page)
    page.goto(f"/games/{game.pk}/")
    return page


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_it_begins_with_its_words_and_goes_on_right_after_them(
    people: People, anna: User, size: tuple[int, int]
) -> None:
    page = opened(people, anna, size)
    tree = page.locator("main").aria_snapshot()
    speech = page.locator("[data-speech]")
    title, text = speech.locator("h2").inner_text(), speech.locator("p").first.inner_text()
    parts = (title, text[:40], 'link "Go on"', 'button "Leave and play on"', 'region "Board"')
    order = [tree.index(part) for part in parts]
    assert order == sorted(order)
    page.wait_for_function(f"(title) => {FOCUS} === title", arg=title)
    heard_of(page, text)
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUS) == "Go on"
    page.keyboard.press("Enter")
    expect(speech.locator("h2")).not_to_have_text(title)
    following_title = speech.locator("h2").inner_text()
    page.wait_for_function(f"(title) => {FOCUS} === title", arg=following_title)
    heard_of(page, speech.locator("p").first.inner_text())


def test_a_wrong_choice_of_the_bar_is_answered_there_and_read_out(
    people: People, anna: User
) -> None:
    page = opened(people, anna)
    speech = page.locator("[data-speech]")
    while speech.get_attribute("data-meant") == "":
        title = speech.locator("h2").inner_text()
        speech.get_by_role("link", name="Go on").click()
        expect(speech.locator("h2")).not_to_have_text(title)
    asked = page.url
    assert "said=" in asked, "something was said there before"
    heard_of(page, speech.locator("p").first.inner_text())
    meant = speech.get_attribute("data-meant")
    ways = page.locator(".lesson-decision .decision-choices button")
    next(way for way in ways.all() if way.get_attribute("value") != meant).click()
    expect(speech.locator("h2")).to_have_text("That works, too")
    assert page.url == asked
    page.wait_for_function(f'() => {FOCUS} === "That works, too"')
    heard_of(page, speech.locator("p").first.inner_text())
