"""Bora Bora on one screen: whatever is asked, its targets lie in the window and take a press."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.rules.bora_bora import rules
from games.rules.engine import Decision
from games.storage.position import load
from tests.browser import DESK, PHONE, People
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LAPTOP = (1366, 768)
SIZES = {DESK: 840, LAPTOP: 756}
EACH = 1  # positions of a kind that are looked at
RARE = {"pay_for_god", "take_material", "settle_last_task"}

# Of what glows: its name, whether its middle lies in the window and is its own, its shorter side.
GLOWS = """() => [...document.querySelectorAll("a.choice:not(.is-chosen)")].map((link) => {
  const hits = [...link.querySelectorAll(".hit")];
  const boxes = (hits.length ? hits : [link]).map((hit) => hit.getBoundingClientRect());
  const seen = boxes.every((box) => {
    const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top >= 0 && box.bottom <= innerHeight && found?.closest("a.choice") === link;
  });
  const least = Math.min(...boxes.map((box) => Math.min(box.width, box.height)));
  return [link.parentNode.dataset.target, seen, least];
})"""

# A thing that glows and leads on to a further question of the same decision.
LEADS_ON = """() => {
  const data = document.querySelector("[data-choices]");
  const whole = JSON.parse(data.textContent).choices.map(({ choice }) => JSON.stringify(choice));
  const on = [...document.querySelectorAll("a.choice")].find((link) => {
    const prefix = new URLSearchParams(link.getAttribute("href")).get("prefix");
    return prefix && !whole.includes(JSON.stringify(JSON.parse(prefix)));
  });
  return on?.parentNode.dataset.target ?? null;
}"""

# The smallest letters of the board, in pixels.
LETTERS = """() => Math.min(...[...document.querySelectorAll(".board-regions text")]
  .filter((text) => text.checkVisibility() && text.textContent.trim())
  .map((text) => {
    const { b, d } = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(b, d);
  }))"""

# How far down the board reaches, on the page.
FOOT = """() => Math.max(...[...document.querySelectorAll("[data-region^=board-]")]
  .map((region) => region.getBoundingClientRect().bottom + scrollY))"""


def asked(players: int) -> Iterator[tuple[Game, User, Decision]]:
    """All questions of a whole game, which are answered by chance."""
    users = [person(name, confirm_turns=False) for name in ("anna", "ben", "cleo", "don")[:players]]
    game = open_games.create(users[0].pk, rules.slug, players).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    for user in users[1:]:
        open_games.join(game.pk, user.pk)
    rng = random.Random(players)
    while True:
        position = load(game.pk, None)
        seat = next((seat for seat in position.seats if seat.to_move), None)
        if seat is None:
            return
        assert seat.user
        own = load(game.pk, seat.user.pk)
        decision = next(
            open
            for open in own.running().decisions()
            if position.seats[open.seat].user == seat.user
        )
        yield game, seat.user, decision
        choice = rng.choice(decision.choices)
        actions.choose(game.pk, seat.user.pk, choice, version=own.version)


def opened(page: Page, game: Game, user: User, url: str) -> None:
    client = Client()
    client.force_login(user)
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": url}])
    page.goto(f"/games/{game.pk}/")
    expect(page.locator(".decision-yours")).to_have_count(1)
    page.evaluate("() => new Promise(requestAnimationFrame).then(() => true)")


def looked(page: Page) -> list[Any]:
    """What glows at first, and once one has gone on to what is asked then."""
    found: list[Any] = page.evaluate(GLOWS)
    if target := page.evaluate(LEADS_ON):
        page.evaluate(
            "name => document.querySelector(`[data-target='${name}'] > a.choice`)"
            ".dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))",
            target,
        )
        page.evaluate("() => new Promise(requestAnimationFrame).then(() => true)")
        found += page.evaluate(GLOWS)
        page.keyboard.press("Escape")
    return found


def share(times: Counter[str], seen: Counter[tuple[str, bool]]) -> float:
    """Of what could be pressed in a whole game, how much lay in the window: each kind of question
    counts as often as it was asked."""
    looked_at = {kind: seen[kind, True] + seen[kind, False] for kind in times}
    known = {kind: number for kind, number in looked_at.items() if number}
    parts = [times[kind] * seen[kind, True] / number for kind, number in known.items()]
    return sum(parts) / sum(times[kind] for kind in known)


@pytest.mark.parametrize("players", [2, 4])
def test_whatever_is_asked_its_targets_lie_in_the_window(people: People, players: int) -> None:
    desk, phone = people.page(DESK), people.page(PHONE)
    hidden: dict[str, list[str]] = {}
    small: dict[str, list[Any]] = {}
    times, on_phone = Counter[str](), Counter[tuple[str, bool]]()
    for game, user, decision in asked(players):
        kind = decision.kind
        times[kind] += 1
        if times[kind] > EACH:
            continue
        opened(desk, game, user, people.url)
        for size, foot in SIZES.items():
            desk.set_viewport_size({"width": size[0], "height": size[1]})
            found = looked(desk)
            hidden[f"{kind} {size}"] = [name for name, seen, _least in found if not seen]
            small[f"{kind} {size}"] = [each for each in found if each[2] < 36]
            assert desk.evaluate(FOOT) <= foot + 1
            assert desk.evaluate(LETTERS) >= 11
        opened(phone, game, user, people.url)
        found = looked(phone)
        on_phone.update((kind, seen) for _name, seen, _least in found)
        small[f"{kind} phone"] = [each for each in found if 0 < each[2] < 43.5]
    assert times.keys() >= set(rules.kinds) - RARE
    assert {where: names for where, names in hidden.items() if names} == {}
    assert {where: names for where, names in small.items() if names} == {}
    assert share(times, on_phone) >= 0.95
    assert not people.errors


def press(page: Page, thing: Locator) -> None:
    """In the middle of it."""
    box = thing.locator(".hit").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=str)
def test_the_free_answer_stands_first_in_the_bar_and_is_meant_by_a_second_press(
    people: People, size: tuple[int, int]
) -> None:
    """Whoever presses what glows does not pay for a god unawares."""
    game, user, region = next(
        (game, user, choice[0])
        for game, user, decision in asked(2)
        if decision.kind == "expand"
        for choice in decision.choices
        if choice[1:] == ("tile",)
    )
    page = people.page(size)
    opened(page, game, user, people.url)
    thing = page.locator(f'[data-target="region-{region}"]')
    press(page, thing)
    expect(thing.locator("a.is-chosen")).to_have_count(1)
    free = page.locator(".decision-choices .button:not(.button-plain)").first
    expect(free).to_be_in_viewport()
    expect(free).to_contain_text("no god")
    expect(free).to_have_class(re.compile("button-turn"))
    assert "no god" in (thing.locator("a").get_attribute("aria-label") or "")
    press(page, thing)
    expect(thing.locator("a.is-chosen")).to_have_count(0)
    seat = next(seat for seat in load(game.pk, user.pk).seats if seat.user == user)
    here = load(game.pk, user.pk).running().view(seat.index)
    assert seat.index in here["regions"][region]["huts"]
    assert not people.errors
