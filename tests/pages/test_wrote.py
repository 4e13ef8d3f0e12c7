"""What one writes on a page that is loaded anew for it is confirmed by ear, and one writes on."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from tests.clubs.founding import club_of
from tests.pages.hearing import heard, listen, silence
from tests.pages.test_in_browser import Open, open_  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIELD = "[data-write] :is(textarea, input[name=text])"


def conversation(_anna: User, ben: User) -> str:
    return f"/messages/{ben.username}/"


def club(anna: User, ben: User) -> str:
    return f"/clubs/{club_of(anna, ben).pk}/"


def club_talk(anna: User, ben: User) -> str:
    return f"{club(anna, ben)}talk/"


def stopped_game(anna: User, ben: User) -> str:
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    Game.objects.update(state=b"unreadable", broken_at=timezone.now())
    return f"/games/{game.pk}/"


def write(page: Page, text: str) -> None:
    page.locator(FIELD).fill(text)
    with page.expect_navigation():
        page.locator(FIELD).press("Enter")


@pytest.mark.parametrize("place", [conversation, club, club_talk, stopped_game])
def test_what_one_wrote_is_heard_once_and_one_writes_on(
    place: object,
    anna: User,
    ben: User,
    open_: Open,  # noqa: F811
) -> None:
    page = open_(anna, place(anna, ben))  # type: ignore[operator]
    listen(page)
    for text in ("Who comes on Thursday?", "Who comes on Thursday?"):
        write(page, text)
        assert heard(page) == [f"You wrote: {text}"]
        expect(page.locator(FIELD)).to_be_focused()
    page.reload()
    assert silence(page) == []


def test_a_ready_phrase_is_heard_likewise(
    anna: User,
    ben: User,
    open_: Open,  # noqa: F811
) -> None:
    page = open_(anna, conversation(anna, ben))
    listen(page)
    phrase = page.locator("[name=quick]").first
    words = phrase.inner_text()
    with page.expect_navigation():
        phrase.click()
    assert heard(page) == [f"You wrote: {words}"]


def test_what_was_refused_is_not_confirmed_and_leads_to_the_reason(
    anna: User,
    ben: User,
    open_: Open,  # noqa: F811
) -> None:
    page = open_(anna, club_talk(anna, ben))
    listen(page)
    page.locator(FIELD).evaluate("(field) => field.removeAttribute('maxlength')")
    write(page, "much too long " * 400)
    expect(page.locator("[data-refused]")).to_be_focused()
    assert page.title().startswith("Error: ")
    assert silence(page) == []
