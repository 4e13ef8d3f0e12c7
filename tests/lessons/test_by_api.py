"""A lesson by the API: begun, taken to its end by what it says, left; for its pupil alone."""

from __future__ import annotations

from typing import Any

import pytest

from accounts.models import User
from games.lobby import limits
from games.models import Game
from tests.games.api import Caller

MOST = 90


@pytest.fixture
def begun(anna: User) -> int:
    number: int = Caller(anna).post("lessons", {"type": "bali"})[1]["id"]
    return number


def step(me: Caller, path: str, place: dict[str, Any]) -> dict[str, Any]:
    """What is said after doing what is asked for, or after listening."""
    if place["more"] is not None:
        return dict(me.get(path, said=place["more"])[1])
    if place["choice"] is None:
        return dict(me.post(f"{path}/go-on")[1])
    version = me.get(path.removesuffix("/lesson"))[1]["version"]
    body = {"choice": place["choice"], "version": version}
    status, after = me.post(f"{path}/choose", body)
    assert status == 200, after
    return dict(after)


def test_it_is_taken_to_its_end_by_what_it_says(anna: User, begun: int) -> None:
    me, path = Caller(anna), f"games/{begun}/lesson"
    place = me.get(path)[1]
    assert (place["step"], place["state"]) == (1, "step")
    numbers = [place["step"]]
    while place["state"] != "over" and len(numbers) < MOST:
        place = step(me, path, place)
        assert place["heading"] or place["text"] or place["do"]
        numbers.append(place["step"])
    assert numbers == list(range(1, place["steps"] + 1))
    assert place["learned"]


def test_it_is_listed_with_the_game_of_it(anna: User, ben: User, begun: int) -> None:
    listed = Caller(anna).get("lessons")[1]["lessons"]
    assert {one["type"] for one in listed} >= {"bali", "imhotep", "bomarzo", "bora_bora"}
    assert [one["game"] for one in listed if one["begun"]] == [begun]
    assert not any(one["begun"] for one in Caller(ben).get("lessons")[1]["lessons"])
    assert Caller(anna).post("lessons", {"type": "bali"})[1]["id"] == begun
    assert Caller(anna).post("lessons", {"type": "bali", "anew": True})[1]["id"] != begun


def test_it_is_shown_taken_back_and_left(anna: User, begun: int) -> None:
    me, path = Caller(anna), f"games/{begun}/lesson"
    assert me.post(f"{path}/back")[0] == 409
    place = me.get(path)[1]
    while place["choice"] is None:
        place = step(me, path, place)
    asked = place["step"]
    assert me.post(f"{path}/show")[1]["step"] > asked
    assert me.post(f"{path}/back")[1]["step"] == asked
    status, game = me.post(f"{path}/leave")
    assert (status, game["id"]) == (200, begun)
    assert me.get(path)[0] == 409


def test_a_choice_that_it_does_not_speak_of_is_not_taken(anna: User, begun: int) -> None:
    me, path = Caller(anna), f"games/{begun}/lesson"
    place = me.get(path)[1]
    while place["choice"] is None:
        place = step(me, path, place)
    game = me.get(f"games/{begun}")[1]
    other = next(
        one["choice"]
        for one in game["decision"]["choices"]
        if one["choice"] != place["choice"] and "example" not in one
    )
    for choice, code in ((other, "not_meant"), (["nonsense"], "illegal_choice")):
        body = {"choice": choice, "version": game["version"]}
        assert me.post(f"{path}/choose", body)[1]["error"]["code"] == code
    assert Game.objects.get(pk=begun).version == game["version"]


def test_it_is_nobody_elses(begun: int, ben: User) -> None:
    path = f"games/{begun}/lesson"
    for caller, status in ((Caller(ben), 404), (Caller(), 401)):
        assert caller.get(path)[0] == status
        for act in ("go-on", "show", "back", "leave"):
            assert caller.post(f"{path}/{act}")[0] == status
        body = {"choice": ["x"], "version": 1}
        assert caller.post(f"{path}/choose", body)[0] == status
    assert Caller().post("lessons", {"type": "bali"})[0] == 401


@pytest.mark.parametrize(
    ("body", "status"),
    [({"type": "chess"}, 404), ({"type": "bali", "name": "none"}, 404), ({}, 400)],
)
def test_there_is_none_for_nonsense(anna: User, body: dict[str, str], status: int) -> None:
    assert Caller(anna).post("lessons", body)[0] == status
    assert not Game.objects.exists()


def test_too_many_are_not_begun(anna: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.PER_HOUR, "new game", 1)
    again = {"type": "bali", "anew": True}
    assert [Caller(anna).post("lessons", again)[0] for _ in range(2)] == [201, 429]


def test_a_game_of_another_kind_is_none(anna: User, duel: Any) -> None:
    assert Caller(anna).get(f"games/{duel.game.pk}/lesson")[0] == 409
