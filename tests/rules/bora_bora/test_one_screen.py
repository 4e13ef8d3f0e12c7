"""Bora Bora's board and the bar: what a second press means."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.rules.bora_bora import rules
from games.rules.engine import Decision
from games.storage.position import load
from tests.browser import DESK, PHONE, People
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def asked(players: int) -> Iterator[tuple[Game, User, Decision]]:
    """All questions of a whole game, which are answered by chance."""
    users = [person(name, confirm_turns=False) for name in ("anna", "ben", "cleo", "don")[:players]]
    game = open_games.create(users[0].pk, rules.slug, players).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    for user in users[1:]:
        open_games.join_game(game.pk, user.pk)
    rng = random.Random(players)
    while True:
        position = load(game.pk, None)
        seat = next((seat for seat in position.seats if seat.to_move), None)
        if seat is None:
            return
        assert seat.user
        own = load(game.pk, seat.user.pk)
        decision = next(
            open
            for open in own.running().decisions()
            if position.seats[open.seat].user == seat.user
        )
        yield game, seat.user, decision
        choice = rng.choice(decision.choices)
        actions.choose(game.pk, seat.user.pk, choice, version=own.version)


def press(page: Page, thing: Locator) -> None:
    """In the middle of it."""
    box = thing.locator(".hit").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=str)
def test_the_free_answer_stands_first_in_the_bar_and_is_meant_by_a_second_press(
    people: People, size: tuple[int, int]
) -> None:
    """Whoever presses what glows does not pay for a god unawares."""
    game, user, region = next(
        (game, user, choice[0])
        for game, user, decision in asked(2)
        if decision.kind == "expand"
        for choice in decision.choices
        if choice[1:] == ("tile",)
    )
    page = people.page(size)
    people.sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    thing = page.locator(f'[data-target="region-{region}"]')
    press(page, thing)
    expect(thing.locator("a.is-chosen")).to_have_count(1)
    free = page.locator(".decision-choices .button:not(.button-plain)").first
    expect(free).to_be_in_viewport()
    expect(free).to_contain_text("no god")
    expect(free).to_have_class(re.compile("button-turn"))
    assert "no god" in (thing.locator("a").get_attribute("aria-label") or "")
    press(page, thing)
    expect(thing.locator("a.is-chosen")).to_have_count(0)
    seat = next(seat for seat in load(game.pk, user.pk).seats if seat.user == user)
    here = load(game.pk, user.pk).running().view(seat.index)
    assert seat.index in here["regions"][region]["huts"]
    assert not people.errors
