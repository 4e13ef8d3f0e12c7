"""Boards of others lie folded beside the board, and stay as the reader has left them."""

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from tests.browser import DESK, People
from tests.games.playing import answer, asked, user_of
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def sit_down(people: People, game_id: int, seat: int) -> Page:
    page = people.page(DESK)
    people.sign_in(page, User.objects.get(pk=user_of(game_id, seat)))
    page.goto(f"/games/{game_id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return page


def strips(page: Page) -> Locator:
    return page.locator("[data-region=players] details")


def sat_down(people: People, slug: str, players: int) -> tuple[Page, int]:
    """A page of the player asked in a new game of so many, and the game."""
    users = [person(f"player{seat}", confirm_turns=False) for seat in range(players)]
    game = open_games.create(users[0].pk, slug, players).game
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    return sit_down(people, game.pk, asked(game.pk)[0]), game.pk


# Where a thing lies on the page, however far that is scrolled.
BOX = """(thing) => {
  const { x, y, width, height } = thing.getBoundingClientRect();
  return { x, y: y + scrollY, right: x + width, bottom: y + scrollY + height };
}"""


def box(page: Page, selector: str) -> dict[str, float]:
    found: dict[str, float] = page.locator(selector).evaluate(BOX)
    return found


def boards(page: Page) -> list[dict[str, float]]:
    """Where the boards of the strips that are open lie."""
    found = page.locator(".strip[open] > .strip-board")
    return [found.nth(place).evaluate(BOX) for place in range(found.count())]


# The drawings of a board that stick out of it.
OUTSIDE = """(board) => {
  const whole = board.getBoundingClientRect();
  const boxes = [...board.querySelectorAll("svg")].map((svg) => svg.getBoundingClientRect());
  const isOut = ({ left, right, bottom }) =>
    left < whole.left || right > whole.right || bottom > whole.bottom;
  return boxes.filter(isOut).length;
}"""


def are_open(page: Page) -> list[bool]:
    found: list[bool] = strips(page).evaluate_all("all => all.map((strip) => strip.open)")
    return found


@pytest.mark.parametrize("slug", ["bora_bora", "bomarzo"])
def test_boards_of_others_open_on_a_press_and_stay_open_together(people: People, slug: str) -> None:
    page, game_id = sat_down(people, slug, 4)
    rng = random.Random(5)
    assert are_open(page) == [False, False, False]
    for place in (0, 2):
        strips(page).nth(place).locator("summary").click()
    assert are_open(page) == [True, False, True]
    before = page.locator("[data-table]").get_attribute("data-version")
    for _answer in range(3):
        answer(game_id, asked(game_id)[0], rng.choice)
    expect(page.locator("[data-table]")).not_to_have_attribute("data-version", before or "")
    assert are_open(page) == [True, False, True]
    page.reload()
    expect(strips(page)).to_have_count(3)
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    assert are_open(page) == [True, False, True]
    assert not people.errors


@pytest.mark.parametrize("slug", ["bora_bora", "bomarzo"])
@pytest.mark.parametrize("players", [3, 4])
def test_in_a_wide_window_they_stand_side_by_side_and_nothing_moves_for_them(
    people: People, slug: str, players: int
) -> None:
    page, _game = sat_down(people, slug, players)
    parts = (".tabletop-bar", ".board-regions", ".tabletop-side")
    before = [box(page, part) for part in parts[:2]]
    for place in range(players - 1):
        strips(page).nth(place).locator("summary").click()
    expect(page.locator(".strip-board").last).to_be_in_viewport(ratio=1)
    page.evaluate("scrollTo(0, 0)")
    assert [box(page, part) for part in parts[:2]] == before
    found, board, more = boards(page), before[1], box(page, "#help")
    assert len(found) == players - 1
    assert {each["y"] for each in found} == {found[0]["y"]}  # in one line
    edges = [board["x"], *(each[edge] for each in found for edge in ("x", "right"))]
    assert edges == sorted(edges)  # one beside the other
    assert edges[-1] <= box(page, parts[2])["x"]
    assert board["bottom"] <= found[0]["y"]
    assert found[0]["bottom"] <= more["y"]
    assert not any(page.locator(".strip-board").evaluate_all(f"all => all.map({OUTSIDE})"))
    page.locator(".strip-board [data-fold]").first.click()
    assert are_open(page) == [False, *[True] * (players - 2)]
    expect(strips(page).first.locator("summary")).to_be_focused()
    page.set_viewport_size({"width": 1366, "height": 768})  # there is no room: each in its panel
    assert all(each["x"] > box(page, parts[2])["x"] for each in boards(page))
    assert not people.errors


def test_a_single_one_opens_in_its_panel(people: People) -> None:
    page, _game = sat_down(people, "bora_bora", 2)
    strips(page).locator("summary").click()
    assert boards(page)[0]["x"] > box(page, ".tabletop-side")["x"]


@pytest.mark.parametrize("slug", ["imhotep", "bali"])
def test_where_all_lies_open_on_the_board_nothing_is_folded(people: People, slug: str) -> None:
    page, _game = sat_down(people, slug, 4)
    expect(page.locator(".player")).to_have_count(4)
    expect(strips(page)).to_have_count(0)
