"""A pupil in a browser: takes a lesson to its end by the page alone, and looks at each step."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import ElementHandle, Page, expect

from accounts.models import User
from games.lessons import following
from tests.browser import PHONE, People

#: More presses than any lesson has.
MOST = 90
#: By the keys of a page nothing is further away.
MOST_KEYS = 160

# What is said now.
SAID = """() => {
  const speech = document.querySelector("[data-speech]");
  const named = (name) => JSON.parse(speech.dataset[name]);
  return {
    path: named("path"), spots: named("spots"), meant: speech.dataset.meant,
    begun: document.querySelector(".board-regions [data-picked]") !== null,
    title: speech.querySelector("h2").textContent, over: speech.matches(".speech-over"),
    step: document.querySelector(".course-step").childNodes[0].textContent,
  };
}"""

# What is to be pressed next: a thing on the board, then what the bar has for the rest of the
# choice, or the button that goes on.
NEXT = """() => {
  const speech = document.querySelector("[data-speech]");
  const meant = speech.dataset.meant;
  if (!meant) return speech.querySelector(".button-turn");
  const regions = document.querySelector(".board-regions");
  const thing = (name) => regions.querySelector(`[data-target="${CSS.escape(name)}"]`);
  const data = JSON.parse(document.querySelector("[data-choices]").textContent);
  const listed = data.choices.find((each) => JSON.stringify(each.choice) === meant);
  const told = JSON.parse(speech.dataset.path);
  const path = told.length ? told : (listed?.on ?? []).filter(Boolean);
  const isPicked = (name) => thing(name)?.matches("[data-picked]");
  const last = path.findLastIndex(isPicked);
  const isTwice = last >= 0 && path.indexOf(path[last]) !== last;
  for (const name of path.slice(isTwice ? last : last + 1)) {
    const link = thing(name)?.querySelector(":scope > a.choice:not(.is-chosen)");
    if (link) return link;
  }
  const bar = document.querySelector(".lesson-decision");
  const all = [...bar.querySelectorAll(".decision-choices :is(button, a)")];
  const ways = all.filter((way) => way.checkVisibility() && !way.matches(".decision-back"));
  const whole = ways.find((way) => way.value === meant);
  if (whole) return whole;
  const choice = JSON.parse(meant);
  const parts = choice.map((_part, n) => data.parts[JSON.stringify(choice.slice(0, n + 1))]);
  const labels = [listed?.label, ...parts.reverse()].filter(Boolean);
  const said = (way) => way.textContent.trim();
  // The label of the whole choice first: a part of it may be a choice as well.
  const fitting = labels.map((label) => ways.find((way) => label.endsWith(said(way))));
  return fitting.find(Boolean) ?? bar.querySelector(".decision-giving .button-turn");
}"""

# The same without scripts: a button of the bar, or the link to the parts that follow.
NEXT_LINK = """() => {
  const speech = document.querySelector("[data-speech]");
  const meant = speech.dataset.meant;
  if (!meant) return speech.querySelector(".button-turn");
  const choice = JSON.parse(meant).map((part) => JSON.stringify(part));
  const begins = (parts) => parts.every((part, n) => JSON.stringify(part) === choice[n]);
  const prefix = (way) => JSON.parse(new URL(way.href).searchParams.get("prefix") ?? "[0]");
  const bar = document.querySelector(".lesson-decision");
  const ways = [...bar.querySelectorAll(".decision-choices :is(button, a)")];
  return ways.find((way) => way.value === meant)
    ?? ways.find((way) => way.href && begins(prefix(way)));
}"""

# What keeps the middle of an element from being seen, and from being pressed;
# "" for nothing.
COVERED = """(found) => {
  const hit = found.querySelector(":scope > .hit, :scope > a > .hit") ?? found;
  const box = hit.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  if (!box.width) return "has no size";
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight)
    return `lies outside of the window, at ${Math.round(x)}, ${Math.round(y)}`;
  const there = document.elementFromPoint(x, y);
  const over = ".lesson-side, .course, .course-ways, .site-header, .first-time, .toast";
  const lid = there?.closest(over);
  if (lid && !lid.contains(found)) return `lies under ${lid.className}`;
  const takes = !found.matches("a, button") || found.contains(there);
  return takes ? "" : `does not take the press: ${there?.outerHTML.slice(0, 120)}`;
}"""

# No message is on its way to or from the service, nothing moves, and what had to be scrolled is.
SETTLED = """() => {
  const busy = document.querySelector(".decision")?.getAttribute("aria-busy") === "true";
  return !busy && !document.querySelector("svg.is-moving");
}"""

# What changes by each press that does something.
STATE = """() => [
  document.querySelector("[data-speech]")?.outerHTML,
  document.querySelector(".course-step")?.textContent,
  document.querySelector(".decision-ways")?.textContent,
  ...[...document.querySelectorAll("[data-picked]")].map((each) => each.dataset.target),
].join("|")"""

MIDDLE = """(found) => {
  const box = (found.querySelector(":scope > .hit") ?? found).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
NAME = """(found) =>
  found.getAttribute("aria-label") || found.textContent.trim().replace(/\\s+/g, " ")"""
IS_AMOUNT = "(found) => found.matches('.decision-giving .button-turn')"
# The words of ways that are cut.
CUT = """() => [...document.querySelectorAll(".lesson-side :is(button, a)")]
  .filter((way) => way.checkVisibility() && way.scrollWidth > way.clientWidth + 1)
  .map((way) => way.textContent.trim())"""
IS_LOST = "() => document.activeElement === document.body"
TAKES_LETTERS = """(found) =>
  !found.closest(".speech") && !document.activeElement.matches("input")"""
HAS_FOCUS = "(found) => document.activeElement === found"


class Pupil:
    """Somebody at the page of a lesson."""

    def __init__(
        self, people: People, user: User, slug: str, press: str, lesson: str = "", **page: Any
    ) -> None:
        self.way, self.scripts = press, page.get("scripts", True)
        self.page: Page = people.page(**page)
        self.game = following.begin_lesson(user.pk, slug, lesson, anew=True).game
        people.sign_in(self.page, user)
        self.page.goto(f"/games/{self.game.pk}/")

    # Looking ------------------------------------------------------------------------------------

    def said(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(SAID)
        return found

    def faults(self) -> Iterator[str]:
        """What of this step cannot be seen, read or pressed: what is to be pressed, and on a wide
        screen all that is spoken of; on a phone, which has one part of the board in front, the
        first, till a choice is begun. By keys the focus lies somewhere."""
        said = self.said()
        where = f"{said['step']} ({said['title']})"
        target = self.next()
        covered = self.page.evaluate(COVERED, target) if target else "is not there"
        if covered:
            yield f"{where}: what is to be pressed {covered}"
        for words in self.page.evaluate(CUT):
            yield f"{where}: {words!r} is cut"
        if self.way == "keys" and self.page.evaluate(IS_LOST):
            yield f"{where}: nothing has the focus"
        names = [*said["path"], *said["spots"]]
        for name in names[: not said["begun"]] if self.is_phone else names:
            thing = self.page.query_selector(f'.board-regions [data-target="{name}"]')
            covered = self.page.evaluate(COVERED, thing) if thing else "is not drawn"
            if covered:
                yield f"{where}: {name} {covered}"

    @property
    def is_phone(self) -> bool:
        size = self.page.viewport_size
        return size is not None and size["width"] == PHONE[0]

    def next(self) -> ElementHandle | None:
        """What the pupil is to press now."""
        return self.page.evaluate_handle(NEXT if self.scripts else NEXT_LINK).as_element()

    # Going on -----------------------------------------------------------------------------------

    def settle(self) -> None:
        """Everything has arrived; a pane that came forward lies where it stays."""
        self.page.wait_for_load_state()
        if self.scripts:
            self.page.wait_for_function(SETTLED)
            self.page.wait_for_timeout(450 if self.is_phone else 50)

    def press(self) -> None:
        """Press it, in the pupil's way."""
        target = self.next()
        assert target is not None, f"nothing is to be pressed: {self.said()}"
        if self.page.evaluate(IS_AMOUNT, target):
            self._fill_in()
        getattr(self, f"_{self.way}")(target)

    def _fill_in(self) -> None:
        """How much is given, where another amount is proposed."""
        given = next(part for part in json.loads(self.said()["meant"]) if isinstance(part, dict))
        for box in self.page.locator(".lesson-decision .decision-giving input[type=number]").all():
            box.fill(str(given.get(box.get_attribute("data-good"), 0)))

    def _mouse(self, target: ElementHandle) -> None:
        self.page.mouse.click(*self.page.evaluate(MIDDLE, target))

    def _tap(self, target: ElementHandle) -> None:
        self.page.touchscreen.tap(*self.page.evaluate(MIDDLE, target))

    def _keys(self, target: ElementHandle) -> None:
        """The letter that leads from choice to choice, else the Tab key, then Enter; in a field
        letters are typed."""
        key = "n" if self.page.evaluate(TAKES_LETTERS, target) else "Tab"
        for _key in range(MOST_KEYS):
            if self.page.evaluate(HAS_FOCUS, target):
                break
            self.page.keyboard.press(key)
        assert self.page.evaluate(HAS_FOCUS, target), f"{key} does not lead there: {self.said()}"
        self.page.keyboard.press("Enter")

    def _names(self, target: ElementHandle) -> None:
        """By role and name, as people who hear the page find it."""
        is_link = self.page.evaluate("(found) => found.matches('a')", target)
        name = self.page.evaluate(NAME, target)
        found = self.page.get_by_role("link" if is_link else "button", name=name, exact=True)
        expect(found).to_have_count(1)
        found.click()

    def _plain(self, target: ElementHandle) -> None:
        """A page without scripts scrolls, and its ways are links and forms."""
        target.click()

    def to_the_end(self, at_each: Callable[[Pupil], None]) -> None:
        """Through all that is said, calling ``at_each`` wherever something is to be pressed."""
        for _press in range(MOST):
            self.settle()
            at_each(self)
            if self.said()["over"]:
                return
            before = self._state()
            self.press()
            self._wait_for_change(before)
        raise AssertionError(f"no end after {MOST} presses: {self.said()}")

    def _state(self) -> str:
        state: str = self.page.evaluate(STATE)
        return state

    def _wait_for_change(self, before: str) -> None:
        if self.scripts:
            self.page.wait_for_function(f"(before) => ({STATE})() !== before", arg=before)
