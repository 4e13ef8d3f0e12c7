"""Whoever may not see a private game learns by no answer that there is one, nor by the time that it
takes: the same statements are asked of the database, whether there is one or not."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from accounts.sessions import tokens
from games.live import watching
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
    "chat/onlookers": {"text": "Is there anybody?"},
    "chat/1/reactions": {"kind": "thanks"},
}
PAGE_ACTS = (
    *("join", "leave", "cancel", "choose", "undo", "confirm", "resign", "replace", "votes"),
    "more-time",
    *("votes/1", "rematch", "notes", "later", "chat", "instructions", "seen", "decline"),
    *("chat/onlookers", "chat/react"),
    *("lesson/choose", "lesson/go-on", "lesson/show", "lesson/back", "lesson/leave"),
)
#: What is answered in the same way by games that the reader may see.
SAYS_NOTHING = {"seen": 204, "decline": 303}
LOOKS = (
    *("", "news/", "log/", "picture.png", "card.png", "glance.png", "giving/", "giving/form/"),
    "lesson/why/",
    *("?at=1", "?key=guessed"),
)


@pytest.fixture
def hidden(lanterns: None, anna: User, ben: User) -> list[int]:
    """Private games: open, full and running, broken, cancelled."""
    games = [open_games.create(anna.pk, "lanterns", 2, visibility="private").game for _ in range(4)]
    for game in games[1:3]:
        open_games.join_game(game.pk, ben.pk, key=game.key)
    Game.objects.filter(pk=games[2].pk).update(broken_at=games[2].created_at)
    open_games.cancel(games[3].pk, anna.pk)
    return [game.pk for game in games]


@pytest.mark.parametrize("act", ACTS)
def test_the_api_does_nothing_as_if_there_were_none(
    hidden: list[int], cleo: User, act: str
) -> None:
    token = tokens.mint(cleo, "x")

    def answered(game_id: int) -> tuple[int, Any]:
        answer = Client().post(
            f"/api/v1/games/{game_id}/{act}",
            json.dumps(ACTS[act]),
            "application/json",
            headers={"authorization": f"Bearer {token}"},
        )
        return answer.status_code, answer.json()

    answered(NOBODYS)  # notes that the token is used
    expected = asked(lambda: answered(NOBODYS))
    assert expected[0][0] == 404
    for game_id in hidden:
        assert asked(lambda: answered(game_id)) == expected  # noqa: B023


@pytest.mark.parametrize("by", ["page", "program"])
def test_whoever_looks_is_answered_as_if_there_were_none(
    hidden: list[int], cleo: User, by: str
) -> None:
    browser, token = Client(), tokens.mint(cleo, "x")
    if by == "page":
        browser.force_login(cleo)
        paths = [f"/games/%d/{look}" for look in LOOKS]
    else:
        browser.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
        paths = [
            f"/api/v1/games/%d{look}"
            for look in ("", "?at=1", "/chat", "/chat/onlookers", "/instructions")
        ]
    browser.get(paths[0] % NOBODYS)  # notes that the token is used
    for path in paths:
        expected = asked(lambda: browser.get(path % NOBODYS).status_code)  # noqa: B023
        assert expected[0] == 404, path
        for game_id in hidden:
            assert asked(lambda: browser.get(path % game_id).status_code) == expected, path  # noqa: B023


@pytest.mark.slow
def test_pages_do_nothing_as_if_there_were_none(hidden: list[int], cleo: User) -> None:
    browser = Client()
    browser.force_login(cleo)
    form = {"version": "1", "choice": "[]", "text": "Is there anybody?", "kind": "pause"}
    for act in PAGE_ACTS:
        expected, *answers = [
            asked(lambda: browser.post(f"/games/{game_id}/{act}/", form).status_code)  # noqa: B023
            for game_id in (NOBODYS, *hidden)
        ]
        assert expected[0] == SAYS_NOTHING.get(act, 404), act
        assert answers == [expected] * len(hidden), act


def test_sockets_are_sent_away_as_if_there_were_none(hidden: list[int], cleo: User) -> None:
    for user in (cleo, None):
        expected = asked(lambda: watching.watcher(NOBODYS, user, "guessed"))  # noqa: B023
        assert expected[0] is None
        for game_id in hidden:
            assert asked(lambda: watching.watcher(game_id, user, "guessed")) == expected  # noqa: B023


def asked(act: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What an act gives, and the statements that it asks, whatever number they are about."""
    with CaptureQueriesContext(connection) as queries:
        given = act()
    return given, [re.sub(r"\d+", "0", query["sql"]) for query in queries.captured_queries]


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
        one_tap.make_choice(one_tap.Tap(anna, 7, 3, ("lay", 2)))
    assert keys[0] != keys[1]
