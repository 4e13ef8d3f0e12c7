"""The oldest browsers that docs/pages.md names: what is served to them, and a whole turn without
what they lack."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import get_finders

from boardgames.web.static_files import for_oldest_browsers
from games.lobby import open_games
from games.rules import registry
from tests.browser import PHONE, People
from tests.engines.conftest import need
from tests.engines.conftest import screen as screen
from tests.engines.test_turns import asked, press_on
from tests.engines.webkit import Screen, WebKitWindow
from tests.people import person

#: What WebKit is to lack as Safari 16 lacks it; no switch of its own turns off the last.
OFF = "PopoverAttribute,CSSAnchorPositioning,ScrollendEvent,CSSFieldSizing,CSSTextWrapPretty"
WITHOUT = "delete Element.prototype.checkVisibility;"
BOXES = "() => [...document.querySelectorAll('[popover]')].filter((box) => box.offsetWidth).length"
COLOURS = """(sheets) => sheets.map((sheet) => {
  const style = new CSSStyleSheet();
  style.replaceSync(sheet);
  document.adoptedStyleSheets = [style];
  const names = new Set(sheet.match(/--[a-z][\\w-]*(?=:)/g));
  const found = {};
  for (const name of [...names].filter((name) => !name.startsWith("--lightningcss"))) {
    document.body.style.color = "";
    document.body.style.color = `var(${name})`;
    found[name] = getComputedStyle(document.body).color;
  }
  return found;
})"""


def sheets() -> dict[str, str]:
    """By name, all that are ours."""
    return {
        name: Path(storage.path(name)).read_text()
        for finder in get_finders()
        for name, storage in finder.list(None)
        if name.endswith(".css")
    }


def test_no_sheet_that_is_served_asks_for_what_the_oldest_lack() -> None:
    own = sheets()
    assert any("light-dark(" in css for css in own.values())
    served = {name: for_oldest_browsers(css, name) for name, css in own.items()}
    assert [name for name, css in served.items() if "light-dark(" in css] == []
    assert "-webkit-user-select:none" in served["css/board.css"]
    assert "-webkit-text-decoration:underline dotted" in served["css/ui.css"]


@pytest.mark.browser
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("theme", ["light", "dark", None])
def test_the_served_colours_are_those_of_the_source(
    people: People, dark: bool, theme: str | None
) -> None:
    page = people.page(dark=dark)
    page.goto("/healthz")
    page.evaluate("(theme) => theme && (document.documentElement.dataset.theme = theme)", theme)
    source = sheets()["css/tokens.css"]
    ours, served = page.evaluate(COLOURS, [source, for_oldest_browsers(source, "")])
    assert len(set(ours.values())) > 20
    assert served == ours


@pytest.fixture
def old_safari(screen: Screen, site: str) -> Iterator[WebKitWindow]:
    need("webkit")
    window = WebKitWindow(screen, site, PHONE, still=True, off=OFF, first=WITHOUT)
    yield window
    wrong = window.wrong
    window.close()
    assert wrong == []


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.xdist_group("webkit")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_a_turn_is_pressed_without_what_the_oldest_lack(
    old_safari: WebKitWindow, slug: str
) -> None:
    users = [person(name, confirm_turns=False) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, slug, 2).game
    open_games.join_game(game.pk, users[1].pk)
    user = next(user for user in users if user.pk in asked(game))
    old_safari.sign_in(user)
    old_safari.open(f"/games/{game.pk}/")
    old_safari.until("() => document.documentElement.dataset.live === 'yes'")
    assert old_safari.run(BOXES) == 0
    old_safari.key("?")
    old_safari.until(f"() => ({BOXES})() === 1")
    old_safari.key("Escape")
    old_safari.until(f"() => ({BOXES})() === 0")
    press_on(old_safari, game, user, random.Random(7))
