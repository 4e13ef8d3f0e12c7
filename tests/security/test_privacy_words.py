"""What the pages on privacy and conduct promise holds, sentence by sentence, where no other test
looks at it (the export, what others see of a page, what is deleted)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts import people, shared_browsers
from accounts.limits import guessing
from accounts.models import User
from games.absence import departures
from games.live import chat
from games.storage.position import Position
from notifications import delivery
from tests.people import PASSWORD

#: What a page may store in the browser: the sign-in now and before, tokens against forgery, what
#: was chosen.
COOKIES = {"sessionid", "known_here", "csrftoken", "messages", "games-look", "django_language"}
#: Modules of the standard library that can open connections to other machines.
SPEAKING = {
    "http.client",
    "urllib.request",
    "smtplib",
    "ftplib",
    "socket",
    "ssl",
    "asyncio.streams",
}


@pytest.mark.django_db
def test_the_terms_on_the_page_are_those_that_are_kept(client: Client) -> None:
    page = client.get("/about/privacy/").content.decode()
    terms = (people.UNCONFIRMED, departures.IDLE, delivery.KEPT, shared_browsers.KEPT)
    for term in (*terms, settings.SESSION_COOKIE_AGE // 86_400, guest_days()):
        number = term if isinstance(term, int) else term.days
        assert f" {number}" in page, number


def guest_days() -> int:
    browser = Client()
    browser.post("/accounts/guest/")
    return int(browser.session.get_expiry_age()) // 86_400


@pytest.mark.django_db
def test_only_cookies_that_are_needed(duel: Position, anna: User) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": "anna", "password": PASSWORD})
    for path in (
        "/games/",
        "/my/?look=list",
        "/lobby/",
        f"/games/{duel.game.pk}/",
        "/players/anna/",
    ):
        assert browser.get(path).status_code == 200, path
    browser.post("/i18n/setlang/", {"language": "de"})
    assert set(browser.cookies) <= COOKIES
    assert browser.cookies["sessionid"]["httponly"]
    assert browser.cookies["known_here"]["httponly"]
    assert browser.cookies["known_here"]["path"] == "/accounts/"
    assert browser.cookies["known_here"]["max-age"] == guessing.AGE == 400 * 86_400


@pytest.mark.django_db
def test_no_other_player_sees_an_address(duel: Position, anna: User, ben: User) -> None:
    chat.post(duel.game.pk, anna.pk, "Hello")
    browser = Client()
    browser.force_login(ben)
    pages = ("/players/anna/", f"/games/{duel.game.pk}/", "/friends/", "/lobby/", "/my/")
    for path in (*pages, "/games/types/imhotep/leaderboard/", f"/api/v1/games/{duel.game.pk}"):
        answer = browser.get(path)
        assert answer.status_code == 200, path
        assert "anna@" not in answer.content.decode(), path


@pytest.mark.slow
def test_only_these_modules_of_ours_speak_to_others() -> None:
    """Some send e-mails, one does push notifications and webhooks."""
    speaking = set()
    for app in ("accounts", "community", "games", "notifications", "boardgames"):
        for file in (Path(settings.BASE_DIR) / app).rglob("*.py"):
            name = str(file.relative_to(settings.BASE_DIR))
            if name.startswith("boardgames/supervisor/"):
                continue
            for node in ast.walk(ast.parse(file.read_text())):
                names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
                if isinstance(node, ast.ImportFrom) and node.module:
                    names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
                if SPEAKING & set(names):
                    speaking.add(name)
    at_home = {
        "boardgames/settings.py",  # looks up the machine's own name
        "boardgames/http/affinity.py",  # hands connections to other web processes of this machine
        "games/checking/parts.py",  # plays at a web process of its own, on a copy of the data
    }
    sending = {"accounts/account_mail.py", "notifications/mail.py"}
    sending |= {f"boardgames/mail/{name}.py" for name in ("server_connection", "refusals", "smtp")}
    assert speaking - at_home == {"boardgames/http/safe_outbound.py", *sending}
