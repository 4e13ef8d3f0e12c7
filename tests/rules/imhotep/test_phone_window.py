"""On a phone the harbour, all sites and the player's own stones are seen together, whatever the
sides."""

import random

import pytest
from django.test import override_settings
from django.utils import translation
from playwright.sync_api import Browser

from games.checking.browser import PHONE, _faults, show, styled
from games.checking.drawn import regions
from games.checking.findings import Findings
from games.rules.engine import Game, Json
from games.rules.imhotep import rules
from games.rules.imhotep.state import Imhotep
from games.rules.imhotep.tables import SITES
from games.words import table_package

pytestmark = [pytest.mark.browser]

#: What lies between a table's head and its decision: test_board_in_browser.py measures it.
ROOM = 630

# How far the last site reaches below the board's upper edge, and how high the player's own stones
# are.
REACH = """sites => {
  const region = (name) => document.querySelector(`[data-region=board-${name}]`);
  const box = (name) => region(name).getBoundingClientRect();
  const own = document.querySelector(".imhotep-own").getBoundingClientRect();
  return [Math.max(...sites.map((site) => box(site).bottom)) - box("harbour").top, own.height];
}"""


def played(players: int, options: Json, moves: int) -> Game[Imhotep]:
    """A game after so many moves by chance."""
    game, rng = rules.new(players, options, bytes(range(32))), random.Random(8)
    for _move in range(moves):
        decision = game.decisions()[0]  # of several who are asked at once the first
        game.choose(decision.seat, rng.choice(decision.choices))
    return game


@pytest.mark.parametrize("side", "ABCD")
def test_the_harbour_all_sites_and_own_stones_are_seen_together(
    chromium: Browser, side: str
) -> None:
    options = {f"{site}_side": side for site in SITES}
    table = table_package.table(rules)
    assert table
    page = chromium.new_context(viewport=PHONE, has_touch=True).new_page()  # type: ignore[arg-type]
    page.set_content(styled(rules))
    for players, language, moves in ((2, "en", 40), (3, "de", 0), (4, "de", 0), (4, "en", 40)):
        game = played(players, options, moves)
        seat = game.decisions()[0].seat
        with translation.override(language), override_settings(DEBUG=True):
            show(page, rules, regions(rules, table, game, seat, Findings(rules.slug)))
        reach, own = page.evaluate(REACH, SITES)
        assert reach <= ROOM, (players, moves)
        assert own > 15
        assert not [fault for fault, _key in _faults(page)]
    page.context.close()


# How far the last site reaches, where the expansions begin and end.
BELOW = """sites => {
  const region = (name) => document.querySelector(`[data-region=board-${name}]`);
  const box = (name) => region(name).getBoundingClientRect();
  const { top, bottom } = box("expansions");
  return [Math.max(...sites.map((site) => box(site).bottom)), top, bottom];
}"""


def test_all_expansions_are_one_window_right_below_the_sites(chromium: Browser) -> None:
    options = dict.fromkeys(("private_boats", "wagers", "favour", "prophecies"), True)
    table = table_package.table(rules)
    assert table
    page = chromium.new_context(viewport=PHONE, has_touch=True).new_page()  # type: ignore[arg-type]
    page.set_content(styled(rules))
    game = played(4, options, 12)
    with override_settings(DEBUG=True):
        drawn = regions(rules, table, game, game.decisions()[0].seat, Findings(rules.slug))
        show(page, rules, drawn)
    sites, top, bottom = page.evaluate(BELOW, SITES)
    assert abs(top - sites) < 1
    assert bottom - top < ROOM
    page.context.close()
