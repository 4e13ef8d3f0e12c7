"""Turns of Bora Bora by keys, as players press them by habit: a turn takes few, and the first
answer is neither the one that does nothing nor one that costs more than another."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.rules import registry
from games.rules.engine import Choice
from games.rules.engine.play import ask_bot
from games.storage.position import newest
from tests.browser import DESK, People
from tests.pages.looking import SETTLE
from tests.pages.walking import advance

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOST = 15
#: Phases A of two rounds, three dice each, with the phases B and C after them.
TURNS = 16
#: What comes first only if all else costs more.
LAST = ("Nobody else", "No more tasks", "Buy nothing", "← Back")
#: What is said of an answer that costs more than others.
PAYS = "pay "

# Presses `n` through all answers: of each in turn what it says, and whether it leads to a choice.
ROUND = """choice => {
  const { choices, parts } = JSON.parse(document.querySelector("[data-choices]").textContent);
  const known = choices.find((each) => JSON.stringify(each.choice) === JSON.stringify(choice));
  const begins = choice.map((_part, i) => parts[JSON.stringify(choice.slice(0, i + 1))]);
  const labels = [known.label, ...begins].filter(Boolean);
  const way = (at) => {
    const thing = at.closest("[data-target]")?.dataset;
    const words = at.textContent.trim();
    if (!thing) return [words, labels.some((label) => label.endsWith(words))];
    const does = at.getAttribute("aria-label").slice(thing.name.replace(/\\.$/, "").length + 2);
    return [does || thing.name, known.on.includes(thing.target)];
  };
  document.activeElement.blur();
  const n = { key: "n", bubbles: true };
  const press = () => document.dispatchEvent(new KeyboardEvent("keydown", n));
  const ways = new Map();
  for (press(); !ways.has(document.activeElement); press()) {
    ways.set(document.activeElement, way(document.activeElement));
  }
  document.activeElement.blur();
  return [...ways.values()];
}"""


def keys_to(index: int, count: int) -> list[str]:
    """The fewest keys to an answer, of those that the list of keys names."""
    number = [str(index + 1)] if index < 9 else []
    on = ["N"] * ((index + 1) // 4) + ["n"] * ((index + 1) % 4)
    return min(filter(None, (number, on, ["p"] * (count - index))), key=len)


def is_plain(words: str) -> bool:
    """Whether an answer, or one of several that a thing leads to, is neither a pass nor costly."""
    return words not in LAST and any(PAYS not in each for each in words.split("; "))


def press(page: Page, choice: Choice) -> int:
    """Chooses so by keys, and gives how many it took."""
    table, pressed = page.locator("[data-table]"), 0
    version = table.get_attribute("data-version")
    for _step in range(6):
        ways = page.evaluate(ROUND, list(choice))
        said = [words for words, _leads in ways]
        plain = [words for words in said if is_plain(words)]
        assert not plain or said[0] in plain, said
        keys = keys_to([leads for _words, leads in ways].index(True), len(ways))
        for key in (*keys, "Enter"):
            page.keyboard.press(key)
        pressed += len(keys) + 1
        page.wait_for_timeout(250)
        expect(page.locator(".decision[aria-busy=true]")).to_have_count(0)
        if table.get_attribute("data-version") != version:
            return pressed
    raise AssertionError(f"no keys lead to {choice}")


def test_a_turn_takes_few_keys(people: People, anna: User, ben: User) -> None:
    User.objects.update(confirm_turns=False, explain_first=False)
    game = open_games.create(anna.pk, "bora_bora", 2).game
    game.seed, game.seed_hash = bytes(32), ""
    game.save()
    open_games.join_game(game.pk, ben.pk)
    rules, rng = registry.get("bora_bora"), random.Random(1)
    page = people.page(DESK)
    people.sign_in(page, anna)
    page.goto(f"/games/{game.pk}/")
    turns, others = [0], True
    while len(turns) <= TURNS:
        position = newest(game.pk)
        assert position
        decision = position.running().decisions()[0]
        choice = ask_bot(rules.bots[rules.best_bot], position.running(), decision, rng)
        if position.seats[decision.seat].user == ben:
            advance(game, [(decision.seat, choice)])
            others = True
            continue
        version = str(position.version)
        expect(page.locator("[data-table]")).to_have_attribute("data-version", version)
        page.evaluate(SETTLE)
        if others:
            turns.append(0)
        turns[-1] += press(page, choice)
        others = False
    assert max(turns) <= MOST, turns
