"""Imhotep and Bali in one window: what answers a question lies in sight, over a whole game.

The two heavier games have tests of their own, which hold letters and sizes of targets as well
(`tests/rules/bora_bora/test_one_screen.py`, `tests/rules/bomarzo/test_one_window.py`).
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from tests.browser import DESK, PHONE, People
from tests.games.playing import answer, asked, user_of
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LAPTOP = (1366, 768)
SIZES = (DESK, LAPTOP, PHONE)
#: The least share of what can be pressed that lies in a phone's window; all of it does on a desk.
ON_A_PHONE = {"imhotep": 0.95, "bali": 0.95}
#: One question of so many is looked at.
EVERY = 6

# All things that an answer may point at, and whether each lies in the window and in front.
TARGETS = """() => {
  const source = document.querySelector("[data-choices]");
  const choices = source ? JSON.parse(source.textContent).choices : [];
  const sheet = document.querySelector(".decision");
  const isSheet = getComputedStyle(sheet).position === "fixed";
  const floor = isSheet ? sheet.getBoundingClientRect().top : innerHeight;
  return [...new Set(choices.flatMap(({ on }) => on).filter(Boolean))].map((name) => {
    const thing = document.querySelector(`[data-target="${name}"]`);
    const box = (thing.querySelector(".hit") ?? thing).getBoundingClientRect();
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= floor;
    const tabs = document.querySelector("[data-tab]")?.getClientRects().length > 0;
    return [name, inside && !(tabs && thing.closest("[data-pane]:not(.is-forward)"))];
  });
}"""


# The answers of the bar of which half a label is seen.
CUT = """() => [...document.querySelectorAll(".decision-choices > .button")].filter((button) => {
  const isSeen = button.checkVisibility({ opacityProperty: true });
  return isSeen && button.scrollWidth > button.clientWidth + 1;
}).map((button) => button.textContent.trim())"""


def opened(people: People, page: Page, game_id: int, seat: int) -> None:
    client = Client()
    client.force_login(User.objects.get(pk=user_of(game_id, seat)))
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": people.url}])
    page.goto(f"/games/{game_id}/")
    expect(page.locator(".decision-yours")).to_have_count(1)


@pytest.mark.parametrize(("slug", "players"), [("imhotep", 2), ("bali", 4)])
def test_what_answers_a_question_lies_whole_in_the_window(
    people: People, slug: str, players: int
) -> None:
    users = [person(f"player{seat}", confirm_turns=False, language="de") for seat in range(players)]
    game = open_games.create(users[0].pk, slug, players).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    for user in users[1:]:
        open_games.join(game.pk, user.pk)
    rng, page = random.Random(4), people.page(DESK)
    seen: Counter[tuple[int, int]] = Counter()
    outside = {size: Counter[str]() for size in SIZES}
    count = 0
    while now := asked(game.pk):
        if count % EVERY == 0:
            opened(people, page, game.pk, now[0])
            for size in SIZES:
                page.set_viewport_size({"width": size[0], "height": size[1]})
                page.evaluate("new Promise(requestAnimationFrame)")
                assert page.evaluate(CUT) == [], size
                for name, inside in page.evaluate(TARGETS):
                    seen[size] += 1
                    outside[size][name] += not inside
        answer(game.pk, now[0], rng.choice)
        count += 1
    shares = {size: 1 - outside[size].total() / seen[size] for size in SIZES}
    least = {DESK: 1.0, LAPTOP: 1.0, PHONE: ON_A_PHONE[slug]}
    assert all(seen[size] > 30 for size in SIZES)
    assert all(shares[size] >= least[size] for size in SIZES), (shares, outside)
    assert not people.errors
