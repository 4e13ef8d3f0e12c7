"""A visible page at which nobody is: what it shows is not seen, and letters on it are not read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from accounts.models import User
from community.messages import reading, sending
from games.lobby import open_games
from games.models import Encounter, Game, Seat
from tests.browser import People
from tests.pages.reading import other
from tests.pages.test_in_browser import path, take_stones

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    User.objects.update(confirm_turns=False)
    for one, two in ((anna, ben), (ben, anna)):
        Encounter.objects.create(user=one, other=two, type="imhotep", games=1)
    game = open_games.create(anna.pk, "imhotep", 2).game
    return open_games.join_game(game.pk, ben.pk).game


def opened(people: People, user: User, where: str) -> Page:
    """A page at which nobody counts as being there after a second, in place of three minutes."""

    def sooner(route: Route) -> None:
        body = route.fetch().text()
        assert "STAYS = 180000" in body
        body = body.replace("STAYS = 180000", "STAYS = 1000")
        route.fulfill(body=body, content_type="text/javascript")

    page = people.page()
    page.route("**/js/attention.js", sooner)
    people.sign_in(page, user)
    page.goto(where)
    expect(page.locator("html.js")).to_be_attached()
    return page


def seen(game: Game, user: User) -> bool:
    seat = Seat.objects.get(game=game, user=user)
    return seat.seen_version >= Game.objects.get(pk=game.pk).version


def until_seen(page: Page, game: Game, user: User) -> None:
    for _look in range(60):
        if seen(game, user):
            return
        page.wait_for_timeout(100)
    raise AssertionError("not seen")


def test_what_comes_to_a_table_at_which_nobody_is_is_not_seen_until_somebody_is(
    game: Game, people: People
) -> None:
    user = other(game)
    page = opened(people, user, path(game))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    until_seen(page, game, user)
    page.wait_for_timeout(1500)
    take_stones(game)
    expect(page.locator(".board-regions a.choice").first).to_be_visible()
    page.wait_for_timeout(4000)  # longer than until it would be noted
    assert not seen(game, user)
    page.mouse.move(300, 300)
    until_seen(page, game, user)


def test_somebody_who_is_there_has_seen_it_at_once(game: Game, people: People) -> None:
    user = other(game)
    page = people.page()
    people.sign_in(page, user)
    page.goto(path(game))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    take_stones(game)
    until_seen(page, game, user)


def test_a_letter_on_a_page_at_which_nobody_is_is_not_read(
    game: Game, people: People, anna: User, ben: User
) -> None:
    page = opened(people, ben, "/messages/anna/")
    page.wait_for_timeout(1500)
    sending.send_message(anna, ben, "Are you there?")
    expect(page.locator("[data-letters] .count")).to_be_visible()  # the page has heard of it
    page.wait_for_timeout(1000)
    side = reading.side_of(ben.pk, anna.pk)
    assert side is not None
    assert side.unread
    page.mouse.move(300, 300)
    expect(page.locator("[data-talk]")).to_contain_text("Are you there?")
    side.refresh_from_db()
    assert not side.unread


#: Safari says so of the Enter that ends a composition, and no longer that it composes.
ENTER = """it => it.dispatchEvent(new KeyboardEvent("keydown",
  {key: "Enter", keyCode: KEY, bubbles: true, cancelable: true}))"""


def test_an_enter_that_ends_a_composition_sends_no_letter(
    game: Game, people: People, anna: User, ben: User
) -> None:
    page = people.page()
    people.sign_in(page, ben)
    page.goto("/messages/anna/")
    text = page.locator("[data-write] textarea")
    text.fill("にほんご")
    text.evaluate(ENTER.replace("KEY", "229"))
    page.wait_for_timeout(1000)
    expect(text).to_have_value("にほんご")
    text.evaluate(ENTER.replace("KEY", "13"))
    expect(page.locator("[data-talk]")).to_contain_text("にほんご")


def test_nor_takes_a_name_from_the_list(people: People, anna: User, ben: User) -> None:
    page = people.page()
    people.sign_in(page, anna)
    page.goto(path(open_games.create(anna.pk, "imhotep", 2).game))
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    field = page.locator("main input[data-finder]").first
    field.press_sequentially("ben")
    expect(page.get_by_role("option", name=re.compile("ben"))).to_be_visible()
    field.press("ArrowDown")
    field.evaluate(ENTER.replace("KEY", "229"))
    expect(page.get_by_role("option", name=re.compile("ben"))).to_be_visible()
