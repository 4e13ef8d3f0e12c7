"""Whole games of each type on a phone, with all options: what can be pressed lies in the window.

A thing counts as in the window only where it lies above the sheet (but for 8 px), in the pane in
front and without scrolling. Two shares are held: of the presses that an answer by chance takes, in
the order in which they are made, and of all things that glow when a question comes up. A thing
behind a tab costs a press on the tab more, one further down a press on the arrow; both say how many
there are, and count as presses that must lie in the window themselves.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, NamedTuple

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.rules.engine import Json
from games.storage.position import load
from tests.browser import PHONE, People
from tests.games.playing import answer, asked, user_of
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

PRESSES = 0.95


class Played(NamedTuple):
    slug: str
    players: int
    options: Json
    every: int  # one question of so many is looked at
    glows: float = 0.95  # the least share of what glows that lies in the window at once


GAMES = [
    # All expansions lie below the harbour and its sites, which fill the window.
    Played("imhotep", 2, {"preset": "everything"}, 5, glows=0.65),
    Played("imhotep", 4, {"preset": "everything"}, 7, glows=0.65),
    Played("bali", 4, {"oracle": True, "demon": True}, 8),
    Played("bomarzo", 4, {"seasons": True, "worship": True}, 11),
    # What a helper brings lies in all three parts of the board.
    Played("bora_bora", 2, {}, 8, glows=0.8),
    Played("bora_bora", 4, {}, 17, glows=0.75),
]

# Whether this thing lies whole in the window, above the sheet and in front.
SEEN = """name => {
  const thing = document.querySelector(`[data-target="${name}"]`);
  const hits = [...thing.querySelectorAll(".hit")];
  const over = [".decision", ".pane-always [data-region] > *"]
    .flatMap((part) => [...document.querySelectorAll(part)])
    .filter((part) => getComputedStyle(part).position === "fixed" && part.checkVisibility())
    .filter((part) => !part.contains(thing));
  const floor = Math.min(innerHeight, ...over.map((part) => part.getBoundingClientRect().top));
  const tabs = document.querySelector("[data-tab]")?.getClientRects().length > 0;
  if (tabs && thing.closest("[data-pane]:not(.is-forward)")) return false;
  return (hits.length ? hits : [thing]).map((hit) => hit.getBoundingClientRect()).every((box) =>
    box.width > 0 && box.top >= 0 && box.bottom <= floor + 8
      && box.left >= -1 && box.right <= innerWidth + 1);
}"""
# What leads to a thing out of sight, the tab of its pane or the arrow, and whether that has a count
# and can be pressed where it is.
WAY = """name => {
  const thing = document.querySelector(`[data-target="${name}"]`);
  const pane = thing.closest("[data-pane]:not(.is-forward)");
  const tab = pane && document.querySelector(`[data-tab][href="#${pane.id}"]`);
  const way = tab?.getClientRects().length ? tab : document.querySelector("[data-below]");
  const box = way.getBoundingClientRect();
  const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  const counts = way !== tab || !tab.querySelector("[data-glows]").hidden;
  const named = way === tab ? `[data-tab][href="#${pane.id}"]` : "[data-below]";
  return [named, counts && way.contains(found)];
}"""
ITEMS = "JSON.parse(document.querySelector('[data-choices]').textContent).choices"
PRESS = """name => document.querySelector(`[data-target="${name}"] > a.choice`)
  .dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }))"""
SETTLE = """async () => {
  for (let i = 0; i < 4; i += 1) await new Promise(requestAnimationFrame);
}"""


def opened(people: People, page: Page, game_id: int, seat: int) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=user_of(game_id, seat)))
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": people.url}])
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".decision-yours")).to_have_count(1)
    page.evaluate(SETTLE)


def glowing(page: Page) -> Counter[bool]:
    """What glows at first, seen or not."""
    names = page.evaluate(
        "[...document.querySelectorAll('a.choice')].map((link) => link.parentNode.dataset.target)"
    )
    return Counter(page.evaluate(SEEN, name) for name in names)


def pressed(page: Page, on: list[str | None]) -> list[tuple[str, bool]]:
    """All presses on the board that lead to this answer, but for the last one's effect."""
    found: list[tuple[str, bool]] = []
    for name in filter(None, on):
        if not page.locator(f'[data-target="{name}"] > a.choice').count():
            break  # the bar asks
        for _way in range(2):  # to the tab, and down
            if page.evaluate(SEEN, name):
                break
            way, can_be_pressed = page.evaluate(WAY, name)
            found.append((way, can_be_pressed))
            if can_be_pressed:
                page.locator(way).click()
                page.evaluate(SETTLE)
        found.append((name, page.evaluate(SEEN, name)))
        if name == [each for each in on if each][-1]:
            break
        page.evaluate(PRESS, name)
        page.evaluate(SETTLE)
    return found


@pytest.mark.parametrize("played", GAMES, ids=lambda played: f"{played.slug}-{played.players}")
def test_what_can_be_pressed_lies_in_the_window_of_a_phone(people: People, played: Played) -> None:
    users = [person(f"player{seat}", confirm_turns=False) for seat in range(played.players)]
    game = open_games.create(users[0].pk, played.slug, played.players, options=played.options).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    for user in users[1:]:
        open_games.join(game.pk, user.pk)
    rng, page = random.Random(4), people.page(PHONE)
    page.set_default_timeout(60_000)  # many whole pages, one after the other
    glows, presses, missed = Counter[bool](), Counter[bool](), Counter[Any]()
    count = 0
    while now := asked(game.pk):
        if count % played.every == 0:
            seat = now[0]
            decision = load(game.pk, user_of(game.pk, seat)).running().decision(seat)
            assert decision
            opened(people, page, game.pk, seat)
            seen = glowing(page)
            glows += seen
            item = rng.choice(page.evaluate(ITEMS))
            made = pressed(page, item["on"])
            presses.update(inside for _name, inside in made)
            missed.update((decision.kind, name) for name, inside in made if not inside)
            if seen[False]:
                missed[decision.kind] += seen[False]
            page.goto("about:blank")  # it follows the game no further, as somebody else
        answer(game.pk, now[0], rng.choice)
        count += 1
    assert presses.total() >= 10
    assert presses[True] / presses.total() >= PRESSES, (presses, missed)
    assert glows[True] / glows.total() >= played.glows, (glows, missed)
