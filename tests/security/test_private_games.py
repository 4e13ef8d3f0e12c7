"""Whoever may not see a private game learns by no answer that there is one."""

import json
from typing import Any

import pytest
from django.test import Client

from accounts import tokens
from accounts.models import User
from games.lobby import open_games
from games.messages import one_tap
from games.models import Game

NOBODYS = 987_654
ACTS: dict[str, dict[str, Any]] = {
    "join": {},
    "leave": {},
    "cancel": {},
    "moves": {"choice": ["x"], "version": 1},
    "undo": {"version": 1},
    "confirm": {"version": 1},
    "withdraw": {"version": 1},
    "resign": {},
    "take_back": {},
    "replace": {},
    "votes": {"kind": "pause"},
    "votes/1": {"choice": "yes"},
    "rematch": {},
    "rematch/decline": {},
    "instructions": {"kind": "x", "parts": []},
    "chat": {"text": "Is there anybody?"},
}


@pytest.fixture
def hidden(lanterns: None, anna: User, ben: User) -> list[int]:
    """Private games: open, full and running, broken, cancelled."""
    games = [open_games.create(anna.pk, "lanterns", 2, visibility="private").game for _ in range(4)]
    for game in games[1:3]:
        open_games.join(game.pk, ben.pk, key=game.key)
    Game.objects.filter(pk=games[2].pk).update(broken_at=games[2].created_at)
    open_games.cancel(games[3].pk, anna.pk)
    return [game.pk for game in games]


@pytest.mark.parametrize("act", ACTS)
def test_the_api_answers_as_if_there_were_none(hidden: list[int], cleo: User, act: str) -> None:
    token = tokens.mint(cleo, "x")

    def answered(game_id: int) -> tuple[int, Any]:
        answer = Client().post(
            f"/api/v1/games/{game_id}/{act}",
            json.dumps(ACTS[act]),
            "application/json",
            headers={"authorization": f"Bearer {token}"},
        )
        return answer.status_code, answer.json()

    expected = answered(NOBODYS)
    assert expected[0] == 404
    assert [answered(game_id) for game_id in hidden] == [expected] * len(hidden)


@pytest.mark.parametrize("act", ["join", "leave", "cancel", "move", "undo", "confirm", "resign"])
def test_pages_answer_as_if_there_were_none(hidden: list[int], cleo: User, act: str) -> None:
    browser = Client()
    browser.force_login(cleo)
    for game_id in (*hidden, NOBODYS):
        assert browser.post(f"/games/{game_id}/{act}/", {"version": "1"}).status_code == 404


def test_whoever_has_the_link_is_told_why_not(hidden: list[int], cleo: User) -> None:
    token, game = tokens.mint(cleo, "x"), Game.objects.get(pk=hidden[1])
    answer = Client().post(
        f"/api/v1/games/{game.pk}/join",
        json.dumps({"key": game.key}),
        "application/json",
        headers={"authorization": f"Bearer {token}"},
    )
    assert answer.status_code == 409


def test_the_key_of_an_answer_by_mail_does_not_tell_the_answer(
    monkeypatch: pytest.MonkeyPatch, anna: User, settings: Any
) -> None:
    """It is stored with the move, where moderators can read it while the answer is still sealed."""
    keys = []
    monkeypatch.setattr(
        "games.messages.one_tap.actions.choose", lambda *_, key, **__: keys.append(key)
    )
    for secret in ("one", "another"):
        settings.SECRET_KEY = secret
        one_tap.take(one_tap.Tap(anna, 7, 3, ("lay", 2)))
    assert keys[0] != keys[1]
