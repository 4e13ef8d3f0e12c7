"""The frame of the pages in each engine: menus, rows of tabs, fields."""

import pytest
from django.urls import reverse

from games.lobby import open_games
from tests.browser import DESK, PHONE, People
from tests.engines.conftest import Opener
from tests.people import person
from tests.sites import running_site

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ICONS = """() => [...document.querySelectorAll(".site-header .icon")]
  .map((icon) => icon.getBoundingClientRect()).filter(({ height }) => height)
  .map(({ width }) => width)"""
# What a wheel can scroll a row down, and how high its scroll bar is.
ROWS = """() => [...document.querySelectorAll(".tabs")].map((row) => {
  const { overflowY, borderBottomWidth } = getComputedStyle(row);
  const down = overflowY === "hidden" ? 0 : row.scrollHeight - row.clientHeight;
  return [row.offsetHeight - row.clientHeight - parseFloat(borderBottomWidth), down];
})"""
FIELDS = """() => [...document.querySelectorAll("input, select, textarea")]
  .filter((field) => field.getClientRects().length && !/checkbox|radio|hidden/.test(field.type))
  .map((field) => [field.name, parseFloat(getComputedStyle(field).fontSize)])"""


def test_the_menu_has_its_icon_on_the_smallest_phone(window: Opener) -> None:
    page = window((320, 640))
    page.sign_in(person("anna"))
    page.open("/games/")
    widths = page.run(ICONS)
    assert len(widths) >= 2
    assert min(widths) >= 12


def test_rows_of_tabs_have_no_scroll_bar_and_do_not_scroll_down(window: Opener) -> None:
    page = window(DESK)
    page.sign_in(person("anna"))
    for path in ("/my/", "/people/"):
        page.open(path)
        rows = page.run(ROWS)
        assert rows
        assert {tuple(row) for row in rows} == {(0, 0)}


def test_no_field_on_a_phone_is_so_small_that_it_is_zoomed_into(people: People) -> None:
    user, small = person("anna"), []
    page = people.page(PHONE)
    people.sign_in(page, user)
    game = open_games.create(user.pk, "bali", 2).game
    open_games.join_game(game.pk, person("ben").pk)
    names = ("people", "messages", "profile", "notification-settings", "account_login")
    new = reverse("game-new", args=["bali"])
    for path in (*map(reverse, names), "/lobby/", f"/games/{game.pk}/", new):
        answer = page.goto(path)
        assert answer, path
        assert answer.ok, path
        small += [(path, name, size) for name, size in page.evaluate(FIELDS) if size < 16]
    assert small == []


def test_without_a_connection_the_page_for_that_comes_in_each_engine(
    transactional_db: None, window: Opener
) -> None:
    with running_site() as site:
        page = window(PHONE)
        page.url = site.address
        page.open("/")
        page.run("() => navigator.serviceWorker.register('/sw.js').then(() => true)")
        page.until("() => navigator.serviceWorker.controller !== null")
    page.open("/lobby/")
    page.until("() => location.pathname === '/lobby/' && document.title.includes('No connection')")
