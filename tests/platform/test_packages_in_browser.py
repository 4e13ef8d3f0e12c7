"""Packages from outside, played in the browser: those that `newgame` has just made, and one whose
choices are begun on the board and ended by steppers."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page, expect

from accounts.models import User
from script import games
from tests.browser import DESK, PHONE, People, picture
from tests.people import PASSWORD
from tests.sites import running_site

pytestmark = [pytest.mark.slow, pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PACKAGES = Path(__file__).parent / "packages"


@pytest.fixture
def site(transactional_db: None, tmp_path: Path) -> Iterator[str]:
    """Our site with packages fresh from `newgame` and the orchard."""
    mine, linked = tmp_path / "mine", tmp_path / "site"
    call_command("newgame", "tile_race", folder=mine, stdout=io.StringIO())
    call_command("newgame", "stone_ring", folder=mine, kind="abstract", stdout=io.StringIO())
    linked.mkdir()
    games.link([mine / "tile_race", mine / "stone_ring"], linked)
    folders = [linked, mine / "tile_race", mine / "stone_ring", PACKAGES]
    with running_site(PYTHONPATH=os.pathsep.join(map(str, folders))) as site:
        yield site.address


def sit(people: People, slug: str, *users: User) -> list[Page]:
    """A game of these two; their pages by seat, the first user's on a desk, the other's on a
    phone."""
    User.objects.update(confirm_turns=False)
    game: Any = None
    pages = {}
    for user, size in zip(users, (DESK, PHONE), strict=True):
        pages[user.username] = page = people.page(size)
        people.sign_in(page, user)
        asked = {"username": user.username, "password": PASSWORD}
        token = page.request.post("/api/v1/token", data=asked).json()["token"]
        where = "/api/v1/games" if game is None else f"/api/v1/games/{game['id']}/join"
        made = {"type": slug, "players": 2} if game is None else {}
        bearer = {"Authorization": f"Bearer {token}"}
        game = page.request.post(where, data=made, headers=bearer).json()
    for page in pages.values():
        page.goto(f"/games/{game['id']}/")
        expect(page.locator("html[data-live=yes]")).to_be_attached()
    return [pages[seat["user"]] for seat in game["seats"]]


def begin_bid(page: Page) -> None:
    """To the form that asks how much, which one seat has at once."""
    if not page.locator(".decision-giving").count():
        page.locator(".decision-choices").get_by_role("link", name="bid", exact=True).click()
    expect(page.locator(".decision-giving")).to_be_visible()


def bid(page: Page) -> None:
    """Steps up a bid by the buttons, past what may be given and back, and gives it."""
    begin_bid(page)
    more = page.get_by_role("button", name="shells: one more")
    said = page.locator(".decision-giving output")
    for _time in range(3):
        more.click()
    expect(said).to_contain_text("too much")
    for _time in range(2):
        page.get_by_role("button", name="shells: one less").click()
    expect(said).to_have_text("")
    page.get_by_role("button", name="Give this").click()


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_half_given_stays_while_another_answers(
    people: People, anna: User, ben: User, seat: int
) -> None:
    pages = sit(people, "orchard", anna, ben)
    mine, other = pages[seat], pages[1 - seat]
    begin_bid(mine)
    more = mine.get_by_role("button", name="shells: one more")
    more.click()
    before = mine.locator("[data-table]").get_attribute("data-version")
    bid(other)
    expect(mine.locator("[data-table]")).not_to_have_attribute("data-version", before or "")
    expect(more).to_be_focused()
    expect(mine.get_by_role("spinbutton", name="shells")).to_have_value("1")
    mine.get_by_role("button", name="Give this").click()
    expect(mine.locator(".decision-giving")).to_have_count(0)
    expect(pages[0].locator("a.choice .hit")).to_have_count(3)


def test_packages_from_outside_are_played(people: People, anna: User, ben: User) -> None:
    first, second = sit(people, "tile_race", anna, ben)
    first.locator("a.choice .hit").first.click()
    expect(first.locator(".decision-yours")).to_have_count(0)
    expect(second.locator(".decision-yours")).to_have_count(1)

    both = sit(people, "orchard", anna, ben)
    for page in both:
        bid(page)
    for turn, page in enumerate((*both, both[0])):
        expect(page.locator("a.choice .hit")).to_have_count(3 - turn)
        page.locator("a.choice .hit").first.click()
        expect(page.locator(".decision-giving")).to_be_visible()
        picture(page, f"orchard-{turn}")
        expect(page.locator("a.choice:not(.is-chosen)")).to_have_count(0)
        if turn == 2:
            page.get_by_role("button", name="Give this").click()
        else:
            page.locator('.decision-choices button[name="choice"]').first.click()
        expect(page.locator(".decision-giving")).to_have_count(0)
    expect(both[1].locator("body")).to_contain_text("has won")


def test_a_game_without_points_is_played_by_stone_and_cell(
    people: People, anna: User, ben: User
) -> None:
    first, second = sit(people, "stone_ring", anna, ben)
    for page in (first, second):
        board, window = page.locator("svg.grid-board").bounding_box(), page.viewport_size
        assert board
        assert window
        assert board["y"] + board["height"] <= window["height"], "it fits the window"
    lit = first.locator("a.choice").evaluate_all(
        "all => all.map((a) => a.parentNode.dataset.target)"
    )
    assert sorted(lit) == [f"cell-{column}1" for column in "abcdef"], "the stones, not their goals"
    for cell in ("c1", "c3"):
        first.locator(f"[data-target=cell-{cell}] .hit").click()
    expect(first.locator(".decision-yours")).to_have_count(0)
    expect(second.locator(".decision-yours")).to_have_count(1)
    expect(second.locator(".is-marked")).to_have_count(2)
    assert second.locator("[data-target=cell-c3] [data-piece=stone-C]").count() == 1
    assert not second.evaluate(OVERLAPPING), "no ring is covered by that of a neighbour"


#: Rings that overlap, as pairs of cells.
OVERLAPPING = """() => {
  const rings = [...document.querySelectorAll(".grid-board .rim")].map((rim) => {
    const box = rim.getBoundingClientRect();
    return [rim.closest("[data-target]").dataset.target, box];
  });
  const beside = (a, b) => a.right < b.left || a.bottom < b.top;
  const apart = (a, b) => beside(a, b) || beside(b, a);
  return rings.flatMap(([one, a], n) =>
    rings.slice(n + 1).filter(([, b]) => !apart(a, b)).map(([other]) => `${one} ${other}`)).join();
}"""
