"""Measures targets and letters on a phone's screen, in Chromium.

Only authors of games have Playwright installed, so only ``check_game`` imports this.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from dataclasses import astuple
from pathlib import Path
from types import ModuleType
from typing import Any

from django.contrib.staticfiles import finders
from django.core.management.base import CommandError
from playwright.sync_api import Browser as Chromium
from playwright.sync_api import Error, Page, Playwright, sync_playwright

from games.checking.directions import ASTRAY, MISNAMED
from games.checking.drawn import plain_files, regions
from games.checking.findings import Findings
from games.checking.lessons import Pointed
from games.pages.drawing.rendering import jinja, stylesheet
from games.rules.engine import Game, Rules
from games.rules.engine.examine import Finding
from games.rules.engine.lessons import PUPIL
from games.words import table_package

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1366, "height": 768}
SMALLEST_TARGET = 44
SMALLEST_LETTER = 11

_SHEETS = tuple(f"css/{name}.css" for name in ("tokens", "page", "ui", "board", "heavy", "table"))

# As in templates/games/table.html, with only the players' panels around the board. All panes are in
# front, below each other, so that each has its visible size.
_BODY = """
{% from "kit/panes.html" import panes as panes_of %}
{% from "kit/ui.html" import region %}
{% macro show(name) %}
{% call region("board-" ~ name, "") %}{{ regions[name] | safe }}{% endcall %}
{% endmacro %}
{{ sprite() }}
<main id="main"><article class="tabletop"><div class="tabletop-board">
<input class="larger" type="checkbox">
{% if panes %}
{% call(pane) panes_of(panes, "", class="board-regions board-" ~ slug) %}
{% for name in pane.regions %}{{ show(name) }}{% endfor %}
{% endcall %}
{% else %}
<div class="board-regions board-{{ slug }}">
{% for name in regions if name != "panel" %}{{ show(name) }}{% endfor %}
</div>
{% endif %}
</div>
<div class="tabletop-side"><div class="players"><div class="player">
<div class="player-goods">{{ regions.panel | default("") | safe }}</div>
</div></div></div></article></main>
"""

# Each thing that can be picked, with its size: that of the area that takes the tap, if it has one,
# else of its ring.
_TARGETS = """() => [...document.querySelectorAll("[data-target] > a.choice")].map((link) => {
  const area = [".tap", ":scope > .hit", ".hit"].map((name) => link.querySelector(name));
  const box = (area.find(Boolean) ?? link).getBoundingClientRect();
  return [link.parentNode.dataset.target, box.width, box.height];
})"""

# The sizes on the larger board that a player may switch to, of those cells of a grid that are too
# small even if the board is as wide as the screen: their number is given by the rules.
_LARGER = """(smallest) => {
  const larger = document.querySelector(".larger");
  const taps = [...document.querySelectorAll(".grid-board [data-target] > a.choice .tap")];
  const many = taps.filter((tap) => {
    const whole = tap.closest(".grid-board").viewBox.baseVal.width;
    return (tap.getBBox().width / whole) * innerWidth < smallest;
  });
  larger.checked = true;
  const sizes = many.map((tap) => {
    const box = tap.getBoundingClientRect();
    return [tap.closest("[data-target]").dataset.target, [box.width, box.height]];
  });
  larger.checked = false;
  return Object.fromEntries(sizes);
}"""

# Each word on the board with the height of its letters.
_LETTERS = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.querySelector(".tabletop"), NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement, said = walk.currentNode.data.trim();
    if (!said || element.closest(".visually-hidden, style") || !element.getClientRects().length)
      continue;
    const matrix = element.getScreenCTM?.();
    const scale = matrix ? Math.hypot(matrix.b, matrix.d) : 1;
    found.push([said, parseFloat(getComputedStyle(element).fontSize) * scale]);
  }
  return found;
}"""

# What extends beyond its drawing, whose edge cuts it: words, pieces, rings of what can be picked.
# Scenery may. The width of words is unknown here, without the site's fonts.
_CUT = """() => [...document.querySelectorAll("svg.board")].flatMap((board) => {
  const edge = board.getBoundingClientRect();
  if (!edge.width || getComputedStyle(board).overflow === "visible") return [];
  const above = (box) => Math.max(edge.top - box.top, box.bottom - edge.bottom);
  const beside = (box) => Math.max(edge.left - box.left, box.right - edge.right);
  const over = (thing) => {
    const box = thing.getBoundingClientRect();
    return thing.matches("text") ? above(box) : Math.max(above(box), beside(box));
  };
  const things = board.querySelectorAll("text, [data-piece], a.choice .hit");
  const seen = { opacityProperty: true, visibilityProperty: true };
  return [...things].filter((thing) => thing.checkVisibility(seen))
    .map((thing) => [
      thing.closest("[data-piece]")?.dataset.piece
        ?? thing.closest("[data-target]")?.dataset.target ?? thing.textContent.trim(),
      Math.round(over(thing)),
    ])
    .filter(([, pixels]) => pixels > 4);
})"""

# Those of these things that nobody can see: they have no size, or are beside the screen.
_UNSEEN = """names => names.filter((name) => {
  const thing = document.querySelector(`[data-target="${CSS.escape(name)}"]`);
  const box = thing?.getBoundingClientRect();
  const middle = box && box.x + box.width / 2;
  return box && (!box.width || !box.height || middle < 0 || middle > innerWidth);
})"""


def check_sizes(
    rules: Rules[Any],
    samples: Sequence[tuple[Game[Any], int, str]],
    pointed: Sequence[Pointed] = (),
) -> list[Finding]:
    """Report what is too small in these positions, drawn for the seat that must choose.

    Also what lessons point at although it cannot be seen.
    """
    findings, table = Findings(rules.slug), table_package.table(rules)
    if table is None:
        return []
    with sync_playwright() as playwright, plain_files():
        chromium = _launch(playwright)
        page = chromium.new_context(viewport=PHONE, has_touch=True).new_page()  # type: ignore[arg-type]
        page.set_content(styled(rules))
        for game, seat, where in samples:
            findings.where = where
            show(page, rules, regions(rules, table, game, seat, findings))
            for fault, key in _faults(page):
                findings.add(fault, key=key)
        for game, names, where, _lies in pointed:
            findings.where = where
            show(page, rules, regions(rules, table, game, PUPIL, findings))
            for name in page.evaluate(_UNSEEN, list(names)):
                findings.add(f"it points at {name!r}, which cannot be seen on a phone")
        _check_directions(page, rules, table, samples, pointed, findings)
        chromium.close()
    return findings.all()


def _check_directions(
    page: Page,
    rules: Rules[Any],
    table: ModuleType,
    samples: Sequence[tuple[Game[Any], int, str]],
    pointed: Sequence[Pointed],
    findings: Findings,
) -> None:
    """Whether things are where their names and lessons say, in a window of each size."""
    for size, called in ((PHONE, "on a phone"), (DESK, "on a desk")):
        page.set_viewport_size(size)  # type: ignore[arg-type]
        for game, seat, findings.where in samples:
            show(page, rules, regions(rules, table, game, seat, findings))
            for name, said in page.evaluate(MISNAMED):
                fault = f"{said!r} ({name}) lies elsewhere {called} among those called alike"
                findings.add(fault, key=("misnamed", name, called))
        for game, _names, findings.where, lies in pointed:
            if not lies:
                continue
            show(page, rules, regions(rules, table, game, PUPIL, findings))
            for thing, way, of in page.evaluate(ASTRAY, [[*astuple(each)] for each in lies]):
                others = " and ".join(map(repr, of)) or "its drawing"
                findings.add(f"{thing!r} does not lie {way!r} of {others} {called}")


def _faults(page: Page) -> Iterator[tuple[str, tuple[str, str]]]:
    larger = page.evaluate(_LARGER, SMALLEST_TARGET)
    for name, *size in page.evaluate(_TARGETS):
        width, height = larger.get(name, size)
        if min(width, height) < SMALLEST_TARGET - 0.5:
            board = ", even on the larger board" if name in larger else ""
            said = f"{name!r} is {width:.0f} × {height:.0f} px on a phone{board}"
            kind = name.rstrip("0123456789")
            yield f"{said}; a finger needs {SMALLEST_TARGET}", ("target", kind)
    for text, size in page.evaluate(_LETTERS):
        if size < SMALLEST_LETTER - 0.05:
            said = f"{text!r} has letters of {size:.1f} px on a phone"
            yield f"{said}; eyes need {SMALLEST_LETTER}", ("letters", f"{size:.1f}")
    for name, pixels in page.evaluate(_CUT):
        said = f"{name!r} stands {pixels} px out of its drawing on a phone"
        yield f"{said}, whose edge cuts it: make the viewBox larger", ("cut", name)
    wide = page.evaluate("document.documentElement.scrollWidth")
    if wide > PHONE["width"]:
        yield f"the page is {wide} px wide on a phone of {PHONE['width']}", ("wide", "")


def styled(rules: Rules[Any]) -> str:
    """A page with only the style sheets, which are read once."""
    names = [*_SHEETS, stylesheet(rules)]
    css = "\n".join(Path(finders.find(name) or "").read_text() for name in names if name)
    return (
        f'<!doctype html><html><head><meta charset="utf-8"><style>{css}</style></head>'
        '<body class="page-wide page-table"></body></html>'
    )


def show(page: Page, rules: Rules[Any], drawn: dict[str, str]) -> None:
    """These regions on such a page."""
    page.evaluate("(body) => { document.body.innerHTML = body; }", _body(rules, drawn))


def _body(rules: Rules[Any], drawn: dict[str, str]) -> str:
    panes = [
        {"name": inside[0], "title": title, "regions": inside, "glows": 0, "forward": True}
        for title, inside in table_package.panes(rules)
    ]
    template = jinja().from_string(_BODY)
    body: str = template.render(slug=rules.slug, regions=drawn, panes=panes)
    return body


def _launch(playwright: Playwright) -> Chromium:
    """The machine's Chromium (or ``CHROMIUM``), otherwise the one that Playwright has installed."""
    names = ("chromium-headless-shell", "chromium", "google-chrome")
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    arguments = ["--disable-gpu", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
    try:
        return playwright.chromium.launch(executable_path=path, args=arguments)
    except Error as error:
        raise CommandError(f"no Chromium starts here: set CHROMIUM to its path ({error})") from None
