"""Bomarzo with everything, four at the table and in German: Anna at the real page in some seasons,
the bot for her in the others and for everybody else, to the end. Three play it in English in
test_by_names.py."""

import random

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from games.moves import actions
from games.rules.bomarzo import rules
from games.rules.engine.play import ask_bot
from games.storage.position import Position, load
from tests.browser import DESK, People
from tests.games.playing import asked, user_of
from tests.whole_games.playing import WAYS, Sitter, pictures

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
]

NAMES = ("anna", "ben", "cleo", "don")
BY_HAND = {1: 4, 4: 2, 8: 2}
"""How many of Anna's decisions are made at the page, by season."""


def test_four_play_bomarzo_to_its_end(people: People) -> None:
    game = begin()
    anna = Anna("anna", people.page(DESK), game)
    people.sign_in(anna.page, User.objects.get(username="anna"))
    seat = game.seats.get(user__username="anna").index
    by_hand = dict.fromkeys(BY_HAND, 0)
    rng = random.Random(4)
    while (waiting := asked(game.pk)) != []:
        mover = seat if seat in waiting else waiting[0]
        here = load(game.pk, user_of(game.pk, mover))
        season = here.running().view(None)["season"] or 1
        if mover != seat or by_hand.get(season, 9) >= BY_HAND.get(season, 0):
            anna.leave(while_others_play=season not in BY_HAND)
            think(here, mover, rng)
            continue
        anna.look()
        if by_hand[season] == BY_HAND[season] - 1:
            pictures(anna, f"bomarzo-season-{season}", "phone-light", "desk-dark")
        anna.keyboard = season == 1
        anna.answer(rng)
        by_hand[season] += 1
    anna.look(over=True)
    pictures(anna, "bomarzo-end", "phone-light", "desk-dark")
    assert by_hand == BY_HAND
    game.refresh_from_db()
    assert game.status == Game.Status.FINISHED
    for own in game.seats.select_related("user"):
        assert own.user
        row = anna.page.locator(".result-places li", has_text=own.user.username)
        expect(row.locator(".result-score")).to_contain_text(str(own.score))
    chosen = Move.objects.filter(game=game, action=Move.Action.CHOOSE)
    kinds = set(chosen.values_list("kind", flat=True))
    assert {"keep_card", "move_workers", "place", "offer", "play_card"} <= kinds


class Anna(Sitter):
    """She looks at the table in some seasons, and lets the bot decide in the others."""

    def __init__(self, name: str, page: Page, game: Game) -> None:
        super().__init__(name, page)
        self.game = game

    def look(self, *, over: bool = False) -> None:
        """The page as it is now."""
        if self.page.url == "about:blank":
            self.page.goto(f"/games/{self.game.pk}/")
            expect(self.page.locator("html")).to_have_attribute("data-live", "yes")
        expect(self.page.locator(".result-places" if over else ".decision-yours")).to_be_visible()
        user = User.objects.get(username=self.name)
        self.wait_past(load(self.game.pk, user.pk).version - 1)

    def leave(self, *, while_others_play: bool) -> None:
        if while_others_play and self.page.url != "about:blank":
            self.page.goto("about:blank")

    def answer(self, rng: random.Random) -> None:
        """Anything on the board where something glows, and what it takes in the bar, the cheapest
        way to pay first."""
        before = self.version
        for _step in range(8):
            glowing = self.page.locator("a.choice:not(.is-chosen)")
            if glowing.count():
                # Harvest areas glow first: of the later half most are deities.
                self._press_key(glowing.nth(rng.randrange(glowing.count() // 2, glowing.count())))
            else:
                self._press_key(self.page.locator(WAYS).first)
            self.page.wait_for_function(
                "() => !document.querySelector('.decision[aria-busy=true]')"
            )
            self.page.wait_for_load_state()
            if self.version > before:
                return
        raise AssertionError("these clicks make no choice")

    def _press_key(self, thing: Locator) -> None:
        there = thing.element_handle()
        if self.keyboard:
            self._step_to(lambda _here: bool(there.evaluate("e => e === document.activeElement")))
        else:
            thing.focus()
        self.page.keyboard.press("Enter")


def begin() -> Game:
    people = [User.objects.create_user(name, language="de", confirm_turns=False) for name in NAMES]
    options = {"seasons": True, "worship": True}
    game = open_games.create(people[0].pk, "bomarzo", len(people), options=options).game
    for user in people[1:]:
        game = open_games.join_game(game.pk, user.pk).game
    return game


def think(here: Position, seat: int, rng: random.Random) -> None:
    """The bot answers for this seat."""
    running = here.running()
    decision = running.decision(seat)
    assert decision is not None
    choice = ask_bot(rules.bots["gardener"], running, decision, rng)
    user_id = here.seats[seat].user_id
    assert user_id is not None
    actions.choose(here.game.pk, user_id, choice, version=here.version)
