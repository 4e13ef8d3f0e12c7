"""On a phone on its side nothing that is read or pressed lies below its notch."""

from __future__ import annotations

import random

import pytest

from games.lobby import open_games
from tests.browser import People, picture
from tests.games import playing
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

#: Of an iPhone on its side, and what its notch and its round corners take there.
SIDEWAYS, EDGE = (844, 390), 47
PARTS = "a, button, input, select, summary, h1, h2, p, svg.board"
BELOW = f"""(edge) => [...document.querySelectorAll("{PARTS}")]
  .filter((part) => part.checkVisibility({{ opacityProperty: true, visibilityProperty: true }}))
  .filter((part) => !part.closest(".visually-hidden, .tabs"))
  .map((part) => [part, part.getBoundingClientRect()])
  .filter(([, {{ width }}]) => width > 1)
  .filter(([, {{ left, right }}]) => left < edge || right > innerWidth - edge)
  .map(([part, {{ left, right }}]) => `${{part.outerHTML.slice(0, 90)}}: ${{left}}, ${{right}}`)"""


def test_on_its_side_a_phone_shows_nothing_below_its_notch(people: People) -> None:
    users = [person(name) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, "bali", 2).game
    open_games.join_game(game.pk, users[1].pk)
    playing.answer(game.pk, playing.asked(game.pk)[0], random.Random(3).choice)
    page = people.page(SIDEWAYS)
    people.sign_in(page, users[0])
    line = page.context.new_cdp_session(page)
    insets = {"left": EDGE, "right": EDGE, "bottom": 21}
    line.send("Emulation.setSafeAreaInsetsOverride", {"insets": insets})
    for path in ("/my/", "/lobby/", f"/games/{game.pk}/", f"/games/{game.pk}/?at=0"):
        page.goto(path)
        page.evaluate("new Promise(requestAnimationFrame)")
        picture(page, f"notch{path.replace('/', '-').replace('?', '-')}", whole=False)
        assert page.evaluate(BELOW, EDGE) == [], path
