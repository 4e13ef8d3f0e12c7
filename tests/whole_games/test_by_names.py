"""A game of each type is played to its end by what a screen reader is told: roles and names, and
nothing of how the page is drawn.

One seat is played at its page in Chromium, first for some turns and then to the end of the game;
the turns between, and those of the other seat, are answered by chance below HTTP.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.rules import registry
from games.rules.engine import Json
from games.storage.position import load
from tests.browser import PATIENCE, People
from tests.games.playing import answer, asked, user_of
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: So many answers are given at the page at first, and all of the last ones of the game.
FIRST, LAST = 6, 8
NAMES = ("anna", "ben", "cleo")
#: The players and the game, where it is not two in the base game.
FORMS: dict[str, tuple[Sequence[str], Json]] = {
    "bomarzo": (NAMES, {"seasons": True, "worship": True}),
}
AWAY = "about:blank"

# A thing in Playwright's account of the accessibility tree: its role, its name, and how it is.
THING = re.compile(r'(\w+) ("(?:[^"\\]|\\.)*")(.*)')
NAMELESS = re.compile(r"(link|button|img|spinbutton|checkbox)( \[.*\])?:?")
#: What is in the bar beside the answers, and a thing that has been picked.
OTHER = re.compile(r"← Back|Undo|All choices|.*: one (less|more)$|Next game")
PICKED = re.compile(r"(?:^|.*: )chosen(?:$|: )")

Thing = tuple[str, str]
"""A role and a name."""


class Ear:
    """Somebody who hears the page, and presses what they have heard of."""

    def __init__(self, page: Page, rng: random.Random) -> None:
        self.page, self.rng = page, rng
        first = page.get_by_role("link", name="What to do", exact=True)
        self.bar = page.locator(first.get_attribute("href") or "")  # a region named as it asks
        self.board = page.get_by_role("region", name="Board", exact=True)
        self.log = page.get_by_role("region", name="Game log", exact=True)

    def heard(self) -> str:
        """What is asked, how far one has come with it, and what has happened."""
        return self.bar.aria_snapshot() + self.log.aria_snapshot()

    def answers(self) -> list[tuple[Locator, Thing]]:
        """What may be pressed: the links of the board, and the answers in the bar."""
        board = [each for each in things(self.board) if each[0] == "link"]
        links = [each for each in board if not PICKED.match(each[1])]
        bar = [each for each in things(self.bar) if each[0] in ("button", "link")]
        ways = [each for each in bar if not OTHER.match(each[1])]
        return [(self.board, link) for link in links] + [(self.bar, way) for way in ways]

    def press(self) -> None:
        """Something of it, as Enter does after its name was found."""
        before = self.heard()
        part, (role, name) = self.rng.choice(self.answers())
        thing = part.get_by_role(role, name=name, exact=True)  # type: ignore[arg-type]
        thing.first.focus()
        self.page.keyboard.press("Enter")
        self.wait_past(before)

    def wait_past(self, before: str) -> None:
        """Until something else is said than before, and twice the same."""
        until, last = time.monotonic() + PATIENCE / 1000, before
        while time.monotonic() < until:
            now = self.heard()
            if now == last != before:
                return
            last = now
            self.page.wait_for_timeout(60)
        raise AssertionError(f"nothing has come of it: {before}")


def things(part: Locator) -> list[Thing]:
    """All of a part that has a role and a name; what cannot be pressed now is left out."""
    found = []
    for line in part.aria_snapshot().splitlines():
        said = line.strip().removeprefix("- ")
        assert not NAMELESS.fullmatch(said), f"{said} without a name in {part}"
        if said.startswith("'"):  # as YAML has it where there is a colon in the name
            said = said[1 : said.rindex("'")].replace("''", "'")
        thing = THING.match(said)
        if thing and "[disabled]" not in thing[3]:
            found.append((thing[1], json.loads(thing[2])))
    return found


def begun(slug: str, names: Sequence[str], options: Json) -> Game:
    users = [person(name, confirm_turns=False) for name in names]
    game = open_games.create(users[0].pk, slug, len(names), options=options).game
    game.seed, game.seed_hash = bytes(range(32)), ""  # the same game each time
    game.save()
    for user in users[1:]:
        game = open_games.join_game(game.pk, user.pk).game
    return game


def sit_down(people: People, game: Game, seat: int) -> Page:
    page = people.page()
    people.sign_in(page, User.objects.get(pk=user_of(game.pk, seat)))
    page.goto(f"/games/{game.pk}/")
    return page


def left(game: Game, rng: random.Random) -> int:
    """About how many answers there are to the end."""
    here, count = load(game.pk, None).running().copy(), 0
    while here.result() is None:
        decision = rng.choice(here.decisions())
        here.choose(decision.seat, decision.sample(rng.choice(decision.choices), rng))
        count += 1
    return count


class Chance:
    """Answers below HTTP by chance, and knows about how far it is to the end."""

    def __init__(self, game: Game, rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self._before_counting = 0

    def answer(self, seat: int) -> None:
        answer(self.game.pk, seat, self.rng.choice)
        self._before_counting -= 1

    def is_near_the_end(self) -> bool:
        """Counted anew when half of the way that was left is gone, as it takes a whole game."""
        if self._before_counting <= 0:
            self._before_counting = (left(self.game, self.rng) - LAST) // 2
        return self._before_counting <= 0


@pytest.mark.parametrize("slug", registry.OWN)
def test_a_game_is_played_to_its_end_by_roles_and_names_alone(people: People, slug: str) -> None:
    names, options = FORMS.get(slug, (NAMES[:2], {}))
    game, rng = begun(slug, names, options), random.Random(7)
    seat = asked(game.pk)[0]
    page = sit_down(people, game, seat)
    ear, chance = Ear(page, rng), Chance(game, rng)
    pressed = 0
    while now := asked(game.pk):
        if now != [seat]:
            chance.answer(next(each for each in now if each != seat))
        elif pressed < FIRST or chance.is_near_the_end():
            if page.url == AWAY:
                page.goto(f"/games/{game.pk}/")
            expect(ear.bar.get_by_role("heading", level=2)).not_to_contain_text("Waiting")
            ear.press()
            pressed += 1
        else:
            if page.url != AWAY:
                page.goto(AWAY)
            chance.answer(seat)
    over = page.get_by_role("group", name=re.compile("won|win|draw", re.IGNORECASE)).first
    for name in names:
        expect(over.get_by_role("listitem").filter(has_text=name)).to_contain_text("point")
    assert pressed > FIRST
    assert not people.errors
