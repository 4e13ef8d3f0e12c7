"""What a press on a board means where cells are no boxes, or where the first part comes first."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, Route

from games.pages.drawing.rendering import jinja
from games.rules.engine.grids import Grid, hexagon_grid, rhombus_grid

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ORIGIN = "https://games.example"
STATIC = Path(settings.BASE_DIR) / "static"
PAGE = """{% from "kit/heavy.html" import grid_board, grid_hit %}
{% from "kit/table.html" import decision %}
<!doctype html><link rel="stylesheet" href="/static/css/board.css">
<body><div data-announcer></div><div data-toasts></div>
<main data-table data-chosen="chosen" style="width: 500px"><div class="board-regions">
{% call(cell) grid_board(grid, "The board") %}
<g data-target="{{ cell.name }}" data-name="{{ cell.name }}">
{%- if cell.name == glows %}<a class="choice" href="?">{{ grid_hit(cell) }}</a>
{%- else %}{{ grid_hit(cell) }}{% endif %}</g>
{% endcall %}</div>
{{ decision("yours", "Which?") }}
<div data-message></div><a data-below hidden><span data-count></span></a>
<script type="application/json" data-choices>{{ choices | safe }}</script></main>"""


@pytest.fixture
def page(chromium: Browser) -> Iterator[Page]:
    page = chromium.new_page()

    def answer(route: Route) -> None:
        route.fulfill(path=STATIC / route.request.url.split("/static/")[1])

    page.route(f"{ORIGIN}/", lambda route: route.fulfill(body="", content_type="text/html"))
    page.route(f"{ORIGIN}/static/**", answer)
    page.goto(f"{ORIGIN}/")
    yield page
    page.close()


def show(page: Page, grid: Grid, glows: str = "", choices: Any = None) -> None:
    drawn = jinja().from_string(PAGE)
    page.set_content(drawn.render(grid=grid, glows=glows, choices=json.dumps(choices)))


@pytest.mark.parametrize("grid", [rhombus_grid(5), hexagon_grid(3)], ids=["rhombus", "hexagon"])
def test_a_press_in_the_corner_of_a_hex_means_that_hex(page: Page, grid: Grid) -> None:
    show(page, grid, glows="c3")
    page.evaluate(
        """async () => {
          const { markAsking, thingsAt } = await import("/static/js/tips.js");
          markAsking(document.body);
          window.meant = [];
          document.addEventListener("click", (event) => {
            event.preventDefault();
            const link = event.target.closest("a.choice");
            const things = link ? [link.parentNode] : thingsAt(event, "[data-target]");
            window.meant.push(things.map((thing) => thing.dataset.target).join());
          });
        }"""
    )
    scale, left, top = page.evaluate(
        """(width) => {
          const box = document.querySelector(".board").getBoundingClientRect();
          return [box.width / width, box.left, box.top];
        }""",
        grid.width,
    )
    cell = grid.cells[grid.number("c3")]
    pressed = []
    for near in grid.near[cell.number]:
        other = grid.cells[near]
        # almost at either end of the side that both share, on the neighbour's side of it
        x, y = (cell.x + other.x) / 2, (cell.y + other.y) / 2
        right, down = (other.x - cell.x) / other.size, (other.y - cell.y) / other.size
        for end in (-0.45, 0.45):
            reach = end * other.size / 3**0.5
            at = x - down * reach + 1.5 * right, y + right * reach + 1.5 * down
            page.mouse.click(left + scale * at[0], top + scale * at[1])
            pressed.append(other.name)
    page.mouse.click(left + scale * cell.x, top + scale * cell.y)
    assert page.evaluate("window.meant") == [*pressed, "c3"]


#: Either a stone and where it goes, or a cell alone.
ORDERED = [["b1", "b2"], ["b1", "b3"], ["c1", "c2"], ["c1", "d1"], ["a3"]]


def begin(page: Page) -> None:
    """The script with a question whose first part comes first; notes what is sent."""
    listed = [{"choice": choice, "on": choice, "label": " to ".join(choice)} for choice in ORDERED]
    parts = {json.dumps([name], separators=(",", ":")): name for name in ("b1", "c1")}
    data = {"choices": listed, "refusals": [], "parts": parts, "question": "Which?"}
    show(page, rhombus_grid(5), choices=data | {"further": {}, "free": None, "ordered": True})
    page.evaluate(
        """async () => {
          window.script = await import("/static/js/table/deciding.js");
          window.sent = [];
          const table = document.querySelector("[data-table]");
          table.addEventListener("chosen", ({ detail }) => window.sent.push(detail));
          script.begin();
        }"""
    )


def links(page: Page, name: str) -> list[str]:
    found = page.locator(f"a.{name}:not(.is-chosen)").evaluate_all(
        "all => all.map((link) => link.parentNode.dataset.target)"
    )
    return sorted(found)


def test_what_does_not_glow_is_not_sent(page: Page) -> None:
    begin(page)
    press = "(target) => script.pick(target)"
    assert links(page, "choice") == ["a3", "b1", "c1"]
    assert page.evaluate(press, "b1")
    assert links(page, "choice") == ["b2", "b3"]
    assert links(page, "instead") == ["c1"]
    assert page.evaluate(press, "a3")
    assert page.evaluate("sent") == []
    assert links(page, "choice") == ["a3", "b1", "c1"]
    assert page.evaluate(press, "a3")
    assert page.evaluate("sent") == [["a3"]]


def test_the_card_of_where_a_stone_may_go_offers_that(page: Page) -> None:
    begin(page)
    offered = "(target) => script.waysWith(target).possible.map((way) => way.label)"
    assert page.evaluate(offered, "b2") == []
    page.evaluate("script.pick('b1')")
    assert page.evaluate(offered, "b2") == ["b1 to b2"]
    assert page.evaluate(offered, "c1") == ["c1 to c2", "c1 to d1"]
    page.evaluate("script.waysWith('b2').possible[0].go()")
    assert page.evaluate("sent") == [["b1", "b2"]]


def test_the_focus_is_led_to_what_would_begin_another_choice(page: Page) -> None:
    begin(page)
    page.evaluate("script.pick('b1')")
    link = """async (target) => {
      const { linkOn } = await import("/static/js/table/page.js");
      return linkOn(target)?.getAttribute("class") ?? null;
    }"""
    assert [page.evaluate(link, name) for name in ("b2", "c1", "e5")] == ["choice", "instead", None]
