"""A small cup in four browsers, from joining to the trophy."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Entrant, Game, Table, Tournament
from games.storage.position import load
from games.tournaments import opening
from games.tournaments.plan import Plan
from games.tournaments.running import running
from tests.browser import DESK, PHONE, People, picture
from tests.games.playing import answer, asked, user_of
from tests.people import person, sign_in
from tests.whole_games.playing import SHOWS, Sitter, would_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
NAMES = ("anna", "ben", "cleo", "dora")


@pytest.mark.smoke
def test_a_cup_is_joined_on_its_page_which_says_who_takes_part(people: People) -> None:
    anna, ben = person("anna"), person("ben")
    opening.open_(anna.pk, _plan())
    for user, size in ((anna, DESK), (ben, PHONE)):
        page = people.page(size)
        _join(page, user, people.url)
    for name in ("anna", "ben"):
        expect(page.get_by_role("main").get_by_role("link", name=name).first).to_be_visible()


@pytest.mark.slow
def test_four_people_play_a_cup_to_its_end(people: People) -> None:
    """Everybody presses the first choice of each game and whoever makes it the last; those between
    are made as programs make them."""
    users = [person(name, confirm_turns=False) for name in NAMES]
    cup = opening.open_(users[0].pk, _plan())
    pages = {
        user.pk: people.page(PHONE if number % 2 else DESK) for number, user in enumerate(users)
    }
    for user in users:
        _join(pages[user.pk], user, people.url)
    rng = random.Random(4)
    running.tick()
    while Tournament.objects.get(pk=cup.pk).status == Tournament.Status.RUNNING:
        games = Table.objects.filter(tournament=cup, state=Table.State.RUNNING)
        numbers = list(games.order_by("pk").values_list("game", flat=True))
        assert numbers, "something is played until it is over"
        for number in numbers:
            _play(pages, cup, number or 0, rng)
        running.tick()
    _see_who_has_won(pages, cup)


def _plan() -> Plan:
    clock = {"kind": "per_turn", "days": 2}
    return Plan("Four Winds Cup", "elimination", "bali", clock=clock, least=4, most=4, days=10)


def _join(page: Page, user: User, url: str) -> None:
    sign_in(page, user, url)
    page.goto("/tournaments/")
    page.get_by_role("link", name="Four Winds Cup").click()
    page.get_by_role("button", name="Join").click()
    expect(
        page.get_by_text("You have joined. You get a notification when it begins.")
    ).to_be_visible()


def _play(pages: dict[int, Page], cup: Tournament, game_id: int, rng: random.Random) -> None:
    """One game to its end, each by way of the tournament's page."""
    there = Game.objects.get(pk=game_id).seats.values_list("user", flat=True)
    sitters = {user or 0: Sitter(str(user), pages[user or 0]) for user in there}
    first = user_of(game_id, asked(game_id)[0])
    for user_id, sitter in sitters.items():
        sitter.page.goto(f"/tournaments/{cup.pk}/")
        if user_id == first:
            sitter.page.get_by_role("link", name="Play", exact=True).click()
        else:
            expect(sitter.page.get_by_text("Your games are waiting for")).to_be_visible()
            sitter.page.goto(f"/games/{game_id}/")
        expect(sitter.page.locator("html[data-live=yes]")).to_be_attached()
    pressed: set[int] = set()
    while Game.objects.get(pk=game_id).status == Game.Status.RUNNING:
        seat = asked(game_id)[0]
        user_id = user_of(game_id, seat)
        if user_id in pressed and not would_end(game_id, seat):
            answer(game_id, seat, rng.choice)
            continue
        sitter = sitters[user_id]
        sitter.page.wait_for_function(SHOWS, arg=load(game_id, user_id).version)
        sitter.make(sitter.items()[0], "bar")
        pressed.add(user_id)
    for sitter in sitters.values():
        expect(sitter.page.locator(".result-places")).to_be_visible()
    assert pressed == set(sitters)


def _see_who_has_won(pages: dict[int, Page], cup: Tournament) -> None:
    won = Entrant.objects.select_related("user").get(tournament=cup, place=1).user
    for user_id, page in pages.items():
        page.goto(f"/tournaments/{cup.pk}/")
        expect(page.locator(".bracket-winner")).to_have_text(won.username)
        expect(page.locator(".bracket-box.is-over")).to_have_count(3)
        expect(page.locator(".cup-matches")).to_contain_text(won.username)
        if user_id == won.pk:
            picture(page, "cup-won")
    other = next(page for user_id, page in pages.items() if user_id != won.pk)
    other.goto(f"/players/{won.username}/")
    expect(other.get_by_text("Trophies")).to_be_visible()
    expect(other.get_by_role("link", name="Four Winds Cup")).to_be_visible()
