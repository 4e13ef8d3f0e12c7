"""At a zoom of 200 and 400 % no page scrolls sideways, and all that can be pressed can be reached:
to the page a zoom is a window of half and a quarter of the size."""

from __future__ import annotations

import random

import pytest

from accounts.models import User
from games.lobby import open_games
from games.rules import registry
from tests.browser import DESK, PHONE, People, picture
from tests.games.playing import answer, asked, user_of

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ZOOMED = {"200": (DESK[0] // 2, DESK[1] // 2), "400": (DESK[0] // 4, DESK[1] // 4)}
PAGES = ("/lobby/", "/my/", "/people/me/", "/games/types/bali/", "/games/types/bali/new/")

WIDER = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("body *")]
    .filter((thing) => thing.getBoundingClientRect().right > innerWidth + 1)
    .map((thing) => thing.outerHTML.slice(0, 160))"""

LARGER_LETTERS = "() => { document.documentElement.style.fontSize = '200%'; }"

# What can be pressed and lies below something else wherever one scrolls, or beyond the window.
OUT_OF_REACH = """() => {
  const all = "a[href], button, summary, input:not([type=hidden]), select, textarea";
  const out = [];
  for (const thing of document.querySelectorAll(all)) {
    if (!thing.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    if (thing.disabled || thing.closest(".visually-hidden, .site-menu-panel")) continue;
    thing.focus({ preventScroll: true }); // brings its pane forward
    thing.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const seen = [...(thing.querySelector(".hit") ?? thing).getClientRects()].some((box) =>
      [0.5, 0.1, 0.9].some((x) => [0.5, 0.1, 0.9].some((y) => {
        const at = document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
        const isTip = at?.id && at.id === thing.getAttribute("aria-describedby");
        return at && (isTip || thing.contains(at) || at.contains(thing) && at.matches("label"));
      })));
    const box = thing.getBoundingClientRect();
    if (seen || box.width <= 1) continue;
    const over = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    out.push(`${thing.outerHTML.slice(0, 120)} below ${over?.outerHTML.slice(0, 120)}`);
  }
  return out;
}"""


def tables(users: list[User]) -> dict[str, int]:
    """A game of each type, begun so far that there is something on the board."""
    found = {}
    for slug in registry.OWN:
        game = open_games.create(users[0].pk, slug, len(users)).game
        game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
        game.save()
        for user in users[1:]:
            open_games.join_game(game.pk, user.pk)
        rng = random.Random(5)
        for _answer in range(20):
            answer(game.pk, asked(game.pk)[0], rng.choice)
        found[slug] = game.pk
    return found


@pytest.mark.parametrize("zoom", ZOOMED)
def test_zoomed_pages_need_no_sideways_scrolling_and_hide_nothing(
    people: People, zoom: str
) -> None:
    users = [User.objects.create_user(name) for name in ("anna", "ben", "cleo", "don")]
    games = tables(users)
    page = people.page(ZOOMED[zoom])
    wider: list[str] = []
    hidden: list[str] = []
    addresses = [(address, users[0].pk) for address in PAGES]
    addresses += [(f"/games/{game}/", user_of(game, asked(game)[0])) for game in games.values()]
    for address, user_id in addresses:
        people.sign_in(page, User.objects.get(pk=user_id))
        page.goto(address)
        page.evaluate("new Promise(requestAnimationFrame)")
        picture(page, f"zoom-{zoom}{address.replace('/', '-')}")
        wider += [f"{address}: {each}" for each in page.evaluate(WIDER)]
        hidden += [f"{address}: {each}" for each in page.evaluate(OUT_OF_REACH)]
    assert not wider, "\n".join(wider)
    assert not hidden, "\n".join(hidden)
    assert not people.errors


@pytest.mark.parametrize("language", ["en", "de"])
def test_letters_of_twice_the_size_need_no_sideways_scrolling_on_a_phone(
    people: People, language: str
) -> None:
    users = [User.objects.create_user(name, language=language) for name in ("anna", "ben")]
    games = tables(users)
    page = people.page(PHONE, language=language)
    wider: list[str] = []
    addresses = [(address, users[0].pk) for address in PAGES]
    addresses += [(f"/games/{game}/", user_of(game, asked(game)[0])) for game in games.values()]
    for address, user_id in addresses:
        people.sign_in(page, User.objects.get(pk=user_id))
        page.goto(address)
        page.evaluate(LARGER_LETTERS)
        page.evaluate("new Promise(requestAnimationFrame)")
        picture(page, f"letters-{language}{address.replace('/', '-')}", whole=False)
        wider += [f"{address}: {each}" for each in page.evaluate(WIDER)]
    assert not wider, "\n".join(wider)
