"""In every width of a window, in both languages, whatever ends or goes on from a turn is whole."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.rules import registry
from tests.browser import People, picture
from tests.games import playing

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: From a small phone to beyond the last width at which the bar is laid out anew.
WIDTHS = range(320, 1200, 20)

# Buttons at the end of the decision bar that reach beyond it or the window, or whose words do, and
# pages that scroll sideways.
CUT = """() => {
  const bar = document.querySelector(".decision").getBoundingClientRect();
  const wide = document.documentElement.scrollWidth - innerWidth;
  const cut = [...document.querySelectorAll(".decision-tools .button")].flatMap((button) => {
    if (!button.getClientRects().length) return [];
    const box = button.getBoundingClientRect();
    const across = Math.max(bar.left - box.left, box.right - Math.min(bar.right, innerWidth));
    const down = Math.max(bar.top - box.top, box.bottom - bar.bottom);
    const words = button.scrollWidth - button.clientWidth;
    const by = Math.round(Math.max(across, down, words));
    return by > 0 ? [`${button.textContent.trim()}: ${by} px`] : [];
  });
  return wide > 0 ? [...cut, `the page: ${wide} px`] : cut;
}"""


def cut(page: Page) -> list[str]:
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        found += [f"{width}: {one}" for one in page.evaluate(CUT)]
    return found


def seated(slug: str, users: list[User]) -> Game:
    game = open_games.create(users[0].pk, slug, 2).game
    open_games.join_game(game.pk, users[1].pk)
    return game


def ready(slug: str, users: list[User]) -> tuple[Game, User]:
    """A game in which somebody has made a turn and not confirmed it."""
    game, rng = seated(slug, users), random.Random(3)
    while True:
        seat = playing.asked(game.pk)[0]
        here = playing.answer(game.pk, seat, rng.choice, hold=True)
        if here.running().state.held == seat:
            return game, User.objects.get(pk=playing.user_of(game.pk, seat))


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_ends_a_turn_and_goes_on_from_it_is_whole_in_every_width(
    people: People, language: str
) -> None:
    users = [User.objects.create_user(name, language=language) for name in ("anna", "ben")]
    over = seated("bali", users)
    playing.to_the_end(over.pk, random.Random(2))
    bars = {"past": (f"/games/{over.pk}/?at=3", users[0])}
    for rules in registry.all():
        game, user = ready(rules.slug, users)
        bars[rules.slug] = (f"/games/{game.pk}/", user)
    page, found = people.page(language=language), {}
    for name, (path, user) in bars.items():
        people.sign_in(page, user)
        page.goto(path)
        assert page.locator(".decision-tools .button").count() == 2
        found[name] = cut(page)
        picture(page, f"width-{language}-{name}", whole=False)
    assert {name: where for name, where in found.items() if where} == {}


# Buttons of which a part shows below the line of a folded bar.
BELOW = """() => {
  const bar = document.querySelector(".decision:not(.is-open)");
  if (!bar) return [];
  const foot = bar.getBoundingClientRect().bottom;
  return [...bar.querySelectorAll(".decision-choices > .button")].flatMap((button) => {
    const { top, bottom, width } = button.getBoundingClientRect();
    const by = Math.round(foot - top);
    return width && bottom > foot && by > 0 ? [`${button.textContent.trim()}: ${by} px`] : [];
  });
}"""


def test_nothing_of_a_row_that_is_folded_away_shows_below_the_bar(people: People) -> None:
    users = [User.objects.create_user(name) for name in ("anna", "ben")]
    game = seated("bomarzo", users)
    page, found = people.page(), {}
    people.sign_in(page, users[0])
    page.goto(f"/games/{game.pk}/")
    for asked in ("Which card", "Which workers take", "second step", "Your answer", "second step"):
        expect(page.locator(".decision-prompt")).to_contain_text(asked)
        for width in range(720, 1500, 40):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            if below := page.evaluate(BELOW):
                found[asked, width] = below
        page.set_viewport_size({"width": 1440, "height": 900})
        page.locator("a.choice:visible").first.click()
    assert found == {}
