"""Four play Bora Bora to its end at the real pages: two people and two bots.

Anna chooses at her page in the first round, by keys alone, and Ben at his in the last; else they
decide as the bot does, look on in the first and the last round, and have left their pages in the
others. A whole game of two is in test_every_target.py.
"""

import random
from itertools import cycle

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.bots import playing as bots
from games.lobby import open_games
from games.models import Game
from games.moves import actions
from games.rules import registry
from games.rules.engine.play import ask_bot
from games.storage.position import Position, newest
from tests.browser import DESK, PHONE, People
from tests.whole_games.playing import How, Sitter, pictures, shows_what_it_may, turn

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

#: The round in which each chooses at the page, and those in which both look at theirs.
AT_PAGE, LOOKED_AT = {"anna": 1, "ben": 6}, (1, 6)


@pytest.fixture
def game(db: None) -> Game:
    """Anna at a desk, Ben with a phone and in German, neither of whom confirms turns."""
    anna = User.objects.create_user("anna", confirm_turns=False)
    ben = User.objects.create_user("ben", confirm_turns=False, language="de")
    room = open_games.create(anna.pk, "bora_bora", 4, bots=2).game
    return open_games.join_game(room.pk, ben.pk).game


def sit_down(people: People, game: Game, name: str, size: tuple[int, int]) -> Sitter:
    page = people.page(size)
    people.sign_in(page, User.objects.get(username=name))
    page.goto(f"/games/{game.pk}/")
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    return Sitter(name, page)


def test_four_play_bora_bora_to_its_end(people: People, game: Game) -> None:
    anna, ben = sit_down(people, game, "anna", DESK), sit_down(people, game, "ben", PHONE)
    play_to_the_end(game, [anna, ben])

    shows_what_it_may(game, [anna, ben])
    pictures(anna, "bora-result", "desk-light", "phone-dark")
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    for seat in game.seats.select_related("user"):
        for sitter in (anna, ben):
            row = sitter.page.locator(f".result-places li.seat-{seat.index}")
            expect(row).to_contain_text(str(seat.score))
            expect(row).to_contain_text(seat.user.username if seat.user else "")


def play_to_the_end(game: Game, table: list[Sitter]) -> None:
    ways: cycle[How] = cycle(("board", "bar", "board", "keys"))
    rng, islander = random.Random(1), registry.get("bora_bora").bots["islander"]
    to_show = set(LOOKED_AT)
    for _move in range(600):
        position = newest(game.pk)
        assert position
        assert position.rules
        if position.rules.result():
            return
        decision = position.rules.decisions()[0]
        sitter = sitter_of(position, decision.seat, table)
        round_now = position.rules.state.round
        for one in table:
            one.come_back(game) if round_now in LOOKED_AT else one.go_away()
        if sitter and decision.kind == "place_die" and round_now in to_show:
            to_show.remove(round_now)
            everybody_sees(game, table, f"bora-round-{round_now}")
        if sitter is None:
            bots.play_one(game.pk)
        elif round_now == AT_PAGE[sitter.name]:
            shows_what_it_may(game, [sitter])
            lies_in_front(sitter)
            sitter.keyboard = sitter.name == "anna"
            turn(sitter, rng.choice(sitter.items()), next(ways))
        else:
            choice = ask_bot(islander, position.rules, decision, rng)
            user = position.seats[decision.seat].user
            assert user
            actions.choose(game.pk, user.pk, choice, version=position.version)
    raise AssertionError("the game did not end")


def sitter_of(position: Position, seat: int, table: list[Sitter]) -> Sitter | None:
    user = position.seats[seat].user
    return next((sitter for sitter in table if user and sitter.name == user.username), None)


def lies_in_front(sitter: Sitter) -> None:
    """On a phone something to choose lies in the pane in front or in what is always in sight, and
    so does the bar."""
    if sitter.name == "ben" and sitter.page.locator("a.choice").count():
        in_front = "a.choice:not([data-pane]:not(.is-forward) *)"
        expect(sitter.page.locator(in_front)).not_to_have_count(0)
        expect(sitter.page.locator(".decision")).to_be_in_viewport()


def everybody_sees(game: Game, table: list[Sitter], name: str) -> None:
    shows_what_it_may(game, table)
    pictures(table[0], name, "desk-light", "desk-dark")
    pictures(table[1], name, "phone-light", "phone-dark")
