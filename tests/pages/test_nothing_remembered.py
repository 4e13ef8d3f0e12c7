"""Browsers that keep nothing for us: their settings say so, and each look at the storage fails."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from tests.browser import WHOLE, People, shared
from tests.pages.reading import other
from tests.pages.test_in_browser import path, take_stones

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BLOCKED = """for (const name of ["localStorage", "sessionStorage"])
  Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } });
"""
#: Chromium's own setting: no site may keep anything.
SETTING = {"profile": {"default_content_setting_values": {"cookies": 2}}}


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    game = open_games.create(anna.pk, "imhotep", 2).game
    return open_games.join_game(game.pk, ben.pk).game


def page_without_storage(people: People, user: User, where: str) -> Page:
    page = people.page()
    page.add_init_script(BLOCKED)
    people.sign_in(page, user)
    page.goto(where)
    return page


def test_at_a_table_moves_come_in_keys_work_and_choices_go_out(game: Game, people: People) -> None:
    User.objects.update(confirm_turns=False)
    page = page_without_storage(people, other(game), path(game))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    take_stones(game)
    expect(page.locator(".board-regions a.choice").first).to_be_visible()
    page.keyboard.press("n")
    expect(page.locator(":focus")).to_have_count(1)
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.locator("#keys select").select_option("none")  # for as long as the page is there
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.locator("#keys select")).to_have_value("none")
    page.keyboard.press("Escape")
    page.locator(".decision-choices button").first.click()
    expect(page.locator(".decision")).to_contain_text("Waiting for")


def test_other_pages_count_call_and_are_left(game: Game, people: People) -> None:
    page = page_without_storage(people, other(game), "/my/")
    waiting = page.locator('.site-nav a[href="/my/"] .count')
    expect(waiting).to_be_hidden()
    take_stones(game)
    expect(waiting).to_be_visible()
    page.locator(".site-menu summary").click()
    sound = page.get_by_role("button", name="Sound on my turn")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_a_room_shows_who_comes_in(people: People, anna: User, ben: User) -> None:
    room = open_games.create(anna.pk, "imhotep", 3).game
    page = page_without_storage(people, anna, path(room))
    open_games.join_game(room.pk, ben.pk)
    expect(page.locator("[data-room]")).to_contain_text("ben")


def test_with_chromiums_own_setting_a_spectator_sees_the_moves_that_come_in(
    game: Game, site: str, tmp_path: Path
) -> None:
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, WHOLE)), None)
    settings = tmp_path / "Default" / "Preferences"
    settings.parent.mkdir()
    settings.write_text(json.dumps(SETTING))
    context = shared.playwright.chromium.launch_persistent_context(
        tmp_path,
        executable_path=chromium,
        channel=None if chromium else "chromium",
        base_url=site,
        args=["--disable-gpu", "--no-sandbox"],
    )
    page = context.new_page()
    page.goto(path(game))
    assert page.evaluate("try { localStorage; 'kept' } catch { 'blocked' }") == "blocked"
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    before = page.locator("[data-table]").get_attribute("data-version")
    take_stones(game)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-version", before or "")
    context.close()
