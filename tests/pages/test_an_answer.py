"""Random games of all types, in four windows and both languages: whatever is asked, at least one
answer can be pressed where it lies, without a reload and without looking for it."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page, expect

from games.rules import registry
from games.rules.engine import Decision, Json
from tests.browser import DESK, PHONE, People
from tests.pages.looking import SETTLE
from tests.pages.walking import Walk, walk
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

WINDOWS = (DESK, (1366, 768), (820, 1180), PHONE)
#: Games of each type; a hundred are tried by `RANDOM_GAMES=all`.
SEEDS = range(25) if os.environ.get("RANDOM_GAMES") == "all" else range(1)

# What takes a press in its middle: an answer or the beginning of one, in the bar or on the board;
# or the way to it, which says how many there are: the arrow of the bar, the tab of a pane.
CAN_BE_PRESSED = """() => {
  const ways = ".decision-ways :is(a, button):not([disabled])";
  const led = "[data-below], [data-tab]:has([data-glows]:not([hidden]))";
  const all = document.querySelectorAll(`${ways}, a.choice, ${led}`);
  return [...all].filter((thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const found = width && document.elementFromPoint(x + width / 2, y + height / 2);
    return found && thing.contains(found) && getComputedStyle(thing).opacity !== "0";
  }).length;
}"""
# Words of answers in the bar that are drawn but cannot be read or pressed, and no way to them.
HIDDEN = """() => [...document.querySelectorAll(".decision-choices > .button[data-cut]")]
  .filter((button) => getComputedStyle(button).opacity === "0")
  .filter(() => document.querySelector(".decision-fold")?.hidden)
  .map((button) => button.textContent.trim())"""


class Pages:
    """One person's pages of one game, in a window of each size, in one language."""

    def __init__(self, people: People, language: str) -> None:
        first = people.page(DESK, language=language)
        self.people, self.first = people, first
        self.all = {DESK: first} | {size: people.beside(first, size) for size in WINDOWS[1:]}

    def follow(self, way: Walk) -> list[tuple[object, ...]]:
        """Whatever is asked that cannot be answered, and where."""
        self.people.sign_in(self.first, way.holder)
        for page in self.all.values():
            page.goto(f"/games/{way.game.pk}/")
        faults: list[tuple[object, ...]] = []
        for kind, version in way.on_the_way():
            for size, page in self.all.items():
                self._come_to(page, version)
                if not page.evaluate(CAN_BE_PRESSED):
                    faults.append((kind, version, size, "nothing can be pressed"))
                if hidden := page.evaluate(HIDDEN):
                    faults.append((kind, version, size, "no way to", *hidden))
        return faults

    def _come_to(self, page: Page, version: int) -> None:
        expect(page.locator("[data-table]")).to_have_attribute("data-version", str(version))
        expect(page.locator(".decision-yours")).to_have_count(1)
        page.evaluate(SETTLE)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_whatever_is_asked_an_answer_can_be_pressed_in_every_window(
    people: People, slug: str, language: str
) -> None:
    options: Json = {option.name: option.values[-1] for option in registry.get(slug).options}
    users = [
        person(name, confirm_turns=False, explain_first=False, language=language)
        for name in ("anna", "ben")
    ]
    pages, faults = Pages(people, language), []
    for seed in SEEDS:
        way = walk(users, slug, options, seed + 40 * (language == "de"))
        faults += [(seed, *fault) for fault in pages.follow(way)]
    assert faults == []
    assert not people.errors


def has_one_answer(decision: Decision) -> bool:
    return decision.kind == "offer" and len(decision.choices) == 1


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_only_answer_of_a_deity_is_read_and_pressed(people: People, language: str) -> None:
    """Its words are longer than the bar is wide, and no other answer makes the bar overflow."""
    users = [
        person(name, confirm_turns=False, explain_first=False, language=language)
        for name in ("anna", "ben")
    ]
    pages = Pages(people, language)
    for seed in range(200):
        way = walk(users, "bomarzo", {}, seed, only=has_one_answer)
        if way.stops:
            break
    assert way.stops
    assert pages.follow(way) == []
