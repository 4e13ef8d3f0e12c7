"""Parts that several seats play at once, by API and page: nobody sees anything of another's until
all are done, each takes back what is its own, and the game waits for all of them at once."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.lobby import open_games
from games.models import Game
from games.rules import registry
from tests.games import camp
from tests.games.playing import asked, seat_of


@pytest.fixture
def game(anna: User, ben: User, cleo: User, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A running game of the camp; all three are asked where they go."""
    known = dict(registry._catalogue())
    monkeypatch.setattr(registry, "_catalogue", lambda: {**known, "camp": camp.rules})
    made = open_games.create(anna.pk, "camp", 3).game
    for user in (ben, cleo):
        open_games.join_game(made.pk, user.pk)
    return made


def call(client: Client, game: Game, seat: int | None, path: str = "", body: Any = None) -> Any:
    """What the API answers whoever holds this seat, or somebody who holds none."""
    if seat is None:
        client.logout()
    else:
        user = seat_of(game.pk, seat).user
        assert user is not None
        client.force_login(user)
    address = f"/api/v1/games/{game.pk}{path}"
    if body is None:
        return client.get(address).json()
    sent = client.post(address, body, content_type="application/json")
    return {"status": sent.status_code, **sent.json()}


def take(client: Client, game: Game, seat: int, choice: str) -> Any:
    version = call(client, game, seat)["version"]
    return call(client, game, seat, "/moves", {"choice": [choice], "version": version})


def back(client: Client, game: Game, seat: int) -> Any:
    version = call(client, game, seat)["version"]
    return call(client, game, seat, "/undo", {"version": version})


def seen(client: Client, game: Game, seat: int | None) -> str:
    """All that somebody is given of the game, by API and page."""
    told = call(client, game, seat)
    return json.dumps(told) + client.get(f"/games/{game.pk}/").content.decode()


PUBLIC = ("view", "decision", "log", "standing", "result")


def test_nobody_sees_anything_of_a_part_until_all_are_done(game: Game, client: Client) -> None:
    assert asked(game.pk) == [0, 1, 2], "all are waited for at once, not one after the other"
    others = (1, 2, None)
    before = {seat: call(client, game, seat) for seat in others}
    here = take(client, game, 0, "lake")
    assert here["decision"]["kind"] == "fish", "one goes on while others still think"
    here = take(client, game, 0, "boot")
    assert (here["view"]["found"][0], asked(game.pk)) == (["boot"], [1, 2])
    for seat in others:
        now = call(client, game, seat)
        assert {part: now[part] for part in PUBLIC} == {part: before[seat][part] for part in PUBLIC}
        shown = seen(client, game, seat)
        assert not [word for word in ("boot", "trout", "fish") if word in shown], seat
    take(client, game, 2, "forest")
    assert "Gather" not in seen(client, game, 1), "not even which question another has come to"
    take(client, game, 2, "wood")
    take(client, game, 1, "forest")
    assert call(client, game, 0)["view"]["found"] == [["boot"], [], []]
    take(client, game, 1, "berries")
    for seat in (0, *others):
        now = call(client, game, seat)
        assert now["view"]["found"] == [["boot"], ["berries"], ["wood"]]
        assert now["view"]["die"]
        told = [line["data"]["thing"] for line in now["log"] if line["kind"] == "found"]
        assert told == ["boot", "berries", "wood"], "in the order of seats, whoever was first"
    assert asked(game.pk) == [0, 1, 2], "the next phase waits for all at once again"


def test_you_take_back_within_your_own_part_alone(game: Game, client: Client) -> None:
    take(client, game, 0, "lake")
    take(client, game, 0, "boot")
    take(client, game, 1, "forest")
    assert call(client, game, 0, "/undo", {"version": 1})["status"] == 409
    here = back(client, game, 0)
    assert (here["decision"]["kind"], here["view"]["found"][0]) == ("fish", [])
    here = back(client, game, 0)
    assert (here["decision"]["kind"], here["can"]["undo"]) == ("leave", False)
    assert back(client, game, 0)["status"] == 422, "there is nothing left of one's own"
    assert call(client, game, 1)["decision"]["kind"] == "gather", "the others' parts stand"
    nobody = call(client, game, None, "/undo", {"version": call(client, game, 1)["version"]})
    assert nobody["status"] in (401, 403)
    for seat, choices in ((0, ("forest", "wood")), (1, ("wood",)), (2, ("lake", "trout"))):
        for choice in choices:
            take(client, game, seat, choice)
    assert call(client, game, 2)["view"]["found"] == [["wood"], ["wood"], ["trout"]]
    assert not call(client, game, 2)["can"]["undo"], "what all have seen stands"


def test_a_choice_of_another_question_is_refused(game: Game, client: Client) -> None:
    take(client, game, 0, "lake")
    for choice in ("wood", "nonsense"):
        assert take(client, game, 0, choice)["status"] == 422
    assert call(client, game, 0)["decision"]["kind"] == "fish"
