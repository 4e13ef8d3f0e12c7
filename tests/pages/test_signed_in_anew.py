"""Pages that were open when somebody signed in or out elsewhere in the same browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from community.models import PrivateMessage
from games.lobby import open_games
from games.models import ChatMessage, Encounter, Game, Move, Notebook, ReadyReason
from tests.browser import People
from tests.pages.reading import mover, other
from tests.pages.test_in_browser import path
from tests.people import PASSWORD, person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    game = open_games.create(anna.pk, "imhotep", 2).game
    return open_games.join_game(game.pk, ben.pk).game


@pytest.fixture(autouse=True)
def acquainted(anna: User, ben: User) -> None:
    User.objects.update(confirm_turns=False)
    for one, two in ((anna, ben), (ben, anna)):
        Encounter.objects.create(user=one, other=two, type="imhotep", games=1)


def fill_in(page: Page, user: User) -> None:
    page.get_by_label("Name or e-mail address").fill(user.username)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: "/login/" not in url)


def sign_out(page: Page) -> None:
    page.context.clear_cookies(name="sessionid")


def sign_in_beside(page: Page, user: User) -> None:
    """In another tab, so that the first one becomes old."""
    sign_out(page)
    tab = page.context.new_page()
    tab.goto("/accounts/login/")
    fill_in(tab, user)
    tab.close()


def opened(people: People, user: User, where: str) -> Page:
    page = people.page()
    page.goto("/accounts/login/")
    fill_in(page, user)
    page.goto(where)
    expect(page.locator("html.js")).to_be_attached()
    return page


def choose(page: Page) -> None:
    page.locator(".decision-choices button").first.click()


def write(page: Page, text: str) -> None:
    if not page.locator("#chat").evaluate("it => it.open"):
        page.locator("#chat > summary").click()
    page.locator("#chat-text").fill(text)


def say(page: Page, text: str) -> None:
    write(page, text)
    page.locator("#chat-text").press("Enter")


def letters() -> list[str]:
    return list(PrivateMessage.objects.order_by("id").values_list("text", flat=True))


def test_an_old_tab_of_a_table_sends_its_choice_once_more_with_a_new_token(
    game: Game, people: People
) -> None:
    user, before = mover(game), Move.objects.filter(game=game).count()
    page = opened(people, user, path(game))
    sign_in_beside(page, user)
    choose(page)
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    assert Move.objects.filter(game=game).count() == before + 1
    say(page, "Good luck")
    expect(page.locator("#chat")).to_contain_text("Good luck")
    expect(page.locator("[data-message]")).to_be_empty()


def test_an_old_tab_sends_a_form_that_the_browser_sends(
    people: People, anna: User, ben: User
) -> None:
    page = opened(people, anna, "/messages/ben/")
    sign_in_beside(page, anna)
    page.locator("[data-write] textarea").fill("Another game?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-talk]")).to_contain_text("Another game?")
    sign_in_beside(page, anna)
    page.locator(".talk-quick button").first.click()  # nothing is typed into this one
    expect(page.locator("[data-talk] .is-mine")).to_have_count(2)
    assert len(letters()) == 2


def test_two_quick_presses_send_one_letter(people: People, anna: User, ben: User) -> None:
    page = opened(people, anna, "/messages/ben/")
    page.locator("[data-write] textarea").fill("Once")
    page.evaluate("for (const _ of [1, 2]) document.querySelector('[data-write] button').click()")
    expect(page.locator("[data-talk]")).to_contain_text("Once")
    page.wait_for_timeout(500)
    assert letters() == ["Once"]


def test_a_page_that_the_browser_has_kept_from_before_sends_its_forms(
    people: People, anna: User
) -> None:
    page = opened(people, anna, "/games/")
    page.goto("/lobby/")
    sign_in_beside(page, anna)
    page.go_back()
    expect(page.locator("html.js")).to_be_attached()
    page.locator(".site-menu summary").click()
    page.get_by_role("button", name="Deutsch").click()
    expect(page.locator("html[lang=de]")).to_be_attached()


def test_an_old_tab_does_nothing_for_somebody_else_and_says_so(
    game: Game, people: People, anna: User, ben: User
) -> None:
    user, before = mover(game), Move.objects.filter(game=game).count()
    page = opened(people, user, path(game))
    letter = page.context.new_page()
    letter.goto(f"/messages/{other(game).username}/")
    sign_in_beside(page, other(game))
    choose(page)
    name = other(game).username
    expect(page.locator("[data-message]")).to_contain_text(f"You are now signed in as {name}")
    say(page, "Mine")
    expect(page.locator("#chat-text")).to_have_value("Mine")
    letter.locator("[data-write] textarea").fill("Not from you")
    letter.get_by_role("button", name="Send").click()
    expect(letter.locator(".toast")).to_contain_text(f"You are now signed in as {name}")
    expect(letter.locator("[data-write] textarea")).to_have_value("Not from you")
    assert Move.objects.filter(game=game).count() == before
    assert not ChatMessage.objects.exists()
    assert letters() == []


def test_a_letter_that_was_typed_when_the_session_had_ended_is_there_after_the_sign_in(
    people: People, anna: User, ben: User
) -> None:
    page = opened(people, anna, "/messages/ben/")
    sign_out(page)
    page.locator("[data-write] textarea").fill("A long letter\nin two lines")
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**/accounts/login/**")
    expect(page.get_by_text("What you wrote is saved")).to_be_visible()
    fill_in(page, anna)
    written = page.locator("[data-write] textarea")
    expect(written).to_have_value("A long letter\nin two lines")
    page.reload()
    expect(written).to_have_value("A long letter\nin two lines")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-talk]")).to_contain_text("A long letter")
    page.reload()
    expect(written).to_have_value("")
    assert len(letters()) == 1
    page.goto("/accounts/login/?next=/my/")
    expect(page.get_by_text("What you wrote is saved")).to_have_count(0)


def test_it_is_nobody_elses(people: People, anna: User, ben: User) -> None:
    page = opened(people, anna, "/messages/ben/")
    sign_out(page)
    page.locator("[data-write] textarea").fill("For Ben alone")
    page.get_by_role("button", name="Send").click()
    page.wait_for_url("**/accounts/login/**")
    fill_in(page, ben)
    page.goto("/messages/anna/")
    expect(page.locator("[data-write] textarea")).to_have_value("")


def test_what_was_typed_at_a_table_is_there_after_the_sign_in_until_it_is_answered(
    game: Game, people: People
) -> None:
    user = mover(game)
    page = opened(people, user, path(game))
    page.locator("#notes summary").click()
    page.locator("#note-note").fill("Look at the temple")
    sign_out(page)
    say(page, "What a move!")
    page.wait_for_url("**/accounts/login/**")
    fill_in(page, user)
    page.wait_for_url(re.compile(path(game)))
    expect(page.locator("#chat-text")).to_have_value("What a move!")
    expect(page.locator("#note-note")).to_have_value("Look at the temple")
    page.locator("#chat-text").press("Enter")
    expect(page.locator("#chat")).to_contain_text("What a move!")
    page.locator("#notes form button").click()
    page.wait_for_timeout(500)
    page.reload()
    expect(page.locator("#chat-text")).to_have_value("")
    assert ChatMessage.objects.count() == 1
    assert Notebook.objects.get().note == "Look at the temple"


def test_a_choice_that_leads_to_the_sign_in_keeps_what_is_being_typed(
    game: Game, people: People
) -> None:
    page = opened(people, mover(game), path(game))
    write(page, "Let me thi")
    sign_out(page)
    choose(page)
    page.wait_for_url("**/accounts/login/**")
    fill_in(page, mover(game))
    expect(page.locator("#chat-text")).to_have_value("Let me thi")


NOTHING_REMEMBERED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""


def test_where_nothing_can_be_remembered_the_page_stays_with_what_was_typed(
    game: Game, people: People, anna: User, ben: User
) -> None:
    page = opened(people, mover(game), path(game))
    page.add_init_script(NOTHING_REMEMBERED)
    page.reload()
    sign_out(page)
    say(page, "Still here")
    expect(page.locator("[data-message]")).to_contain_text("Please sign in first")
    expect(page.locator("#chat-text")).to_have_value("Still here")
    page.goto(f"/messages/{other(game).username}/")
    sign_in_beside(page, mover(game))
    page.goto(f"/messages/{other(game).username}/")
    sign_out(page)
    page.locator("[data-write] textarea").fill("Here, too")
    page.get_by_role("button", name="Send").click()
    expect(page.locator(".toast")).to_contain_text("You are no longer signed in")
    expect(page.locator("[data-write] textarea")).to_have_value("Here, too")


class TestTheAdmin:
    PATH = "/admin/games/readyreason/add/"

    @pytest.fixture
    def keeper(self) -> User:
        return person("keeper", is_staff=True, is_superuser=True)

    def fill(self, page: Page) -> None:
        page.locator("#id_reason").select_option("spam")
        page.locator("#id_english").fill("No advertising")
        page.locator("#id_german").fill("Keine Werbung")

    def test_an_old_tab_sends_its_form_with_a_new_token(self, people: People, keeper: User) -> None:
        page = opened_admin(people, keeper, self.PATH)
        self.fill(page)
        sign_in_beside(page, keeper)
        page.locator("[name=_save]").click()
        expect(page.locator(".messagelist .success")).to_be_visible()
        assert ReadyReason.objects.filter(english="No advertising").count() == 1

    def test_it_keeps_what_was_filled_in_and_says_why_it_sends_nothing(
        self, people: People, keeper: User, anna: User
    ) -> None:
        page = opened_admin(people, keeper, self.PATH)
        self.fill(page)
        sign_in_beside(page, anna)
        page.locator("[name=_save]").click()
        note = page.locator("[data-stale]")
        expect(note).to_contain_text("You are now signed in as anna")
        expect(note).to_contain_text("stays here")
        expect(page.locator("#id_english")).to_have_value("No advertising")
        sign_in_beside(page, keeper)
        page.locator("[name=_save]").click()
        expect(page.locator(".messagelist .success")).to_be_visible()
        assert ReadyReason.objects.filter(english="No advertising").count() == 1


def opened_admin(people: People, user: User, where: str) -> Page:
    page = people.page()
    page.goto("/accounts/login/")
    fill_in(page, user)
    page.goto(where)
    return page
