"""No page, style or script of ours asks anybody else for anything."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from accounts.models import User
from games.storage.position import Position

PAGES = (
    *("/", "/games/", "/lobby/", "/my/", "/accounts/profile/", "/notifications/settings/"),
    *("/about/privacy/", "/offline/", "/games/types/imhotep/", "/api/"),
)
#: What a browser fetches by itself; a link is followed by people.
_FETCHED = re.compile(
    r"<(?!a\b|link rel=\"(?:canonical|alternate)\")[a-z]+[^>]*"
    r"\s(?:src|srcset|href|action|poster|data)=[\"']?\s*((?:https?:)?//[^\"'\s>]+)"
)
_IN_STYLE = re.compile(r"(?:url\(|@import)\s*[\"']?((?:https?:)?//[^\"')]+)")
_IN_SCRIPT = re.compile(
    r"(?:fetch|import|WebSocket|EventSource|sendBeacon)\(\s*[\"'`](https?://[^\"'`]+)"
)


@pytest.mark.django_db
def test_no_page_fetches_from_elsewhere(duel: Position, anna: User) -> None:
    browser = Client()
    browser.force_login(anna)
    for path in (*PAGES, f"/games/{duel.game.pk}/"):
        answer = browser.get(path, follow=True)
        assert answer.status_code == 200, path
        assert _FETCHED.findall(answer.content.decode()) == [], path
        policy = answer["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert not re.search(r"https?://(?!testserver)", policy), policy


def test_no_style_and_no_script_does() -> None:
    found = []
    for folder in map(Path, settings.STATICFILES_DIRS):
        for file in folder.rglob("*"):
            if file.suffix == ".css":
                found += [(file.name, each) for each in _IN_STYLE.findall(file.read_text())]
            elif file.suffix == ".js":
                found += [(file.name, each) for each in _IN_SCRIPT.findall(file.read_text())]
    assert found == []
