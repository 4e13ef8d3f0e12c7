"""What a token may do is what its owner has said when it was made."""

import json
from collections.abc import Callable

import pytest
from django.test import Client

from accounts.models import ApiToken, User
from accounts.sessions import tokens
from games.storage.position import Position


def status(token: str, method: str, path: str, body: object = None) -> int:
    send = getattr(Client(), method)
    headers = {"authorization": f"Bearer {token}"}
    if method == "get":
        return int(send(path, headers=headers).status_code)
    return int(send(path, json.dumps(body), "application/json", headers=headers).status_code)


@pytest.mark.parametrize(
    ("scope", "looks", "talks", "pauses"),
    [("read", 200, 403, 403), ("play", 200, 201, 403), ("all", 200, 201, 200)],
)
def test_a_token_does_what_its_scope_says(
    duel: Position, anna: User, scope: str, looks: int, talks: int, pauses: int
) -> None:
    token, game = tokens.mint(anna, "x", scope=scope), f"/api/v1/games/{duel.game.pk}"
    assert status(token, "get", game) == looks
    assert status(token, "get", "/api/v1/calendar") == looks
    assert status(token, "post", f"{game}/chat", {"text": "Hello"}) == talks
    assert status(token, "post", "/api/v1/calendar/pause") == pauses


def test_the_page_makes_it_and_says_what_it_may(as_: Callable[[User], Client], anna: User) -> None:
    browser = as_(anna)
    page = browser.post("/accounts/tokens/", {"name": "my bot", "scope": "play"}).content.decode()
    assert ApiToken.objects.get().scope == "play"
    assert "read, and do everything in games" in page
    assert browser.post("/accounts/tokens/", {"name": "x", "scope": "root"}).status_code == 200
    assert ApiToken.objects.count() == 1
