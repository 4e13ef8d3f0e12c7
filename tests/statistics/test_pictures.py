"""The pages about people and numbers in a browser, looked at on desk and phone."""

from __future__ import annotations

import random

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.company import relationships
from accounts.models import User
from games.archive import feed
from games.models import Preset
from games.statistics import habits
from games.statistics.turns import Turn
from games.tasks import count_ratings, count_results
from tests.browser import DESK, PHONE, People, picture, run_axe
from tests.people import person
from tests.statistics.played import START, over

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ADDRESSES = {
    "player": "/players/ben/",
    "leaderboard": "/games/types/imhotep/leaderboard/",
    "statistics": "/games/types/imhotep/statistics/?players=3",
    "friends": "/friends/",
    "visibility": "/accounts/visibility/",
    "exports": "/accounts/exports/",
}


def enter(page: Page, user: User, site: str) -> Page:
    client = Client()
    client.force_login(user)
    value = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": value, "url": site}])
    return page


def crowd() -> list[User]:
    """Eight people with a year of games, friendships, a circle and a block."""
    rng = random.Random(3)
    names = ("anna", "ben", "cleo", "don", "eve", "fritz", "gerda", "hanna")
    people = [person(name, language="de" if name == "ben" else "en") for name in names]
    for day in range(60):
        players = rng.sample(people, 3)
        scores = [people.index(player) + rng.randrange(20, 45) for player in players]
        over(
            players, scores, day=day * 6, type_="imhotep", options={"sides": "A"},
            result={"breakdown": [_parts(score, rng) for score in scores]},
        )  # fmt: skip
    anna, ben, cleo, don, eve = people[:5]
    for user, other in ((anna, ben), (ben, anna), (anna, cleo), (cleo, anna), (don, anna)):
        relationships.befriend(user, other)
    relationships.block(anna, eve)
    circle = relationships.make_circle(anna, "The Thursday table", [ben, cleo])
    Preset.objects.create(
        circle=circle, type="imhotep",
        settings={"players": 3, "clock": {"kind": "per_turn", "days": 2}},
    )  # fmt: skip
    hour = habits._LONG / 87600
    habits._learn(
        [Turn(ben.pk, START, START + hour * (1 + n % 5), n % 40 == 1) for n in range(100)]
    )
    count_ratings()
    count_results()
    feed.renew(anna.pk)
    return people


def _parts(score: int, rng: random.Random) -> dict[str, int]:
    parts = dict.fromkeys(("statues", "pyramid", "temple", "tomb", "obelisks"), 0)
    for _point in range(score):
        parts[rng.choice(list(parts))] += 1
    return parts


def test_the_pages_fit_and_are_accessible(people: People, site: str) -> None:
    anna, ben = crowd()[:2]
    enter(people.page(), ben, site).goto("/friends/")
    for size, look in ((DESK, "desk-light"), (PHONE, "phone-dark")):
        page = enter(people.page(size, dark=size == PHONE), anna, site)
        for name, address in ADDRESSES.items():
            page.goto(address)
            picture(page, f"people-{name}-{look}")
            wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
            assert not wide, f"{name} scrolls sideways at {look}"
            found = run_axe(page)
            assert found.violations_count == 0, (name, found.generate_report())
    page.goto("/friends/")
    expect(page.locator("li", has_text="ben").get_by_text("here")).to_be_visible()
