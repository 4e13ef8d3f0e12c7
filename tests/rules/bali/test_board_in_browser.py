"""Bali's board on the real page: legible, reachable, and worth looking at."""

import random
import re
import secrets

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.storage.position import load
from tests.browser import DESK, PHONE, People, picture, run_axe

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]


# The smallest letters of the board.
SMALLEST = """() => Math.min(...[...document.querySelectorAll('.board-regions text')]
    .map(text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d))"""


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game of four with both variants: always the same one."""
    names = ("anna", "ben", "cleo", "dora")
    people = [
        User.objects.create_user(name, f"{name}@example.org", "secret", confirm_turns=False)
        for name in names
    ]
    options = {"oracle": True, "demon": True}
    with monkeypatch.context() as fixed:
        fixed.setattr(secrets, "token_bytes", bytes)
        game = open_games.create(people[0].pk, "bali", 4, options=options).game
    for person in people[1:]:
        open_games.join_game(game.pk, person.pk)
    return game


def play_on(game: Game, kind: str, moves: int = 0) -> User:
    """Moves, at least so many, until this is asked; returns who is asked.

    At random, but stones are saved up for shrines, which bring up most questions.
    """
    rng = random.Random(moves)
    while True:
        asked = next(seat.user for seat in load(game.pk, None).seats if seat.to_move)
        assert asked is not None
        position = load(game.pk, asked.pk)
        seat = position.seat_of(asked.pk)
        assert seat is not None
        decision = position.running().decision(seat.index)
        assert decision is not None
        moves -= 1
        if moves < 0 and decision.kind == kind:
            return asked
        shrine = [choice for choice in decision.choices if choice == ("play", "shrine")]
        thrifty = [choice for choice in decision.choices if choice[0] != "buy"]
        choice = rng.choice(shrine or thrifty)
        actions.choose(game.pk, asked.pk, choice, version=position.version)


def opened(people: People, game: Game, user: User | None, size: tuple[int, int] = DESK) -> Page:
    page = people.page(size)
    if user is not None:
        people.sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    return page


def test_the_board_is_legible_and_accessible_by_day_and_by_night(
    people: People, game: Game
) -> None:
    user, page = play_on(game, "play", 60), people.page(PHONE)
    people.sign_in(page, user)
    for dark, sizes in ((False, [(820, 1180)]), (True, [PHONE, DESK])):
        User.objects.update(language="de" if dark else "en")
        page.emulate_media(color_scheme="dark" if dark else "light")
        page.goto(f"/games/{game.pk}/")
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            picture(page, f"bali-{size[0]}-{'dark' if dark else 'light'}")
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            assert page.evaluate(SMALLEST) >= 10.5
            findings = run_axe(page, ".board-regions")
            assert findings.violations_count == 0, findings.generate_report()


def test_a_card_is_taken_with_one_click(people: People, game: Game) -> None:
    user = play_on(game, "take_card")
    page = opened(people, game, user)
    picture(page, "bali-take")
    version = load(game.pk, user.pk).version
    page.locator('[data-target^="row-"] > a.choice .hit').first.click()
    expect(page.locator("[data-table]")).not_to_have_attribute("data-version", str(version))
    assert not people.errors


def test_covered_cards_and_previews_explain_themselves(people: People, game: Game) -> None:
    page = opened(people, game, None)
    tip = page.locator(".tip-text:popover-open")
    plate = page.locator('[aria-label^="Row 2 from the front"]')
    expect(plate).to_have_attribute("tabindex", re.compile("-1|0"))  # once the page is idle
    plate.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(tip).to_contain_text("Row 2 from the front")
    page.locator(".bali-touch[aria-description]").first.hover()
    expect(tip).to_contain_text("Scored:")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_rules_can_be_read_before_playing(people: People, size: tuple[int, int]) -> None:
    page = people.page(size, language="de")
    page.goto("/games/types/bali/")
    picture(page, f"bali-rules-{size[0]}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    expect(page.get_by_role("heading", name="Ein Zug")).to_be_visible()
    assert page.locator(".bali-help .bali-line svg").count() > 10
    findings = run_axe(page, ".bali-help")
    assert findings.violations_count == 0, findings.generate_report()


def twins(game: Game, user: User) -> str:
    """A farmer of whom two are in hand and can be played; "" without any."""
    decision = load(game.pk, user.pk).running().decisions()[0]
    return next((str(choice[1]) for choice in decision.choices if choice[2:] == (2,)), "")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_a_card_leaves_open_is_asked_at_once_and_said_beside_what_was_chosen(
    people: People, game: Game, size: tuple[int, int]
) -> None:
    user = play_on(game, "play")
    while not (kind := twins(game, user)):
        user = play_on(game, "play", 1)
    page = opened(people, game, user, size=size)
    prompt = page.locator(".decision-prompt")
    before = prompt.inner_text()
    card = page.locator(f'[data-target="play-{kind}"] > a.choice')
    card.click()
    expect(prompt).to_contain_text(re.compile(r"Play: \w+ farmers|Play: (masons|priests)", re.I))
    both = page.locator("[data-narrowing] button", has_text="2")
    expect(both).to_be_in_viewport()
    picture(page, f"bali-how-many-{size[0]}")
    page.keyboard.press("Escape")
    expect(prompt).to_have_text(before, use_inner_text=True)
    card.click()
    both.click()
    expect(page.locator("[data-message]")).to_be_empty()
    expect(page.locator("[data-narrowing]")).to_have_count(0)
    assert not people.errors
