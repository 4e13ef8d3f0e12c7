"""Pages with the scripts as production serves them: joined."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Route

from boardgames.web import scripts
from games.lobby import open_games
from games.rules import registry
from tests.browser import DESK, shared
from tests.engines.test_turns import asked, press_on
from tests.engines.windows import PlaywrightWindow
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def window(site: str, tmp_path: Path) -> Iterator[PlaywrightWindow]:
    """A window of Chromium that gets joined scripts instead of ours."""
    shutil.copytree(settings.BASE_DIR / "static" / "js", tmp_path / "js")
    assert scripts.join(tmp_path), "esbuild is missing: script/lint-pages installs it"
    context = shared.browser.new_context(viewport={"width": DESK[0], "height": DESK[1]})

    def serve(route: Route) -> None:
        name = urlsplit(route.request.url).path.removeprefix(settings.STATIC_URL)
        route.fulfill(path=tmp_path / name, content_type="text/javascript")

    context.route("**/static/js/**", serve)
    window = PlaywrightWindow("chromium", context, site, DESK)
    yield window
    wrong = window.wrong
    window.close()
    assert wrong == []


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_a_turn_is_pressed_with_joined_scripts(window: PlaywrightWindow, slug: str) -> None:
    users = [person(name, confirm_turns=False) for name in ("anna", "ben")]
    game = open_games.create(users[0].pk, slug, 2).game
    open_games.join_game(game.pk, users[1].pk)
    user = next(user for user in users if user.pk in asked(game))
    window.sign_in(user)
    window.open(f"/games/{game.pk}/")
    window.until("() => document.documentElement.dataset.live === 'yes'")
    press_on(window, game, user, random.Random(7))
    for page in ("/my/", "/lobby/", "/messages/"):
        window.open(page)
        assert window.wrong == [], page
