"""Four people play Bali with both variants to the end, each in a browser of their own."""

from __future__ import annotations

import pytest
from django.test import Client
from playwright.sync_api import Page, TimeoutError, expect

from accounts.models import User
from games import lobby
from games.models import Game, Move
from games.position import load
from tests.browser import DESK, PHONE, People, picture

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.slow]

LIT = ".board-regions a.choice:not(.is-chosen) .hit"
SHRINE = '[data-target="play-shrine"] a.choice:not(.is-chosen) .hit'
BAR = ".decision :is([data-narrowing] button, .decision-choices :is(button, a))"


@pytest.fixture
def players() -> list[User]:
    return [
        User.objects.create_user(
            name, f"{name}@example.org", "secret", confirm_turns=False, language=language
        )
        for name, language in (("anna", "en"), ("ben", "de"), ("cleo", "en"), ("dora", "de"))
    ]


@pytest.fixture
def game(players: list[User]) -> Game:
    options = {"oracle": True, "demon": True}
    game = lobby.create(players[0].pk, "bali", 4, options=options).game
    for player in players[1:]:
        lobby.join(game.pk, player.pk)
    return game


@pytest.fixture
def pages(people: People, site: str, game: Game, players: list[User]) -> dict[int, Page]:
    """Everybody's page of the game: two at a desk, two on a phone, light and dark."""
    opened = {}
    for index, player in enumerate(players):
        page = people.page(DESK if index % 2 else PHONE, dark=index > 1)
        client = Client()
        client.force_login(player)
        cookie = {"name": "sessionid", "value": client.cookies["sessionid"].value, "url": site}
        page.context.add_cookies([cookie])  # type: ignore[list-item]
        page.goto(f"/games/{game.pk}/")
        opened[player.pk] = page
    return opened


def test_four_people_play_to_the_end(people: People, game: Game, pages: dict[int, Page]) -> None:
    kinds: dict[str, int] = {}
    moves = 0
    while asked := next((seat for seat in load(game.pk, None).seats if seat.to_move), None):
        assert asked.user_id is not None
        page = pages[asked.user_id]
        position = load(game.pk, asked.user_id)
        decision = position.running().decision(asked.index)
        assert decision is not None
        version = str(position.version)
        # The page has learned by itself that its reader is asked.
        expect(page.locator(f'[data-table][data-version="{version}"]')).to_have_count(1)
        expect(page.locator(".decision-yours")).to_have_count(1)
        kinds[decision.kind] = kinds.get(decision.kind, 0) + 1
        if kinds[decision.kind] == 1:
            picture(page, f"bali-whole-{decision.kind}")
        choose(page, version, on_board=moves % 4 < 3)
        moves += 1
        assert moves < 600
    assert {"play", "take_card", "offer_card", "offer_face_down", "offer_from_supply"} <= set(kinds)
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    assert Move.objects.filter(game=game).count() >= moves
    for number, page in enumerate(pages.values()):
        expect(page.locator('[data-region="result"] .is-winner')).not_to_have_count(0)
        picture(page, f"bali-whole-over-{number}")
    assert not people.errors


def choose(page: Page, version: str, *, on_board: bool) -> None:
    """Answers by the lit things of the board or by the decision bar, until the move is made.

    Shrines are played when they can be: they bring up most questions.
    """
    changed = page.locator(f'[data-table]:not([data-version="{version}"])')
    for _part in range(6):
        shrine, lit = page.locator(SHRINE), page.locator(LIT)
        bar = page.locator(BAR).locator("visible=true")
        if changed.count():
            return
        if shrine.count():
            shrine.first.click()
        elif lit.count() and (on_board or not bar.count()):
            lit.first.click()
        elif bar.count():
            bar.last.click()
        try:
            changed.wait_for(timeout=1000)
        except TimeoutError:
            continue  # a further part is asked
    expect(changed).to_have_count(1)
