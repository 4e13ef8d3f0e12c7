"""The table by keys alone: near the first choice, from choice to choice, and a list of all keys."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Move
from games.moves import actions
from games.storage.position import Position, load
from tests.browser import People
from tests.pages.reading import mover

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FOCUS = """() => {
  const link = document.activeElement;
  return link.closest("[data-target]")?.dataset.target ?? link.textContent.trim();
}"""
HERE = "document.activeElement.closest('#region-decision, #board, details[id]').id"
# How many stops each part of the board has for the Tab key.
STOPS = """() => {
  const isStop = (each) => each.tabIndex === 0 && each.checkVisibility();
  const parts = [...document.querySelectorAll("#board [data-region]")];
  return parts.map((part) => [...part.querySelectorAll("*")].filter(isStop).length).filter(Boolean);
}"""
IN_BAR = "document.activeElement.closest('.decision-ways') !== null"


def with_stones(game: Game) -> None:
    """Both take stones, so that there is more than one choice."""
    for _turn in range(2):
        user = mover(game)
        position = load(game.pk, user.pk)
        actions.choose(game.pk, user.pk, ("get",), version=position.version)


def opened(people: People, game: Game) -> Page:
    page = people.page()
    client = Client()
    client.force_login(mover(game))
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": people.url}])
    page.goto(f"/games/{game.pk}/")
    return page


def test_the_choices_are_reached_and_gone_through_by_keys(
    people: People, started: Position
) -> None:
    game = started.game
    with_stones(game)
    User.objects.update(confirm_turns=False)
    page = opened(people, game)
    # The first stops lead to what is asked, the board, the rules, the log and the talk.
    for place, stops in (("decision", 1), ("board", 2), ("help", 3), ("log", 4), ("chat", 5)):
        page.goto(f"/games/{game.pk}/")
        for key in (*["Tab"] * stops, "Enter"):
            page.keyboard.press(key)
        assert page.evaluate(HERE).endswith(place), place
    # Those of the board are its regions, and of them what can be chosen comes first.
    page.goto(f"/games/{game.pk}/")
    page.wait_for_function(f"() => ({STOPS})().every((stops) => stops === 1)")  # once it is idle
    page.locator(".imhotep-harbour a.choice").first.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.closest('.imhotep-harbour') !== null")

    page.locator("h1").click()
    page.keyboard.press("n")
    first = page.evaluate(FOCUS)
    assert page.evaluate(IN_BAR)
    page.keyboard.press("n")
    page.keyboard.press("p")
    assert page.evaluate(FOCUS) == first
    page.locator('[data-target="boat-1-field-0"] > a').focus()
    page.keyboard.press("ArrowUp")
    assert page.evaluate(FOCUS).startswith("boat-0-field-")
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUS) == "boat-1-field-0"
    page.keyboard.press("ArrowRight")
    assert page.evaluate(FOCUS) == "boat-1-field-1"

    page.keyboard.press("?")
    expect(page.locator("#keys")).to_contain_text("to the next choice")
    page.get_by_label("Single letters and digits act").uncheck()
    page.keyboard.press("Escape")
    expect(page.locator("#keys")).not_to_be_visible()
    page.locator('[data-target="boat-1-field-0"] > a').focus()
    for key in ("n", "9"):
        page.keyboard.press(key)
        assert page.evaluate(FOCUS) == "boat-1-field-0"
    page.keyboard.press("Enter")
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    last = Move.objects.filter(game=game).latest("version")
    assert last.choice == ["place", 1, 0]


def test_after_a_step_the_next_choice_is_its_first_answer(
    people: People, started: Position
) -> None:
    """Whoever goes on by keys alone takes what is named first, not what stands behind it."""
    with_stones(started.game)
    User.objects.update(confirm_turns=False)
    page = opened(people, started.game)
    page.locator("h1").click()
    page.keyboard.press("n")
    assert page.evaluate(FOCUS).startswith("Load: boat 1")
    page.keyboard.press("Enter")
    expect(page.locator(".decision-back")).to_be_visible()
    answers = page.locator(".decision-choices button:not(.decision-back):visible")
    names = [text.strip() for text in answers.all_text_contents()]
    assert len(names) > 1  # as many as the boat has places
    for name in names:
        page.keyboard.press("n")
        assert page.evaluate(FOCUS) == name
