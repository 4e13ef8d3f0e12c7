"""Where a reader forces their colours, as by Windows' high contrast, drawings behind words are left
out: whatever lies over the page has a colour of its own below its words."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page

from games.lobby import open_games
from tests.browser import DESK, PHONE, People, picture
from tests.games import playing
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

# What lies over the page, and what of it the page is seen through.
OVER = """() => [...document.querySelectorAll("body *")]
  .filter((part) => /fixed|sticky/.test(getComputedStyle(part).position))
  .filter((part) => part.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
  .filter((part) => part.offsetHeight > 10 && part.offsetWidth > 10)"""
NAMES = f"() => ({OVER})().map((part) => part.className)"
SEEN_THROUGH = f"""() => ({OVER})()
  .filter((part) => /, 0\\)$|, 0\\.\\d+\\)$/.test(getComputedStyle(part).backgroundColor))
  .map((part) => part.className)"""


def seen_through(page: Page, path: str) -> list[str]:
    page.goto(path)
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate("() => matchMedia('(forced-colors: active)').matches")
    picture(page, f"forced{path.replace('/', '-').replace('?', '-')}", whole=False)
    return [f"{path}: {name}" for name in page.evaluate(SEEN_THROUGH)]


# Which of the things in sight that are current or on is framed, and which of their neighbours.
CURRENT = "[aria-current]:not([aria-current=false]), [aria-pressed=true]"
FRAMED = f"""() => [...document.querySelectorAll("a, button")]
  .filter((thing) => thing.checkVisibility() && thing.getClientRects().length)
  .map((thing) => [thing.matches("{CURRENT}"), getComputedStyle(thing).outlineStyle === "solid"])"""


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_is_current_is_framed_in_forced_colours_and_nothing_else(
    people: People, size: tuple[int, int]
) -> None:
    users = [person(name) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, "bali", 2).game
    open_games.join_game(game.pk, users[1].pk)
    page = people.page(size)
    page.emulate_media(forced_colors="active")
    people.sign_in(page, users[0])
    for path in ("/my/", "/people/anna/", "/games/types/bali/leaderboard/", f"/games/{game.pk}/"):
        page.goto(path)
        picture(page, f"forced-current{path.replace('/', '-')}", whole=False)
        things = page.evaluate(FRAMED)
        assert [True, True] in things, path
        assert all(is_current == is_framed for is_current, is_framed in things), path


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_what_lies_over_the_page_is_not_seen_through_in_forced_colours(
    people: People, size: tuple[int, int]
) -> None:
    users = [person(name) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, "bali", 2).game
    open_games.join_game(game.pk, users[1].pk)
    playing.answer(game.pk, playing.asked(game.pk)[0], random.Random(3).choice)
    page = people.page(size)
    page.emulate_media(forced_colors="active")
    people.sign_in(page, users[0])
    paths = ("/my/", f"/games/{game.pk}/", f"/games/{game.pk}/?at=0")
    found = [one for path in paths for one in seen_through(page, path)]
    names = " ".join(page.evaluate(NAMES))
    assert (
        ("decision" in names and "site-nav" in names) if size == PHONE else "tabletop-bar" in names
    )
    assert found == []
