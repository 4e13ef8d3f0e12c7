"""An author sets up a position by pressing places on the board, and keeps it."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import FrameLocator, Page, expect

from games.checking.workbench import fresh
from games.checking.workbench.state_text import as_text
from games.rules import registry
from script import games
from tests.browser import DESK, People, picture, run_axe
from tests.checking.test_planted import forget
from tests.sites import running_site

HEX = Path(settings.BASE_DIR) / "examples" / "hex"
STONE, NOTHING = "a stone of seat 0", "nothing"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """The folder of a copy of the example."""
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    return Path(shutil.copytree(HEX, tmp_path / "hex", ignore=ignored))


@pytest.fixture
def served(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process knows its rules."""
    monkeypatch.setattr(fresh, "_latest", {})
    monkeypatch.syspath_prepend(str(package))
    rules = import_module("hex").rules
    catalogue = {**registry._catalogue(), "hex": rules}
    monkeypatch.setattr(registry, "_catalogue", lambda: catalogue)
    yield
    forget("hex")


def cells(page: str) -> str:
    """The board in the state that the page shows."""
    found = re.search(r'name="state"[^>]*>(.*?)</textarea>', page, re.S)
    assert found
    return str(json.loads(html.unescape(found[1]))["cells"])


def press(address: str, content: str, place: str, status: int = 200) -> str:
    """The page after a press."""
    url = f"/author/hex/put/?{address}&put={content}"
    answer = Client().post(url, {"choice": json.dumps([place])}, follow=True)
    assert answer.status_code == status, answer.content.decode()
    return str(answer.content.decode())


@pytest.mark.django_db
@pytest.mark.urls("tests.checking.author_urls")
@pytest.mark.usefixtures("served")
class TestByPressing:
    def test_a_place_gets_what_was_chosen_and_the_rest_stays(self) -> None:
        here = "players=2&seed=5&move=2"
        before = cells(Client().get(f"/author/hex/?{here}", follow=True).content.decode())
        cell = before.index(".")
        name = f"cell-{'abcdefg'[cell % 7]}{1 + cell // 7}"
        after = cells(press(here, "1", name))
        assert (after[cell], after.count(".")) == ("1", before.count(".") - 1)
        page = press(here, "1", name)
        assert 'put=1" aria-current="true"' in html.unescape(page)

    def test_what_the_rules_or_the_table_refuse_is_said_and_nothing_is_lost(self) -> None:
        rules = registry.get("hex")
        game = rules.new(2, {"size": 5}, bytes(32))
        text = {"cells": "01" * 12 + ".", "open": [{"id": 1, "seat": 0, "kind": "place"}]}
        fields = json.dumps(json.loads(as_text(game.state)) | text)
        moved = Client().post("/author/hex/change/?players=2&seed=5", {"state": fields})
        address = moved["Location"].partition("?")[2]
        refused = press(address, "0", "cell-e5", status=422)
        assert "place has 0 choices" in html.unescape(refused)
        assert cells(refused) == text["cells"]
        refused = press(address, "0", "cell-z9", status=422)
        assert "cell-z9" in refused
        assert cells(refused) == text["cells"]
        assert cells(press(address, ".", "cell-a1"))[0] == "."

    def test_nonsense_leads_nowhere(self) -> None:
        press("players=2&seed=5", "7", "cell-a1", status=404)
        press("players=2&seed=5", "", "cell-a1", status=404)
        assert Client().get("/author/hex/put/?players=2&seed=5&put=0").status_code == 405


def frame(page: Page) -> FrameLocator:
    return page.frame_locator("iframe[title='seat 0']")


def expect_stone(page: Page, name: str, number: int) -> None:
    expect(frame(page).locator(f"[data-piece='stone-{name}']")).to_have_count(number)


@pytest.fixture
def site(transactional_db: None, package: Path, tmp_path: Path) -> Iterator[str]:
    """Our site in development, with the package."""
    linked = tmp_path / "site"
    linked.mkdir()
    games.link([package], linked)
    path = os.pathsep.join(map(str, (linked, package)))
    with running_site(PYTHONPATH=path, DEBUG="1") as site:
        yield site.address


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_an_author_sets_up_a_position_and_keeps_it(people: People, package: Path) -> None:
    page: Any = people.page(DESK)
    page.goto("/author/hex/?players=2&seed=5")
    page.get_by_role("link", name=STONE, exact=True).click()
    for name in ("c3", "d4"):
        frame(page).locator(f"[data-target='cell-{name}'] a.choice .hit").click()
        expect_stone(page, name, 1)
    page.get_by_role("link", name=NOTHING, exact=True).click()
    frame(page).locator("[data-target='cell-c3'] a.choice .hit").click()
    expect_stone(page, "c3", 0)
    expect_stone(page, "d4", 1)
    picture(page, "setting-up")
    found = run_axe(page, iframes=False).response["violations"]
    assert [(each["id"], each["nodes"][0]["html"]) for each in found] == []
    page.get_by_role("link", name="play on from it").click()
    expect(frame(page).locator("[data-target='cell-d4'] a.choice")).to_have_count(0)
    page.get_by_label("name", exact=True).fill("One stone")
    page.get_by_role("button", name="Keep this position").click()
    expect(page.get_by_role("link", name="one-stone")).to_have_attribute("aria-current", "true")
    kept = json.loads((package / "hex" / "positions" / "one-stone.json").read_text())
    assert kept["state"]["cells"].count("0") == 1
    assert people.errors == []


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_nothing_on_the_board_can_be_pressed_before_its_script_is_there(
    people: People, package: Path
) -> None:
    page: Any = people.page(DESK)
    page.route("**/author-frame*.js", lambda route: route.fulfill(body=""))
    page.goto("/author/hex/?players=2&seed=5")
    place = frame(page).locator("[data-target='cell-c3'] a.choice .hit")
    expect(place).to_have_css("pointer-events", "none")
    page.unroute("**/author-frame*.js")
    page.reload()
    expect(place).not_to_have_css("pointer-events", "none")
