"""The table by keys alone: near the first choice, from choice to choice, and a list of all keys."""

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game, Move
from games.moves import actions
from games.rules import registry
from games.storage.position import Position, load
from tests.browser import People
from tests.pages.reading import mover
from tests.pages.walking import walk
from tests.people import person

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
# All that Tab stops at, as far as a reader has opened nothing.
ALL_STOPS = """() => [...document.querySelectorAll(
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]")]
  .filter((each) => each.tabIndex >= 0 && !each.disabled && each.checkVisibility())
  .map((each) => each.getAttribute("aria-label") ?? each.textContent.trim())"""
IN_BAR = "document.activeElement.closest('.decision-ways') !== null"


def with_stones(game: Game) -> None:
    """Both take stones, so that there is more than one choice."""
    for _turn in range(2):
        user = mover(game)
        position = load(game.pk, user.pk)
        actions.choose(game.pk, user.pk, ("get",), version=position.version)


def opened(people: People, game: Game) -> Page:
    page = people.page()
    people.sign_in(page, mover(game))
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
    expect(page.locator("#keys")).to_contain_text("next choice")
    page.get_by_label("Single-key shortcuts (letter or digit) work").select_option("not at all")
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


def test_letters_act_with_alt_or_not_at_all_as_the_list_and_the_settings_say(
    people: People, started: Position
) -> None:
    """Screen readers take most letters for themselves, and leave those that have Alt with them."""
    with_stones(started.game)
    page = opened(people, started.game)
    place = page.locator('[data-target="boat-1-field-0"] > a')

    def moves(key: str) -> bool:
        place.focus()
        page.keyboard.press(key)
        return bool(page.evaluate(FOCUS) != "boat-1-field-0")

    assert {key: moves(key) for key in ("n", "1", "Alt+n", "Alt+1")} == {
        "n": True, "1": True, "Alt+n": False, "Alt+1": False,
    }  # fmt: skip
    page.keyboard.press("?")
    page.get_by_label("Single-key shortcuts (letter or digit) work").select_option(
        "with the Alt key"
    )
    page.keyboard.press("Escape")
    for _load in range(2):
        assert {key: moves(key) for key in ("n", "p", "1", "Alt+n", "Alt+p", "Alt+1")} == {
            "n": False, "p": False, "1": False, "Alt+n": True, "Alt+p": True, "Alt+1": True,
        }  # fmt: skip
        for key, opens in (("i", 0), ("Alt+i", 1)):
            place.focus()
            page.keyboard.press(key)
            expect(page.locator(".thing-card:popover-open")).to_have_count(opens)
            page.keyboard.press("Escape")
        page.reload()
        expect(page.locator("html[data-live=yes]")).to_be_attached()
    page.goto("/accounts/profile/")
    which = page.get_by_label("Single-key shortcuts (letter or digit) work")
    expect(which).to_have_value("alt")
    which.select_option("on their own")
    page.get_by_role("button", name="Save").first.click()
    expect(which).to_have_value("alone")
    page.goto(f"/games/{started.game.pk}/")
    assert moves("n")
    assert not moves("Alt+n")


def test_what_was_switched_off_before_there_were_settings_stays_off(
    people: People, started: Position
) -> None:
    with_stones(started.game)
    page = opened(people, started.game)
    page.evaluate("localStorage.setItem('letters', 'no')")
    page.reload()
    page.locator('[data-target="boat-1-field-0"] > a').focus()
    page.keyboard.press("n")
    assert page.evaluate(FOCUS) == "boat-1-field-0"


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_a_table_of_four_has_at_most_sixty_stops(
    people: People, anna: User, ben: User, cleo: User, slug: str
) -> None:
    """Wherever most can be chosen: each part of the page is one stop, within which arrows go on."""
    User.objects.update(confirm_turns=False)
    users = [anna, ben, cleo, person("don")]
    way = walk(users, slug, {}, seed=2, most=True)
    page = people.page()
    people.sign_in(page, way.holder)
    counted = {}
    for kind, version in way.on_the_way():
        page.goto(f"/games/{way.game.pk}/")
        expect(page.locator("[data-table]")).to_have_attribute("data-version", str(version))
        page.keyboard.press("Shift")  # any key: parts are arranged for keys at once
        counted[kind] = len(page.evaluate(ALL_STOPS))
    assert counted
    assert max(counted.values()) <= 60, counted


def test_answers_in_the_bar_are_one_stop_with_arrows_within(
    people: People, started: Position
) -> None:
    with_stones(started.game)
    page = opened(people, started.game)
    answers = page.locator(".decision-choices > :is(a, button):visible")
    answers.first.focus()
    for _time in range(2):
        page.keyboard.press("ArrowRight")
        expect(answers.nth(1)).to_be_focused()
        page.keyboard.press("ArrowLeft")
        expect(answers.first).to_be_focused()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('.decision-choices') === null")
