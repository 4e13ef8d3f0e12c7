"""Every word and figure on a board can be read: its contrast to what is drawn behind it, measured
from two pictures of the page, with the words and without. axe cannot see behind a drawing."""

import io
import random
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.rules import registry
from tests.browser import DESK, People
from tests.games import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: What WCAG asks for, to one; letters are looked at twice as large as they are.
ENOUGH, SCALE = 4.5, 2
#: Choices that are made before one looks.
MOVES = {"imhotep": 40, "bali": 60, "bora_bora": 90, "bomarzo": 90}

# The words on the board and on the players' panels, and where they are.
WORDS = """() => [...document.querySelectorAll(".board-regions, .player-goods")].flatMap((part) => {
  const found = [];
  const all = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
  while (all.nextNode()) {
    const [node, range] = [all.currentNode, document.createRange()];
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    const seen = { visibilityProperty: true, opacityProperty: true };
    if (!node.data.trim() || !node.parentElement.checkVisibility(seen) || box.width < 3) continue;
    const where = node.parentElement.closest("[class]")?.getAttribute("class");
    const [left, right, bare] = [box.left, box.right, box.height / 5]; // beside the letters
    const letters = [left, box.top + bare, right, box.bottom - bare];
    found.push({ said: node.data.trim(), where, box: letters });
  }
  return found;
})"""
# All that is drawn but the words.
UNSAID = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(":is(.board-regions, .player-goods) * { color: transparent !important }"
    + ":is(.board-regions, .player-goods) text { fill: transparent !important }");
  document.adoptedStyleSheets = [sheet];
}"""


def begun(slug: str) -> tuple[int, User]:
    """A game with all its expansions in the middle, and somebody who is asked."""
    everything = {option.name: option.values[-1] for option in registry.get(slug).options}
    users = [User.objects.create_user(name, confirm_turns=False) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, slug, 2, options=everything).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    open_games.join_game(game.pk, users[1].pk)
    rng = random.Random(3)
    for _move in range(MOVES[slug]):
        playing.answer(game.pk, playing.asked(game.pk)[0], rng.choice)
    asked = playing.user_of(game.pk, playing.asked(game.pk)[0])
    return game.pk, User.objects.get(pk=asked)


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """As WCAG counts it, of two colours."""

    def light(colour: tuple[float, ...]) -> float:
        parts = [each / 255 for each in colour]
        red, green, blue = (
            each / 12.92 if each <= 0.04045 else ((each + 0.055) / 1.055) ** 2.4 for each in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def shot(page: Page) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(animations="disabled"))).convert("RGB")


def measured(said: Image.Image, unsaid: Image.Image) -> float | None:
    """The contrast of the letters in this cutting to what lies behind them; none where none are."""
    change = ImageChops.difference(said, unsaid).convert("L")
    most = int(change.getextrema()[1])  # type: ignore[arg-type]
    if not most:
        return None  # something lies upon them
    inner, outer = (
        change.point(lambda by, of=share: 255 * (by >= most * of)) for share in (0.9, 0.5)
    )
    letters = ImageStat.Stat(said, inner).median
    ground = ImageStat.Stat(unsaid, outer).median
    return contrast(tuple(letters), tuple(ground))


def faint(page: Page) -> set[tuple[float, str, str]]:
    """What cannot be read well enough: its contrast, its words, its class."""
    page.evaluate("document.adoptedStyleSheets = []")
    words: list[dict[str, Any]] = page.evaluate(WORDS)
    assert len(words) > 40
    said = shot(page)
    page.evaluate(UNSAID)
    unsaid = shot(page)
    found = set()
    for word in words:
        left, top, right, bottom = (round(each * SCALE) for each in word["box"])
        box = (max(left, 0), max(top, 0), min(right, said.width), min(bottom, said.height))
        if box[0] >= box[2] or box[1] >= box[3]:
            continue
        ratio = measured(said.crop(box), unsaid.crop(box))
        if ratio is not None and ratio < ENOUGH:
            found.add((round(ratio, 1), word["said"], word["where"]))
    return found


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_whatever_a_board_says_stands_out_from_its_ground(people: People, slug: str) -> None:
    game_id, user = begun(slug)
    page = people.page(DESK, scale=SCALE)
    people.sign_in(page, user)
    page.goto(f"/games/{game_id}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.evaluate("document.fonts.ready")
    found = {}
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found[theme] = sorted(faint(page))
    assert found == {"light": [], "dark": []}
