"""The form for an offering at a real table of Bomarzo: while it is filled in the page says what the
offering would do, and what the next call would take then."""

import random

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.moves import actions
from games.rules.bomarzo import rules
from games.rules.engine import Choice
from games.rules.engine.play import ask_bot
from games.storage.position import newest
from tests.browser import PHONE, People, picture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def called(deity: str, *users: User) -> tuple[int, User]:
    """A game whose first player has just put a pawn there, and that player."""
    game = open_games.create(users[0].pk, "bomarzo", len(users)).game
    for user in users[1:]:
        open_games.join(game.pk, user.pk)
    rng = random.Random(1)
    while True:
        position = newest(game.pk)
        assert position
        assert position.rules
        decision = position.rules.decisions()[0]
        choice: Choice = ("call", deity)
        if decision.kind != "place":
            choice = ask_bot(rules.bots["gardener"], position.rules, decision, rng)
        asked = position.seats[decision.seat].user
        assert asked
        actions.choose(game.pk, asked.pk, choice, version=position.version)
        if decision.kind == "place":
            return game.pk, asked


def opened(people: People, game_id: int, user: User) -> Page:
    page = people.page(PHONE)
    client = Client()
    client.force_login(user)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": people.url}])
    page.goto(f"/games/{game_id}/")
    return page


def test_the_form_says_what_an_offering_does_while_it_is_filled_in(
    people: People, anna: User, ben: User
) -> None:
    User.objects.update(confirm_turns=False)
    game_id, mover = called("drago", anna, ben)
    page = opened(people, game_id, mover)
    page.get_by_text("Just what is needed").click()
    form = page.locator(".decision-giving")
    missing, said = form.locator("output"), form.locator("[data-said]")

    expect(said).to_have_text("1 food; the next call takes 1 food, 1 of any kind")
    form.get_by_role("button", name="food: one less").click()
    expect(missing).to_have_text("still to give: 1")
    expect(said).to_have_text("")
    form.get_by_role("button", name="coin: one more").click()
    expect(missing).to_have_text("")
    expect(said).to_have_text("1 coin; the next call takes 1 coin, 1 of any kind")
    picture(page, "bomarzo-offering-phone")

    form.get_by_role("button", name="Give this").click()
    expect(page.locator(".log")).to_contain_text(f"{mover.username} calls Drago with 1 coin")
