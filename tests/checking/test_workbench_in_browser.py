"""An author at the workbench: two seats play, the state is changed and kept, code is changed."""

from __future__ import annotations

import io
import json
import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import FrameLocator, Page, Route, expect

from script import games
from tests.browser import DESK, PHONE, People, picture, run_axe
from tests.sites import running_site

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    call_command("newgame", "tile_race", folder=tmp_path, stdout=io.StringIO())
    return tmp_path / "tile_race"


@pytest.fixture
def site(transactional_db: None, package: Path, tmp_path: Path) -> Iterator[str]:
    """Our site in development, with a package fresh from `newgame`."""
    linked = tmp_path / "site"
    linked.mkdir()
    games.link([package], linked)
    path = os.pathsep.join(map(str, (linked, package)))
    with running_site(PYTHONPATH=path, DEBUG="1") as site:
        yield site.address


def seat(page: Page, name: str) -> FrameLocator:
    return page.frame_locator(f"iframe[title='{name}']")


def change_row(page: Page, row: list[Any]) -> None:
    """Write other tiles into the state."""
    state = page.get_by_role("textbox", name="State")
    state.fill(json.dumps(json.loads(state.input_value()) | {"row": row}))


def expect_row(page: Page, row: list[Any]) -> None:
    written = json.dumps(row)
    expect(page.get_by_role("textbox", name="State")).to_have_value(
        re.compile(rf'"row": {re.escape(written)}')
    )


def test_an_author_plays_changes_keeps_and_writes_code(people: People, package: Path) -> None:
    page = people.page(DESK)
    page.goto("/author/tile_race/?players=2&seed=5")
    expect(page.locator("iframe")).to_have_count(3)
    seat(page, "seat 0").locator("a.choice .hit").first.click()
    expect(page.get_by_text("After move 1")).to_be_visible()
    expect(seat(page, "seat 1").locator(".is-asking").first).to_be_attached()  # its script is there
    seat(page, "seat 1").locator(".decision-choices button").first.click()
    expect(page.get_by_text("After move 2")).to_be_visible()
    expect(seat(page, "seat 1").locator(".decision-yours")).to_have_count(0)
    expect(seat(page, "spectator").locator("a.choice")).to_have_count(0)

    change_row(page, ["red"])
    page.get_by_role("button", name="Go on from this").click()
    expect(page.get_by_role("alert")).to_contain_text("Expected `int`, got `str` - at `$.row[0]`")
    expect_row(page, ["red"])
    change_row(page, [23, 22])
    page.get_by_role("button", name="Go on from this").click()
    expect(seat(page, "seat 0").locator("a.choice .hit")).to_have_count(2)
    page.get_by_label("name", exact=True).fill("Two, late")
    page.get_by_role("button", name="Keep this position").click()
    expect(page.get_by_role("link", name="two-late")).to_have_attribute("aria-current", "true")
    assert (package / "tile_race" / "positions" / "two-late.json").is_file()

    rules = package / "tile_race" / "rules.py"
    text = rules.read_text()
    rules.write_text(text.replace('prompt = _("Take a tile")', 'prompt = _("Which one, then?")'))
    table = package / "tile_race" / "table" / "__init__.py"
    table.write_text(table.read_text().replace('_("Take a tile")', '_("Which one, then?")'))
    expect(seat(page, "seat 0").get_by_text("Which one, then?")).to_be_visible()
    expect_row(page, [23, 22])
    rules.write_text(text.replace("COLOURS = (", "COLOURS = ("[:-1]))
    expect(page.get_by_text("SyntaxError")).to_be_visible()
    expect_row(page, [23, 22])
    change_row(page, [21])
    rules.write_text(text)
    expect(page.locator("[data-changed]")).to_be_visible()  # it is announced in another place, too
    expect_row(page, [21])


def test_the_answer_to_a_form_is_not_lost_to_the_file_that_it_saves(
    people: People, package: Path
) -> None:
    page = people.page(DESK)
    page.goto("/author/tile_race/?players=2&seed=5")

    def answer_slowly(route: Route) -> None:
        answer = route.fetch(max_redirects=0)
        assert (package / "tile_race" / "positions" / "slow.json").is_file()
        time.sleep(3)  # meanwhile the page has seen that a file is new
        route.fulfill(response=answer)

    page.route("**/keep/**", answer_slowly)
    page.get_by_label("name", exact=True).fill("Slow")
    page.get_by_role("button", name="Keep this position").click(no_wait_after=True)
    expect(page.get_by_role("link", name="slow")).to_have_attribute("aria-current", "true")


def test_it_can_be_used_on_a_phone_in_the_dark_and_by_everybody(people: People) -> None:
    for size, dark in ((DESK, False), (PHONE, True)):
        page = people.page(size, dark=dark)
        page.goto("/author/tile_race/?players=2&seed=5&move=3&think=good")
        expect(seat(page, "spectator").locator("svg.board").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        picture(page, f"workbench-{size[0]}")
        found = run_axe(page, iframes=False).response["violations"]
        assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    assert people.errors == []
