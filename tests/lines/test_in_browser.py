"""Whole games at which lines are tried out in a browser, on a desk and on a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Line
from games.rules import registry
from tests.browser import DESK, PHONE, People, picture
from tests.games.playing import answer, asked
from tests.people import person
from tests.whole_games.playing import Sitter

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

SLUGS = [rules.slug for rules in registry.all()]
#: After so many moves of the game the next line is tried out, and so many choices are made in it.
EVERY, CHOICES = 12, 3

# What makes a page wider than its window.
STICKS_OUT = """() => document.documentElement.scrollWidth <= innerWidth ? [] :
  [...document.querySelectorAll("main *")].filter((thing) =>
    thing.getBoundingClientRect().right > innerWidth).map((thing) => thing.outerHTML.slice(0, 200))
"""


def game_of(slug: str, *users: User, seed: bytes = b"") -> Game:
    """A game that has begun; with a ``seed`` the same each time."""
    game = open_games.create(users[0].pk, slug, len(users)).game
    if seed:
        game.seed, game.seed_hash = seed, ""
        game.save()
    for user in users[1:]:
        game = open_games.join_game(game.pk, user.pk).game
    return game


def try_out(page: Page, game: Game, rng: random.Random, name: str) -> None:
    """Begin a line by its key, choose some things in it, take one back, and return."""
    page.goto(f"/games/{game.pk}/")
    if page.locator("[data-film]").is_visible():
        page.keyboard.press("Escape")
    page.keyboard.press("t")
    page.wait_for_url("**/lines/*/")
    again = page.locator("[data-region=line_head] form[action$='/lines/open/'] button")
    if again.count():
        before = page.url
        again.click()
        page.wait_for_url(lambda url: url != before and "/lines/" in url)
    me = Sitter(name, page)
    for _choice in range(CHOICES):
        items = me.items()
        if not items:
            break
        plain = [
            item for item in items if all(not isinstance(part, dict) for part in item["choice"])
        ]
        if not plain:
            break
        me.make(rng.choice(plain), "board")
    assert page.evaluate(STICKS_OUT) == []
    picture(page, name, whole=True)
    rows = page.locator(".tree-go")
    made = rows.count()
    if made > 1:
        me.undo()
        expect(rows).to_have_count(made)
    page.keyboard.press("t")
    page.wait_for_url(f"**/games/{game.pk}/")


@pytest.mark.parametrize(("size", "language"), [(DESK, "en"), (PHONE, "de")], ids=["desk", "phone"])
@pytest.mark.parametrize("slug", SLUGS)
def test_lines_are_tried_out_through_a_whole_game(
    people: People, slug: str, size: tuple[int, int], language: str
) -> None:
    anna = person("anna", explain_first=False, language=language)
    ben = person("ben", explain_first=False)
    game, rng = game_of(slug, anna, ben), random.Random(slug)
    page = people.page(size, language=language)
    people.sign_in(page, anna)
    moves = 0
    while asked(game.pk):
        if moves % EVERY == 0:
            game.refresh_from_db()
            before = game.version, bytes(game.state)
            try_out(page, game, rng, f"line-{slug}-{size[0]}-{moves}")
            game.refresh_from_db()
            assert (game.version, bytes(game.state)) == before
            if Line.objects.count() > 9:
                Line.objects.all().delete()
        answer(game.pk, asked(game.pk)[0], rng.choice)
        moves += 1
    assert people.errors == []
