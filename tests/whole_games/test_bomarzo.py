"""Bomarzo with everything, three and four at the table: Anna at the real page in some seasons, the
bot for her in the others and for everybody else, to the end."""

import random

import pytest
from django.test import Client
from playwright.sync_api import Locator, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from games.moves import actions
from games.rules.bomarzo import rules
from games.rules.engine.play import ask_bot
from games.storage.position import load
from tests.browser import DESK, People
from tests.games.playing import asked, user_of
from tests.whole_games.playing import Sitter, pictures

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

NAMES = ("anna", "ben", "cleo", "don")
BY_HAND = {1: 8, 4: 4, 8: 4}
"""How many of Anna's decisions are made at the page, by season."""


@pytest.mark.parametrize(("players", "language"), [(3, "de"), (4, "en")])
def test_bomarzo_to_its_end(people: People, site: str, players: int, language: str) -> None:
    game = begin(players, language)
    anna = sit_down(people, game)
    seat = game.seats.get(user__username="anna").index
    by_hand: dict[int, int] = {}
    rng = random.Random(players)
    while (waiting := asked(game.pk)) != []:
        season = season_of(game)
        made = by_hand.get(season, 0)
        if seat not in waiting or made >= BY_HAND.get(season, 0):
            think(game, waiting[0], rng)
            continue
        expect(anna.page.locator(".decision-yours")).to_be_visible()
        version = load(game.pk, user_of(game.pk, seat)).version
        anna.wait_past(version - 1)
        if made == BY_HAND[season] - 2:
            pictures(anna, f"bomarzo-{players}-season-{season}")
        answer(anna, rng)
        by_hand[season] = made + 1
    expect(anna.page.locator(".result-places")).to_be_visible()
    pictures(anna, f"bomarzo-{players}-end", "phone-light", "desk-dark")
    assert by_hand.keys() == BY_HAND.keys()
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    for own in game.seats.select_related("user"):
        row = anna.page.locator(".result-places li", has_text=own.user.username if own.user else "")
        expect(row.locator(".result-score")).to_contain_text(str(own.score).replace("-", "−"))
    kinds = set(
        Move.objects.filter(game=game, action=Move.Action.CHOOSE).values_list("kind", flat=True)
    )
    assert {"keep_card", "move_workers", "place", "offer", "play_card"} <= kinds


def begin(players: int, language: str) -> Game:
    people = [
        User.objects.create_user(name, language=language, confirm_turns=False)
        for name in NAMES[:players]
    ]
    options = {"seasons": True, "worship": True}
    game = open_games.create(people[0].pk, "bomarzo", players, options=options).game
    for user in people[1:]:
        game = open_games.join(game.pk, user.pk).game
    return game


def sit_down(people: People, game: Game) -> Sitter:
    page = people.page(DESK)
    client = Client()
    client.force_login(User.objects.get(username="anna"))
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": people.url}])
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return Sitter("anna", page)


def season_of(game: Game) -> int:
    season: int = load(game.pk, None).running().view(None)["season"]
    return season or 1


def think(game: Game, seat: int, rng: random.Random) -> None:
    """The bot answers for this seat."""
    user_id = user_of(game.pk, seat)
    here = load(game.pk, user_id)
    running = here.running()
    decision = running.decision(seat)
    assert decision is not None
    choice = ask_bot(next(iter(rules.bots.values())), running, decision, rng)
    actions.choose(game.pk, user_id, choice, version=here.version)


def answer(anna: Sitter, rng: random.Random) -> None:
    """Anything on the board where something glows, and what it takes in the bar, the cheapest way
    to pay first."""
    before = anna.version
    for _step in range(8):
        glowing = anna.page.locator("a.choice:not(.is-chosen):visible")
        if glowing.count():
            # In what glows last there are no harvest areas: the deities are called.
            press(glowing.nth(rng.randrange(glowing.count() // 2, glowing.count())))
        else:
            press(anna.page.locator(".decision-choices :is(button, a.button):visible").first)
        anna.page.wait_for_function("document.querySelector('.decision[aria-busy=true]') === null")
        anna.page.wait_for_load_state()
        if anna.version > before:
            return
    raise AssertionError("these clicks make no choice")


def press(thing: Locator) -> None:
    thing.focus()
    thing.page.keyboard.press("Enter")
