"""What a table's page shows in its window: all that answers a question, by one look."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page

SETTLE = """async () => {
  for (let i = 0; i < 4; i += 1) await new Promise(requestAnimationFrame);
}"""

# What may lie over the page.
_OVER = """() => [".decision", ".pane-always [data-region] > *"]
  .flatMap((part) => [...document.querySelectorAll(part)])
  .filter((part) => getComputedStyle(part).position === "fixed" && part.checkVisibility())"""
# A thing that can be picked: see `Thing`.
_THING = """(name, over) => {
  const thing = document.querySelector(`[data-target="${CSS.escape(name)}"]`);
  const hits = [...thing.querySelectorAll(".hit")]
    .filter((hit) => hit.closest("[data-target]") === thing);
  const boxes = (hits.length ? hits : [thing]).map((hit) => hit.getBoundingClientRect());
  const tops = over.filter((part) => !part.contains(thing))
    .map((part) => part.getBoundingClientRect().top);
  const floor = Math.min(innerHeight, ...tops);
  const tabs = document.querySelector("[data-tab]")?.getClientRects().length > 0;
  const size = (each) => each.width * each.height;
  const isOwn = (box) => {
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    const taker = top?.closest("a.choice");
    return box.width > 0 && taker !== null && taker !== undefined
      && (taker.parentNode === thing || size(taker.getBoundingClientRect()) < size(box));
  };
  return [
    name,
    thing.querySelector(":scope > a.choice:not(.is-chosen)") !== null,
    boxes.every(({ width }) => width > 0)
      && !(tabs && thing.closest("[data-pane]:not(.is-forward)")),
    Math.max(...boxes.flatMap((box) =>
      [-box.left, -box.top, box.right - innerWidth, box.bottom - floor])),
    boxes.every(isOwn),
    Math.min(...boxes.flatMap(({ width, height }) => [width, height])),
  ];
}"""
_LOOK = f"""() => {{
  const thing = {_THING}, over = ({_OVER})();
  const source = document.querySelector("[data-choices]");
  const choices = source ? JSON.parse(source.textContent).choices : [];
  const lit = [...document.querySelectorAll("[data-target] > a.choice:not(.is-chosen)")]
    .map((link) => link.parentNode.dataset.target);
  const letters = [...document.querySelectorAll(".board-regions text")]
    .filter((text) => text.textContent.trim() && text.checkVisibility())
    .filter((text) => !text.closest("[data-pane]:not(.is-forward)"))
    .map((text) => {{
      const {{ b, d }} = text.getScreenCTM();
      return Number.parseFloat(getComputedStyle(text).fontSize) * Math.hypot(b, d);
    }});
  const words = document.querySelectorAll(
    ".decision-choices > .button, .decision-refusals > *, .refused > *");
  const cut = [...words].filter((each) => {{
    const isSeen = each.checkVisibility({{ opacityProperty: true, visibilityProperty: true }});
    return isSeen && each.scrollWidth > each.clientWidth + 1;
  }});
  const regions = [...document.querySelectorAll("[data-region^=board-]")];
  return {{
    things: [...new Set([...choices.flatMap(({{ on }}) => on), ...lit])].filter(Boolean)
      .map((name) => thing(name, over)),
    letters: Math.min(...letters),
    cut: cut.map((each) => each.textContent.trim()),
    top: document.querySelector(".board-regions").getBoundingClientRect().top + scrollY,
    foot: Math.max(...regions.map((each) => each.getBoundingClientRect().bottom + scrollY)),
    wide: document.documentElement.scrollWidth - innerWidth,
  }};
}}"""

# A press on a thing that glows, and leads on to a further question of the same decision.
_LEAD_ON = """() => {
  const data = document.querySelector("[data-choices]");
  const whole = JSON.parse(data.textContent).choices.map(({ choice }) => JSON.stringify(choice));
  const on = [...document.querySelectorAll("a.choice")].find((link) => {
    const prefix = new URLSearchParams(link.getAttribute("href")).get("prefix");
    return prefix && !whole.includes(JSON.stringify(JSON.parse(prefix)));
  });
  on?.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  return on !== undefined;
}"""


class Thing(NamedTuple):
    name: str
    glows: bool
    in_front: bool
    out: float  # pixels that it reaches beyond the window, or below what lies over the page
    own: bool  # its middle takes a press, or a smaller thing that lies there does
    side: float  # the shorter one of what is pressed

    def is_in_window(self, slack: float = 0.5) -> bool:
        return self.in_front and self.out <= slack


class Look(NamedTuple):
    things: list[Thing]  # all that an answer may point at, or that glows
    letters: float  # the smallest letters of the board
    cut: list[str]  # answers and reasons in the bar of which half is seen
    top: float  # of the board, on the page
    foot: float
    wide: float  # pixels that the page is wider than the window

    @property
    def glowing(self) -> list[Thing]:
        return [thing for thing in self.things if thing.glows]


def look(page: Page) -> Look:
    found: dict[str, Any] = page.evaluate(_LOOK)
    found["things"] = [Thing(*thing) for thing in found["things"]]
    return Look(**found)


def look_on(page: Page) -> list[Thing]:
    """What glows once something that leads to a further question has been pressed; then that is
    taken back."""
    if not page.evaluate(_LEAD_ON):
        return []
    page.evaluate(SETTLE)
    lit = look(page).glowing
    page.keyboard.press("Escape")
    return lit


def thing(page: Page, name: str) -> Thing:
    return Thing(*page.evaluate(f"(name) => ({_THING})(name, ({_OVER})())", name))
