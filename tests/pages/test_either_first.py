"""Of two things that are chosen together either is pressed first, in a real browser."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game, Move
from games.rules.engine import Choice, Decision, Rules
from games.storage.position import load
from games.words import table_package
from tests.browser import DESK, PHONE, People
from tests.pages.walking import go_on

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

#: A question for two things, and a seed by which chance comes to it soon.
PAIRS = [("bora_bora", "place_die", 0), ("bora_bora", "build", 4), ("bomarzo", "move_workers", 0)]


def seeded(game: Game) -> None:
    """By the same chance each time."""
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()


class Pair:
    """A game in which somebody is asked for two things, and what they are to choose."""

    def __init__(self, slug: str, kind: str, seed: int, *users: User) -> None:
        User.objects.update(confirm_turns=False)
        self.game = open_games.create(users[0].pk, slug, 2).game
        seeded(self.game)
        open_games.join_game(self.game.pk, users[1].pk)
        rules = self.game.rules
        decision = go_on(self.game, random.Random(seed), lambda asked: bool(
            asked.kind == kind and self.found(rules, asked)
        ))  # fmt: skip
        assert decision, "the game went by without one"
        self.choice, self.things = self.found(rules, decision)[0]
        self.user = next(
            user for user in users if load(self.game.pk, user.pk).seats[decision.seat].user == user
        )

    @staticmethod
    def found(rules: Rules[Any], decision: Decision) -> list[tuple[Choice, list[str]]]:
        """Choices that are all said by two things, of which neither says all by itself."""
        named = {
            choice: [
                thing
                for length in range(1, len(choice) + 1)
                if (thing := table_package.target(rules, decision, choice[:length]))
            ]
            for choice in decision.choices
        }
        return [
            (choice, own)
            for choice, own in named.items()
            if len(set(own)) == 2
            and sum(set(own) <= set(each) for each in named.values()) == 1
            and all(sum(one in each for each in named.values()) > 1 for one in own)
        ]

    def made(self) -> list[object]:
        """What they have chosen since."""
        moves = Move.objects.filter(game=self.game, action=Move.Action.CHOOSE, user=self.user)
        return [move.choice for move in moves.order_by("version")]

    def opened(self, people: People, size: tuple[int, int], *, scripts: bool = True) -> Page:
        page = people.page(size, scripts=scripts)
        people.sign_in(page, self.user)
        page.goto(f"/games/{self.game.pk}/")
        return page


def link(page: Page, thing: str) -> Locator:
    return page.locator(f'[data-target="{thing}"] > a.choice')


def is_chosen(page: Page, thing: str) -> None:
    expect(page.locator("[data-picked]")).to_have_count(1)
    expect(page.locator(f'[data-target="{thing}"][data-picked]')).to_have_count(1)
    expect(page.locator(".decision-note[data-path]")).not_to_be_empty()


@pytest.mark.parametrize(("slug", "kind", "seed"), PAIRS)
def test_either_is_pressed_first(
    people: People, anna: User, ben: User, slug: str, kind: str, seed: int
) -> None:
    pair = Pair(slug, kind, seed, anna, ben)
    one, other = pair.things
    before = pair.made()
    page = pair.opened(people, PHONE)
    version = page.locator("[data-table]").get_attribute("data-version") or ""
    link(page, one).tap()
    is_chosen(page, one)
    expect(link(page, other)).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-picked]")).to_have_count(0)
    link(page, other).press("Enter")
    is_chosen(page, other)
    assert pair.made() == before, "one thing alone chooses nothing"
    link(page, one).tap()
    expect(page.locator("[data-table]")).not_to_have_attribute("data-version", version)
    assert pair.made()[len(before)] == list(pair.choice)
    assert not people.errors


def test_without_scripts_as_well(people: People, anna: User, ben: User) -> None:
    pair = Pair(*PAIRS[-1], anna, ben)
    before = pair.made()
    page = pair.opened(people, DESK, scripts=False)
    for thing in reversed(pair.things):
        with page.expect_navigation():
            link(page, thing).click()
    page.locator(".decision-choices button").click()
    page.wait_for_url(lambda url: "?" not in url)
    assert pair.made()[len(before)] == list(pair.choice)


def test_the_bar_asks_on_in_either_order(people: People, anna: User, ben: User) -> None:
    """A die and its card, to which a god is still to be said: the same is asked then."""
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "bora_bora", 2).game
    seeded(game)
    open_games.join_game(game.pk, ben.pk)

    def named(asked: Decision, choice: Choice) -> list[str | None]:
        return [table_package.target(game.rules, asked, choice[:length]) for length in (1, 2)]

    def pairs(asked: Decision) -> list[Choice]:
        """A die that only a god lets on a card, in one way, and another one does not need it."""
        if asked.kind != "place_die" or len({choice[0] for choice in asked.choices}) < 2:
            return []
        ways = Counter(choice[:2] for choice in asked.choices)
        free = {
            each[1] for each in asked.choices if not table_package.is_calm(game.rules, asked, each)
        }
        return [
            choice[:2]
            for choice in asked.choices
            if ways[choice[:2]] == 1
            and choice[1] in free
            and table_package.target(game.rules, asked, choice) not in (None, *named(asked, choice))
        ]

    decision = go_on(game, random.Random(3), lambda asked: bool(pairs(asked)))
    assert decision, "the game went by without one"
    begin = pairs(decision)[0]
    die, card = (thing or "" for thing in named(decision, begin))
    user = load(game.pk, anna.pk).seats[decision.seat].user
    assert user
    page = people.page(PHONE)
    people.sign_in(page, user)
    page.goto(f"/games/{game.pk}/")
    question = page.locator(".decision-prompt h2")
    first = question.inner_text()
    for one, other in ((die, card), (card, die)):
        for thing in (one, other):
            link(page, thing).tap()
        expect(question).to_have_text("With a god?")
        for _press in range(2):
            page.keyboard.press("Escape")
        expect(question).to_have_text(first)
    assert not people.errors
