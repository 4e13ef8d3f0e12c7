"""The catalogue, lists of games, and the description of it all."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.lobby import open_games
from tests.games.api import Caller
from tests.games.playing import asked
from tests.people import PASSWORD


def ids(answer: tuple[int, Any]) -> list[int]:
    status, page = answer
    assert status == 200
    return [game["id"] for game in page["games"]]


def test_the_entry_names_the_websocket(client: Client) -> None:
    assert client.get("/api/v1/").json() == {"websocket": "ws://testserver"}


def test_game_types_come_with_their_options(db: None) -> None:
    _, page = Caller().get("types")
    lanterns = next(each for each in page["types"] if each["type"] == "lanterns")
    assert Caller().get("types/lanterns") == (200, lanterns)
    assert lanterns["players"] == [2, 3, 4]
    assert lanterns["options"][0]["name"] == "bright"
    assert lanterns["options"][0]["values"] == [False, True]


def test_words_are_in_the_callers_language(anna: User, ben: User) -> None:
    ben.language = "de"
    ben.save()
    _, english = Caller(anna).get("games/1")
    _, german = Caller(ben).get("games/1")
    assert english["error"]["message"] == "There is no such game."
    assert german["error"]["message"] != english["error"]["message"]


def test_lists_are_narrowed(anna: User, ben: User, cleo: User) -> None:
    open_, running, other = (
        open_games.create(anna.pk, "lanterns", 2).game.pk for _game in range(3)
    )
    open_games.join_game(running, ben.pk)
    open_games.cancel(other, anna.pk)
    assert ids(Caller().get("games")) == [other, running, open_]
    assert ids(Caller().get("games", status="open")) == [open_]
    assert ids(Caller().get("games", type="chess")) == []
    assert ids(Caller(ben).get("games", mine=1)) == [running]
    assert ids(Caller(ben).get("games", to_move=1)) == [running]
    assert ids(Caller(anna).get("games", mine=1, status="cancelled")) == [other]
    assert ids(Caller(cleo).get("games", mine=1)) == []
    assert len(asked(running)) == 2


def test_pages_follow_each_other(anna: User) -> None:
    made = [open_games.create(anna.pk, "lanterns", 2).game.pk for _game in range(5)]
    _, first = Caller().get("games", limit=2)
    _, second = Caller().get("games", limit=2, before=first["next"])
    _, third = Caller().get("games", limit=2, before=second["next"])
    pages = [game["id"] for page in (first, second, third) for game in page["games"]]
    assert pages == list(reversed(made))
    assert third["next"] is None


def test_a_longer_list_takes_no_more_statements(anna: User) -> None:
    counts = []
    for _round in range(2):
        for _game in range(4):
            open_games.create(anna.pk, "lanterns", 2, bots=1)
        with CaptureQueriesContext(connection) as queries:
            Caller().get("games")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_description_tells_of_everything(client: Client) -> None:
    description = client.get("/api/v1/openapi.json").json()
    paths = set(description["paths"])
    assert {
        f"/api/v1/games/{{game_id}}/{action}"
        for action in ("join", "leave", "resign", "undo", "confirm", "moves", "chat", "withdraw")
    } <= paths
    schemas = description["components"]["schemas"]
    assert {"Game", "LogEntry", "ChatMessage", "PresenceNews", "GameNews", "Clock"} <= set(schemas)


@pytest.mark.parametrize("method", ["put", "patch", "delete"])
def test_other_methods(client: Client, method: str) -> None:
    assert getattr(client, method)("/api/v1/games").status_code == 405


def test_a_token_for_name_and_password(anna: User) -> None:
    status, made = Caller().post("token", {"username": "anna", "password": PASSWORD})
    assert status == 200
    caller = Caller()
    caller.headers = {"Authorization": f"Bearer {made['token']}"}
    assert caller.get("games", mine=1)[0] == 200


def test_not_for_a_wrong_password(anna: User) -> None:
    status, data = Caller().post("token", {"username": "anna", "password": "x"})
    assert (status, data["error"]["code"]) == (401, "wrong_credentials")
