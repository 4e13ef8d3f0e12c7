"""What people come for, in every engine on a desk and on a phone: an account, a game by the lobby,
a lesson, a vote."""

import random

import pytest
from django.urls import reverse

from accounts.models import User
from games.lessons import following
from games.lobby import open_games
from games.models import Game, Vote
from tests.browser import DESK, PHONE
from tests.engines.conftest import Opener
from tests.engines.test_turns import asked, press_on
from tests.engines.windows import Size, Window
from tests.lessons.pupil import COVERED, MIDDLE, MOST, NEXT, SETTLED, STATE
from tests.people import PASSWORD, person

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"]),
]

FITS = "() => document.documentElement.scrollWidth <= innerWidth"
OVER = "() => document.querySelector('[data-speech].speech-over') !== null"
# Where what a lesson means is pressed, once nothing is on its way, nothing lies over it, and it has
# stood still for a moment: panes of a phone scroll smoothly, and on a busy machine in jumps.
LESSON_POINT = f"""() => {{
  const found = ({SETTLED})() && ({NEXT})();
  const point = found && !({COVERED})(found) ? ({MIDDLE})(found) : null;
  const now = performance.now();
  if (String(point) !== window.stoodAt) [window.stoodAt, window.stoodSince] = [String(point), now];
  return now - window.stoodSince >= (innerWidth < 500 ? 450 : 50) ? point : null;
}}"""


def test_somebody_signs_up_and_is_at_home(window: Opener, size: Size) -> None:
    page = window(size)
    page.open("/")
    page.press("Sign in")
    page.until_there("[name=password]")
    page.press("Sign up")
    page.until_there("[name=password1]")
    assert page.run(FITS)
    page.write("[name=username]", "Dora")
    page.write("[name=email]", "dora@example.org")
    page.write("[name=password1]", PASSWORD)
    page.press("Sign up", "main button")
    page.until("() => location.pathname === '/my/' && document.readyState === 'complete'")
    assert page.run(FITS)
    dora = User.objects.get(username="Dora")
    zone = page.run("() => Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert (dora.email, dora.language, dora.time_zone) == ("dora@example.org", "en", zone)


def test_two_come_together_in_the_lobby_and_play(window: Opener, size: Size) -> None:
    anna, ben = (person(name, confirm_turns=False) for name in ("anna", "ben"))
    host, guest = window(size), window(size)
    host.sign_in(anna)
    guest.sign_in(ben)
    host.open(reverse("game-new", args=["bali"]))
    host.press("Create the game")
    host.until_said("Seats")
    guest.open("/lobby/")
    game = Game.objects.latest("pk")
    guest.press(f"Join: Bali {game.pk}", "main button")
    for page in (guest, host):  # a waiting player is led to the table
        page.until_there("#region-decision")
        page.until("() => document.documentElement.dataset.live === 'yes'")
        assert page.run(FITS)
    first, page = (anna, host) if anna.pk in asked(game) else (ben, guest)
    press_on(page, game, first, random.Random(3))
    other = guest if page is host else host
    other.until_there(".decision-yours")


def test_a_lesson_is_taken_to_its_end(window: Opener, size: Size) -> None:
    anna = person("anna")
    game = following.begin_lesson(anna.pk, "bali", "", anew=True).game
    page = window(size)
    page.sign_in(anna)
    page.open(f"/games/{game.pk}/")
    for _press in range(MOST):
        before = page.run(STATE)
        page.click_at(*page.until(LESSON_POINT))
        page.until(f"(before) => ({STATE})() !== before", before)
        if page.run(OVER):
            return
    raise AssertionError(f"{page.engine}: no end after {MOST} presses")


def test_one_asks_for_a_pause_and_the_other_agrees(window: Opener, size: Size) -> None:
    anna, ben = person("anna"), person("ben")
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    pages: list[Window] = []
    for user in (anna, ben):
        page = window(size)
        page.sign_in(user)
        page.open(f"/games/{game.pk}/")
        page.until("() => document.documentElement.dataset.live === 'yes'")
        pages.append(page)
    asking, answering = pages
    asking.press("Pause, draw, resign")
    asking.press("Suggest a pause")
    asking.press("Ask for a pause")
    answering.until_said("anna suggests pausing the game")
    answering.press("Yes")
    for page in pages:
        page.until_said("The game is paused, as its players agreed")
    assert Vote.objects.latest("pk").outcome
