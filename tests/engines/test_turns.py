"""A whole turn of each game type, pressed in every engine on a desk and on a phone."""

import random
import time

import pytest

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.rules import registry
from games.storage.position import load
from tests.browser import DESK, PATIENCE, PHONE
from tests.engines.conftest import Opener
from tests.engines.windows import Window
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: More presses than the longest turn takes.
PRESSES = 60
# Where something lies that answers now and can be pressed, in the bar or on the board; nothing does
# while an answer is on its way.
POINT = """(chance) => {
  if (document.querySelector(".decision")?.ariaBusy === "true") return null;
  const ways = ".decision-choices:not([hidden]) > .button:not(.button-plain)";
  const things = `${ways}, .decision button[type=submit], [data-target] > a.choice`;
  const points = [...document.querySelectorAll(things)].flatMap((thing) => {
    const { x, y, width, height } = thing.getBoundingClientRect();
    const point = [x + width / 2, y + height / 2];
    return width > 0 && thing.contains(document.elementFromPoint(...point)) ? [point] : [];
  });
  return points[Math.floor(chance * points.length)] ?? null;
}"""
# What is asked, and what of the answer is chosen.
QUESTION = "() => document.querySelector('#region-decision')?.innerHTML ?? ''"


def asked(game: Game) -> set[int]:
    return {seat.user_id for seat in load(game.pk, None).seats if seat.to_move and seat.user_id}


def next_point(page: Window, game: Game, user: User, chance: float) -> list[float] | None:
    """Where to press next; none where the turn has ended while it was looked for."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        if point := page.run(POINT, chance):
            return list(point)
        if user.pk not in asked(game):
            return None
        time.sleep(0.05)
    raise AssertionError(f"{page.engine}: nothing can be pressed at {page.address}")


def press_on(page: Window, game: Game, user: User, rng: random.Random) -> None:
    """Presses what is offered until the game has gone on from this person's questions."""
    for _press in range(PRESSES):
        if user.pk not in asked(game):
            return
        question = page.run(QUESTION)
        chance = rng.random()
        if (point := next_point(page, game, user, chance)) is None:
            return
        page.click_at(*point)
        end = time.monotonic() + 2
        while page.run(QUESTION) == question and time.monotonic() < end:
            time.sleep(0.05)
    raise AssertionError(f"{page.engine}: no end of a turn after {PRESSES} presses")


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_turn_is_pressed_to_its_end(window: Opener, slug: str, size: tuple[int, int]) -> None:
    users = [person(name, confirm_turns=False) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, slug, 2).game
    open_games.join_game(game.pk, users[1].pk)
    user = next(user for user in users if user.pk in asked(game))
    page = window(size)
    page.sign_in(user)
    page.open(f"/games/{game.pk}/")
    press_on(page, game, user, random.Random(7))
