"""What Orca says of a game, where it is installed: at the other's turn and under the focus."""

import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from games.lobby import open_games
from tests.browser import DESK, launch_firefox, shared
from tests.engines.conftest import screen as screen
from tests.engines.ear import Ear, lacking
from tests.engines.webkit import Screen
from tests.engines.windows import PlaywrightWindow
from tests.games import playing
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: Seconds: Firefox loads a page several times as long where a reader asks for each thing in it.
SLOW = 60
# What the page has announced, once it has.
ANNOUNCED = """() => {
  const all = [...document.querySelectorAll("[data-announcer] p")];
  return all.length && all.map((said) => said.textContent);
}"""


@pytest.fixture
def ear(tmp_path: Path, screen: Screen) -> Iterator[Ear]:
    if lacks := lacking():
        pytest.skip(f"nothing is heard here without {', '.join(lacks)}")
    ear = Ear(tmp_path, screen)
    yield ear
    ear.close()


def test_orca_says_what_the_other_has_done_and_where_the_focus_goes(site: str, ear: Ear) -> None:
    users = [person(name, confirm_turns=False) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, "bali", 2).game
    open_games.join_game(game.pk, users[1].pk)
    [first] = playing.asked(game.pk)
    listener = next(user for user in users if user.pk != playing.user_of(game.pk, first))
    start = partial(launch_firefox, motion=False, desktop=ear.environment)
    context = shared.another("firefox by ear", start).new_context(
        viewport={"width": DESK[0], "height": DESK[1]}, locale="en"
    )
    page = PlaywrightWindow("firefox", context, site, DESK)
    context.set_default_timeout(SLOW * 1000)
    page.sign_in(listener)
    page.open(f"/games/{game.pk}/")
    page.until("() => document.documentElement.dataset.live === 'yes'", patience=SLOW)
    ear.until(f"Bali {game.pk}")
    ear.forget()  # the whole page, which is read once it is there
    page.key("Tab")
    ear.until("What to do")

    ear.forget()
    while first in playing.asked(game.pk):
        playing.answer(game.pk, first, random.Random(1).choice)
    page.until_there(".decision-yours")
    for words in page.until(ANNOUNCED):
        ear.until(words)
    assert page.wrong == []
    page.close()
