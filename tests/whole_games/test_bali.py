"""Four people play Bali with Oracle and Demon to its end at the real pages, one by keys alone.

They choose at their pages at first and for the last cards of the deck. In between they have left
them, and decide as the bot does.
"""

import random
from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from games.rules import registry
from tests.browser import DESK, PHONE, People
from tests.whole_games.playing import (
    How,
    Item,
    Sitter,
    open_drawer,
    pictures,
    play_without_pages,
    shows_what_it_may,
    turn,
)

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

NAMES = ("anna", "ben", "cleo", "don")
#: So many choices are made at the pages at first, and all once so few cards are left in the deck.
FIRST, LAST = 16, 2


@pytest.fixture
def game(db: None) -> Game:
    """Anna, Ben and Don confirm their turns, Cleo does not; Ben and Don read German."""
    people = [
        User.objects.create_user(
            name,
            f"{name}@example.org",
            language="de" if name in ("ben", "don") else "en",
            confirm_turns=name != "cleo",
        )
        for name in NAMES
    ]
    options = {"oracle": True, "demon": True}
    game = open_games.create(people[0].pk, "bali", 4, options=options).game
    for user in people[1:]:
        game = open_games.join_game(game.pk, user.pk).game
    return game


def sit_down(people: People, game: Game, name: str, page: Page) -> Sitter:
    people.sign_in(page, User.objects.get(username=name))
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return Sitter(name, page)


def test_four_people_play_bali_to_its_end(people: People, game: Game) -> None:
    table = [
        sit_down(people, game, "anna", people.page(DESK)),
        sit_down(people, game, "ben", people.page(PHONE)),
        sit_down(people, game, "cleo", people.page(PHONE, dark=True)),
        sit_down(people, game, "don", people.page(DESK, dark=True)),
    ]
    anna, ben, _cleo, don = table
    don.keyboard = True
    pictures(anna, "bali-begin")
    answers_ahead(ben)
    play_to_the_end(game, table)

    pictures(anna, "bali-result")
    pictures(ben, "bali-result-de", "phone-light", "desk-dark")
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    for seat in game.seats.select_related("user"):
        assert seat.user
        for sitter in table:
            row = sitter.page.locator(".result-places li", has_text=seat.user.username)
            expect(row.locator(".result-score")).to_contain_text(str(seat.score))
    chosen = Move.objects.filter(game=game, action=Move.Action.CHOOSE, undone_by=None)
    assert {"play", "take_card"} <= set(chosen.values_list("kind", flat=True))
    plays = chosen.filter(kind="play").values_list("choice", flat=True)
    assert {choice[0] for choice in plays if choice} >= {"buy", "play"}


def answers_ahead(ben: Sitter) -> None:
    """He leaves an answer for all offering rounds to come."""
    drawer = open_drawer(ben.page, "instructions")
    form = drawer.locator("form.form").first
    form.locator("select[name=parts]").select_option(value='["most"]')
    form.locator("select[name=once]").select_option(value="")
    form.get_by_role("button").click()
    expect(drawer.locator(".instructions li")).to_have_count(1)
    pictures(ben, "bali-instruction-de", "phone-light")


def play_to_the_end(game: Game, table: list[Sitter]) -> None:
    ways: cycle[How] = cycle(("board", "bar", "board", "keys"))
    for number in range(400):
        if number == FIRST:
            pilgrim = registry.get("bali").bots["pilgrim"]
            play_without_pages(game, table, pilgrim, to=lambda state: len(state.deck) <= LAST)
        if all(sitter.over for sitter in table):
            return
        mover = next(sitter for sitter in table if sitter.asked)
        item = choose(mover)
        if number in (12, FIRST):
            pictures(mover, f"bali-turn-{number}")
        turn(mover, item, next(ways), undo=number % 9 == 4)
        if mover.asked and not mover.over:
            continue  # the same turn goes on
        shows_what_it_may(game, table)
        if number in (13, 14, 15) and mover.name == "anna":
            other = next(sitter for sitter in table if sitter is not mover)
            pictures(other, "bali-after", "phone-light", "desk-dark")
    raise AssertionError("the game did not end")


def choose(sitter: Sitter) -> Item:
    """Something new if there is something; shrines and many farmers at once get the game on."""

    def wish(item: Item) -> tuple[bool, int]:
        choice = item["choice"]
        return (str(choice) in sitter.done, -(choice[2] if len(choice) > 2 else 0))

    items = sitter.items()
    random.shuffle(items)
    best = min(items, key=wish)
    sitter.done.add(str(best["choice"]))
    return best
