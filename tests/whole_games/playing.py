"""Playing at the real page: a choice is made on the board, in the bar or by keys."""

from __future__ import annotations

import json
import os
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Game
from games.moves import actions
from games.rules.engine.play import Bot, ask_bot
from games.storage.position import load
from tests.browser import DESK, PHONE, picture
from tests.games.playing import asked, user_of

How = Literal["board", "bar", "keys"]
Item = dict[str, Any]
"""A choice as the page carries it: ``choice`` its parts, ``label`` its words, ``on`` the things on
the board that stand for them (None where nothing does)."""

#: Seconds in which the bar must have what the test looks for.
PATIENCE = 5.0

# A point of a thing where a finger meets that thing and no other one.
_OPEN_POINT = """link => {
  link.focus({ preventScroll: true }); // brings its pane forward
  link.scrollIntoView({ block: "center", inline: "center" });
  const box = link.getBoundingClientRect();
  const steps = [0.5, 0.9, 0.1, 0.97, 0.03, 0.75, 0.25];
  for (const y of steps) for (const x of steps) {
    const point = { x: box.x + box.width * x, y: box.y + box.height * y };
    if (document.elementFromPoint(point.x, point.y)?.closest("a.choice") === link) return point;
  }
  return null;
}"""


# What makes a page wider than its window, if it is.
_STICKS_OUT = """() => {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  const out = (thing) => thing.getBoundingClientRect().right > innerWidth;
  const things = [...document.querySelectorAll("main *")].filter(out);
  return things.map((thing) => thing.outerHTML.slice(0, 200));
}"""


# What has the focus: the thing on the board, or the words of a button.
_FOCUS = """() => {
  const here = document.activeElement;
  const on = here.closest("[data-target]")?.dataset.target ?? "";
  return { on, text: on ? "" : here.textContent.trim() };
}"""


#: What can be chosen in the bar; there is nothing for a moment while the page asks how much.
WAYS = (
    ".decision-choices :is(button:not(.button-plain), a.button):visible, "
    ".decision-giving > .button-turn:visible"
)
#: Whether the page shows this version, or a newer one of the reader's.
SHOWS = """version =>
  Number(document.querySelector("[data-table]").dataset.version) >= version"""


def would_end(game_id: int, seat: int) -> bool:
    """Whether the first choice of this seat would be the last of the game."""
    game = load(game_id, user_of(game_id, seat)).running().copy()
    decision = game.decision(seat)
    assert decision is not None
    game.choose(seat, decision.example(decision.choices[0]))
    return game.result() is not None


def _rest(words: str, settled: str) -> str:
    """Words without those they begin with, as deciding.js shortens them; else none."""
    return words.removeprefix(settled).lstrip(" :,–").rstrip() if words.startswith(settled) else ""


@dataclass
class Sitter:
    """A person at the table, with a page of their own; ``done`` is what they have tried so far, and
    with ``keyboard`` they have nothing else."""

    name: str
    page: Page
    done: set[str] = field(default_factory=set)
    keyboard: bool = False

    @property
    def version(self) -> int:
        """The version of the game that the page shows."""
        return int(self.page.locator("[data-table]").get_attribute("data-version") or -1)

    @property
    def asked(self) -> bool:
        return self.page.locator(".decision-yours").count() > 0

    @property
    def over(self) -> bool:
        return self.page.locator(".result-places").count() > 0

    def go_away(self) -> None:
        if self.page.url != "about:blank":
            self.page.goto("about:blank")

    def come_back(self, game: Game) -> None:
        if self.page.url == "about:blank":
            self.page.goto(f"/games/{game.pk}/")
            expect(self.page.locator("html")).to_have_attribute("data-live", "yes")

    def items(self) -> list[Item]:
        """The open decision's choices; none when a turn only wants to be confirmed."""
        data = self.page.locator("script[data-choices]")
        if not data.count():
            return []
        found: list[Item] = json.loads(data.text_content() or "")["choices"]
        return found

    def make(self, item: Item, how: How) -> None:
        """Make this choice and wait until the page shows what came of it."""
        before = self.version
        if self.keyboard:
            self._by_keyboard(item, before)
        elif how == "bar":
            self._by_bar(item, before)
        else:
            self._by_board(item, before, keys=how == "keys")
        self.wait_past(before)
        expect(self.page.locator("[data-message]")).to_be_empty()

    def wait_past(self, version: int) -> None:
        self.page.wait_for_function(
            "before => Number(document.querySelector('[data-table]').dataset.version) > before"
            " && document.querySelector('.decision').getAttribute('aria-busy') !== 'true'",
            arg=version,
        )

    def _by_keyboard(self, item: Item, before: int) -> None:
        """By no more than the keys that lead from choice to choice, and Enter."""
        words = set(self._ways_to_say(item))
        for _step in range(2 * len(item["choice"]) + 1):
            self._step_to(lambda here: here["on"] in item["on"] or here["text"] in words)
            self.page.keyboard.press("Enter")
            if self._sent(before):
                return
        raise AssertionError(f"keys do not lead to {item}")

    def _step_to(self, wanted: Callable[[Item], bool]) -> None:
        for _choice in range(120):
            self.page.keyboard.press("n")
            if wanted(self.page.evaluate(_FOCUS)):
                return
        raise AssertionError("none of the choices that keys lead to is the one")

    def _ways_to_say(self, item: Item) -> list[str]:
        """The words of buttons that lead to this choice, the nearest to it first: its own, then
        its beginnings', each whole and without what the bar has said already."""
        parts = json.loads(self.page.locator("script[data-choices]").text_content() or "")["parts"]
        begins = [
            parts.get(
                json.dumps(item["choice"][:length], ensure_ascii=False, separators=(",", ":"))
            )
            for length in range(len(item["choice"]) - 1, 0, -1)
        ]
        said = list(filter(None, [item["label"], *begins]))
        return [
            way
            for at, words in enumerate(said)
            for way in (words, *(_rest(words, settled) for settled in said[at + 1 :]))
            if way
        ]

    def _by_board(self, item: Item, before: int, *, keys: bool) -> None:
        for target in filter(None, item["on"]):
            if self._sent(before):
                return
            link = self.page.locator(f'[data-target="{target}"] > a.choice:not(.is-chosen)')
            if link.count():
                self._press(link.first, keys=keys)
        if not self._sent(before):
            self._by_bar(item, before)

    def _press(self, link: Locator, *, keys: bool) -> None:
        if keys:
            link.focus()
            self.page.keyboard.press("Enter")
            return
        # A click on what is being played again would only end it.
        expect(self.page.locator("[data-film]")).to_be_hidden(timeout=20_000)
        point = link.evaluate(_OPEN_POINT)
        assert point, f"{link} cannot be reached by a finger"
        self.page.mouse.click(point["x"], point["y"])

    def _by_bar(self, item: Item, before: int) -> None:
        """By the words in the bar, narrower each time."""
        for _step in range(len(item["choice"]) + 1):
            self._press_in_bar(item)
            if self._sent(before):
                return
        raise AssertionError(f"the bar does not lead to {item}")

    def _press_in_bar(self, item: Item) -> None:
        """Unfolds the bar; it may be about to say something else, and to fold for that."""
        more = self.page.locator(".decision-fold[aria-expanded=false]:visible")
        bar = self.page.locator(".decision :is(button, a.button):visible")
        until = time.monotonic() + PATIENCE
        while True:
            if more.count():
                more.click()
            try:
                words = [text.strip() for text in bar.all_text_contents()]
                bar.nth(self._next_word(item, words)).click()
            except AssertionError:
                if time.monotonic() > until:
                    raise
                self.page.wait_for_timeout(100)
            else:
                return

    def _next_word(self, item: Item, words: list[str]) -> int:
        """Which of the bar's buttons leads to this choice: its own words, else its beginning's."""
        for way in self._ways_to_say(item):
            if way in words:
                return words.index(way)
        raise AssertionError(f"nothing in {words} leads to {item}")

    def _sent(self, before: int) -> bool:
        bar = self.page.locator(".decision")
        return bar.get_attribute("aria-busy") == "true" or self.version > before

    def button(self, action: str) -> Locator:
        """The button in the bar that posts there: "undo" or "confirm"."""
        return self.page.locator(f'.decision-tools form[action$="/{action}/"] button')

    def _use(self, action: str) -> None:
        button = self.button(action)
        if not self.keyboard:
            button.click()
        elif action == "undo":
            self.page.keyboard.press("u")
        else:
            words = (button.text_content() or "").strip()
            self._step_to(lambda here: here["text"] == words)
            self.page.keyboard.press("Enter")

    def undo(self) -> None:
        before = self.version
        self._use("undo")
        self.wait_past(before)

    def confirm(self) -> None:
        before = self.version
        self._use("confirm")
        self.wait_past(before)


def turn(mover: Sitter, item: Item, how: How, *, undo: bool = False) -> None:
    """Choose, take it back if wanted and possible and choose again, and confirm where asked."""
    mover.make(item, how)
    if undo and mover.button("undo").count():
        mover.undo()
        assert [one["choice"] for one in mover.items()].count(item["choice"]) == 1
        mover.make(item, how)
    if mover.button("confirm").count():
        mover.confirm()


def shows_what_it_may(game: Game, sitters: Iterable[Sitter]) -> None:
    """Every page comes by itself, and soon, to the newest version its reader may know of."""
    for sitter in sitters:
        version = load(game.pk, User.objects.get(username=sitter.name).pk).version
        table = sitter.page.locator("[data-table]")
        # Three browsers at once on two cores take their time.
        expect(table).to_have_attribute("data-version", str(version), timeout=30_000)


def pictures(sitter: Sitter, name: str, *looks: str) -> None:
    """Pictures of a page as it is now: ``looks`` such as "phone-dark"; without any, all four. At
    each size nothing sticks out, which is the same by night."""
    page = sitter.page
    size = page.viewport_size
    wanted = looks or ("phone-light", "phone-dark", "desk-light", "desk-dark")
    if not os.environ.get("PICTURES"):
        wanted = tuple({look.partition("-")[0]: look for look in wanted}.values())
    for look in wanted:
        width, height = PHONE if look.startswith("phone") else DESK
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme="dark" if look.endswith("dark") else "light")
        assert not page.evaluate(_STICKS_OUT), f"{name} scrolls sideways at {look}"
        picture(page, f"{name}-{look}")
    assert size
    page.set_viewport_size(size)
    page.emulate_media(color_scheme="light")


def open_drawer(page: Page, name: str) -> Locator:
    """The drawer with this id, opened."""
    drawer = page.locator(f"details#{name}")
    if drawer.get_attribute("open") is None:
        drawer.locator("> summary").click()
    return drawer


def play_without_pages(
    game: Game, sitters: Sequence[Sitter], bot: Bot, *, to: Callable[[Any], bool]
) -> None:
    """All leave their pages, do as the bot does until the state is such, and come back."""
    for sitter in sitters:
        sitter.go_away()
    rng = random.Random(1)
    while True:
        seat = asked(game.pk)[0]
        user_id = user_of(game.pk, seat)
        position = load(game.pk, user_id)
        running, version = position.running(), position.version
        if to(running.state):
            break
        if decision := running.decision(seat):
            choice = ask_bot(bot, running, decision, rng)
            actions.choose(game.pk, user_id, choice, version=version)
        else:
            actions.confirm(game.pk, user_id, version=version)
    for sitter in sitters:
        sitter.come_back(game)
