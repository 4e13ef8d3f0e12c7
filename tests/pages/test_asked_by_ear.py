"""What is asked is heard at each step: the question first, then how much of what, then the answers
that can be given."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Game
from games.rules.engine import Choice
from games.storage.position import Position, load
from tests.browser import People
from tests.games import playing
from tests.pages.hearing import heard, listen
from tests.pages.reading import mover
from tests.pages.test_keys import with_stones
from tests.pages.test_offering_in_browser import called

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(started: Position) -> Game:
    User.objects.update(explain_first=False, confirm_turns=False)
    with_stones(started.game)
    return started.game


def sailing(game: Game) -> bool:
    decision = load(game.pk, mover(game).pk).running().decisions()[0]
    return any(choice[0] == "sail" for choice in decision.choices)


def listening(people: People, user: User, game_id: int) -> Page:
    page = people.page()
    people.sign_in(page, user)
    page.goto(f"/games/{game_id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    listen(page)
    return page


def question(page: Page) -> str:
    return page.locator(".decision-prompt h2").inner_text()


def test_a_link_in_the_bar_and_the_way_back_say_the_question(people: People, game: Game) -> None:
    page = listening(people, mover(game), game.pk)
    first = question(page)
    page.locator(".decision-choices a").first.press("Enter")
    (said,) = heard(page)
    assert said.startswith(question(page)), said
    answers = page.locator(".decision-choices button:not(.decision-back):visible")
    assert answers.count() > 1
    assert all(text.strip() in said for text in answers.all_text_contents()), said
    assert "Back" not in said
    page.keyboard.press("Escape")
    (said,) = heard(page)
    assert said.startswith(first), said
    refused = page.locator(".decision-refusals .refused span").first.inner_text()
    assert refused not in said, "what is impossible is not on offer"


def on_the_first_boat(choices: Sequence[Choice]) -> Choice:
    return next((each for each in choices if each[:2] == ("place", 0)), choices[0])


def test_a_thing_on_the_board_says_the_question_that_it_leads_to(
    people: People, game: Game
) -> None:
    while not sailing(game):
        playing.answer(game.pk, playing.asked(game.pk)[0], on_the_first_boat)
    page = listening(people, mover(game), game.pk)
    first = question(page)
    page.locator('[data-target="boat-0"] > a.choice').press("Enter")
    (said,) = heard(page)
    assert said.startswith(question(page)), said
    assert question(page) != first


def test_amounts_are_heard_by_what_they_are_of(people: People, anna: User, ben: User) -> None:
    User.objects.update(confirm_turns=False, explain_first=False)
    game_id, user = called("drago", anna, ben)
    page = listening(people, user, game_id)
    page.locator(".decision-choices > a.button").first.press("Enter")
    expect(page.locator(".decision-giving")).to_be_visible()
    said = " ".join(heard(page))
    assert said.startswith(question(page)), said
    labels = page.locator(".decision-giving input[type=number]")
    for number in range(labels.count()):
        field = labels.nth(number)
        assert f"{field.get_attribute('aria-label')}: {field.input_value()}" in said
    assert "−" not in said
    assert "+" not in said
    assert "Give this" in said
