"""What can be chosen, has the focus or was moved last stands out from every ground of the boards:
measured in the pixels of each engine, with the rings and without."""

import pytest
from PIL import Image

from games.rules import registry
from tests.browser import DESK
from tests.engines.conftest import Opener
from tests.engines.windows import Window
from tests.pages.test_contrast import begun, contrast

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: What WCAG asks for, to one, of what is no word; the share of an outline that must have it, as
#: the dots and dashes of calm choices and of last moves have gaps.
ENOUGH, SHARE = 3, 0.8
#: Pixels around an outline within which its ring is drawn.
REACH = 5
#: Points of a thing's outline that are examined.
POINTS = 24

# Along the outlines of what such a selector finds: points that nothing else covers.
OUTLINES = """(selector, points) => [...document.querySelectorAll(selector)].map((thing) => {
  const shape = thing.matches(".hit") ? thing : thing.querySelector(".hit");
  const [matrix, length] = [shape.getScreenCTM(), shape.getTotalLength()];
  const board = shape.ownerSVGElement;
  const found = [];
  for (let i = 0; i < points; i++) {
    const { x, y } = shape.getPointAtLength((length * i) / points).matrixTransform(matrix);
    const inside = x > 8 && y > 8 && x < innerWidth - 8 && y < innerHeight - 8;
    if (inside && board.contains(document.elementFromPoint(x, y)) ) found.push([x, y]);
  }
  return [thing.closest("[data-target]").dataset.target, found];
})"""
CALM = """() => {
  const sheet = new CSSStyleSheet();
  const still = "animation: none !important; transition: none !important";
  sheet.replaceSync(`*, ::before, ::after { ${still} } [popover] { display: none !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
BARE = """() => {
  const [sheet] = document.adoptedStyleSheets;
  sheet.insertRule(".board :is(.hit, .rim) { visibility: hidden !important }");
}"""
BACK = "() => document.adoptedStyleSheets[0].deleteRule(0)"
#: Once a script has drawn what was asked for.
DRAWN = (
    "() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(true), 100)))"
)
FOCUS = "(n) => document.querySelectorAll('.board a.choice')[n].focus()"
CHOICES = "() => document.querySelectorAll('.board a.choice').length"
FOCUSED = ".board a.choice:focus"
#: What of a board in sight takes the focus and is no choice.
FIGURES = """() => [...document.querySelectorAll('.board [role="img"][tabindex]')]
  .filter((figure) => figure.checkVisibility())"""
FOCUS_FIGURE = f"""(n) => {{
  const figure = ({FIGURES})()[n];
  figure.scrollIntoView({{ block: "center", behavior: "instant" }});
  figure.focus({{ preventScroll: true }});
  const {{ x, y, width, height }} = figure.getBoundingClientRect();
  return [figure.ariaLabel, x, y, width, height];
}}"""
BLUR = "() => document.activeElement.blur()"


def settled(page: Window) -> Image.Image:
    """What the window shows once that is the same twice: a busy machine paints late."""
    page.run(DRAWN)
    last = page.picture()
    while (now := page.picture()) != last:
        last = now
        page.run(DRAWN)
    return now


def pictures(page: Window) -> tuple[Image.Image, Image.Image]:
    """With the rings, and without them."""
    ringed = settled(page)
    page.run(BARE)
    bare = settled(page)
    page.run(BACK)
    return ringed, bare


def stands_out(ringed: Image.Image, bare: Image.Image, x: float, y: float) -> float:
    """The most that a ring is lighter or darker than the ground it lies on, around this point."""
    around = range(-REACH, REACH + 1)
    spots = [(round(x) + dx, round(y) + dy) for dx in around for dy in around]
    inside = [(a, b) for a, b in spots if 0 <= a < ringed.width and 0 <= b < ringed.height]
    return max(contrast(ringed.getpixel(spot), bare.getpixel(spot)) for spot in inside)  # type: ignore[arg-type]


def faint(page: Window, selector: str) -> dict[str, list[float]]:
    """Things whose rings are hard to see, with what they stand out by along their outlines. What
    seems so is looked at once more: the board may still have been gliding to where it is."""
    return faint_now(page, selector) and faint_now(page, selector)


def faint_now(page: Window, selector: str) -> dict[str, list[float]]:
    outlines = page.run(OUTLINES, selector, POINTS)
    assert any(points for _name, points in outlines), f"{page.engine}: no {selector} in sight"
    ringed, bare = pictures(page)
    found = {}
    for name, points in outlines:
        by = sorted(round(stands_out(ringed, bare, x, y), 1) for x, y in points)
        if sum(one >= ENOUGH for one in by) < SHARE * len(by):
            found[name] = by
    return found


def framed(ringed: Image.Image, bare: Image.Image, box: list[float]) -> float:
    """How many pixels around and on a box a ring makes stand out, as a part of half of its edge: a
    thing of several parts has a ring around each."""
    x, y, width, height = box
    left, top = max(round(x) - REACH, 0), max(round(y) - REACH, 0)
    right = min(round(x + width) + REACH, ringed.width)
    bottom = min(round(y + height) + REACH, ringed.height)
    one, other = (picture.crop((left, top, right, bottom)) for picture in (ringed, bare))
    seen = sum(
        contrast(now, before) >= ENOUGH  # type: ignore[arg-type]
        for now, before in zip(one.get_flattened_data(), other.get_flattened_data(), strict=True)
        if now != before
    )
    return seen / (width + height)


def faint_figures(page: Window, most: int = 5) -> dict[str, float]:
    """Of some of the things that are no choice, those whose focus is hard to see."""
    count = page.run(f"() => ({FIGURES})().length")
    found = {}
    for number in range(0, count, max(1, count // most)):
        name, *box = page.run(FOCUS_FIGURE, number)
        ringed = settled(page)
        page.run(BLUR)
        by = framed(ringed, settled(page), box)
        if by < 1:
            found[name] = round(by, 2)
    return found


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_what_can_be_chosen_and_what_has_the_focus_is_seen_on_every_ground(
    window: Opener, slug: str
) -> None:
    game_id, user = begun(slug)
    page, found = window(DESK), {}
    page.sign_in(user)
    for theme in ("light", "dark"):
        page.set_cookie("theme", theme)
        page.open(f"/games/{game_id}/")
        page.until("() => document.documentElement.dataset.live === 'yes'")
        page.until("() => document.fonts.ready.then(() => true)")
        page.run(CALM)
        found[theme, "choices"] = faint(page, ".board a.choice")
        page.key("Tab")  # so that a focus set by a script is one of somebody at the keys
        for number in range(0, page.run(CHOICES), 5):
            page.run(FOCUS, number)
            found[theme, f"focus {number}"] = faint(page, FOCUSED)
        found[theme, "focus on no choice"] = faint_figures(page)  # type: ignore[assignment]
    assert {where: things for where, things in found.items() if things} == {}
