"""The calendar by the API."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import TypeAdapter

from accounts.models import User
from games.api import schemas
from tests.games.api import Caller
from tests.games.playing import seat_of
from tests.games.times import Times

HOURS = {
    "night": {"from": "22:00:00", "until": "07:00:00"},
    "weekdays": [6],
    "days_off": ["2026-12-24"],
    "automatic": False,
}


def send(caller: Caller, method: str, path: str, data: object = None) -> tuple[int, Any]:
    answer = getattr(caller.client, method)(
        f"/api/v1/{path}",
        json.dumps(data) if data is not None else "",
        content_type="application/json",
        headers=caller.headers,
    )
    found = json.loads(answer.content)
    schema = schemas.Calendar if answer.status_code == 200 else schemas.Error
    TypeAdapter(schema).validate_python(found)
    return answer.status_code, found


def test_hours_are_set_and_read(times: Times, anna: User) -> None:
    me = Caller(anna)
    status, calendar = send(me, "put", "calendar", HOURS)
    assert status == 200
    assert {key: calendar[key] for key in HOURS} == HOURS
    assert calendar["allowance"] == {"year": 2026, "left": 30, "emergency": True}
    assert calendar["rests_until"] is None
    assert send(me, "get", "calendar") == (200, calendar)
    _, emptied = send(me, "put", "calendar", {})
    assert (emptied["night"], emptied["days_off"], emptied["automatic"]) == (None, [], True)


def test_vacations_and_the_pause(times: Times, anna: User) -> None:
    me = Caller(anna)
    _, calendar = send(
        me, "post", "calendar/vacations", {"from": "2026-12-20", "until": "2026-12-22"}
    )
    assert calendar["vacations"] == [
        {"from": "2026-12-20", "until": "2026-12-22", "kind": "planned"}
    ]
    assert calendar["allowance"]["left"] == 27
    _, calendar = send(me, "delete", "calendar/vacations/2026-12-20")
    assert calendar["vacations"] == []
    status, error = send(me, "delete", "calendar/vacations/2026-12-20")
    assert (status, error["error"]["code"]) == (422, "no_vacation")
    _, calendar = send(me, "post", "calendar/pause")
    assert calendar["rests_until"].startswith("2026-11-25T00:00:00")
    status, error = send(me, "post", "calendar/pause")
    assert (status, error["error"]["code"]) == (422, "no_emergency")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"night": {"from": "22:00:00", "until": "22:00:00"}}, 422),
        ({"weekdays": [7]}, 422),
        ({"weekdays": [0, 1, 2, 3]}, 422),
        ({"days_off": ["2020-01-01"]}, 422),
        ({"night": "late"}, 400),
        ({"night": {"from": "22:00:00Z", "until": "07:00:00Z"}}, 400),
        ({"night": {"from": "22:00:00+02:00", "until": "07:00:00"}}, 400),
        ({"night": {"from": "22:00:00"}}, 400),
        ({"weekdays": ["Sunday"]}, 400),
        ({"days_off": ["2026-02-30"]}, 400),
        ({"more": 1}, 400),
        ([], 400),
    ],
)
def test_nonsense(times: Times, anna: User, body: object, status: int) -> None:
    me = Caller(anna)
    assert send(me, "put", "calendar", body)[0] == status
    assert send(me, "get", "calendar")[1]["weekdays"] == []


def test_nobody_has_none(db: None) -> None:
    nobody = Caller()
    assert send(nobody, "get", "calendar")[0] == 401
    assert send(nobody, "put", "calendar", {})[0] == 401
    assert send(nobody, "post", "calendar/pause")[0] == 401


def test_games_are_made_with_every_kind_of_clock(anna: User) -> None:
    me = Caller(anna)
    clock = {"kind": "reserve", "reserve_hours": 30, "increment_hours": 6, "cap_hours": 60}
    status, game = me.post("games", {"type": "lanterns", "players": 2, "clock": clock})
    assert status == 201
    assert game["clock"] == {**clock, "policy": "bot", "vacation": True, "stretch": 14}
    for bad in ({**clock, "cap_hours": 1}, {"kind": "reserve"}, {"kind": "none", "stretch": 99}):
        status, error = me.post("games", {"type": "lanterns", "players": 2, "clock": bad})
        assert (status, error["error"]["code"]) == (422, "bad_clock")
    _, game = me.post("games", {"type": "lanterns", "players": 2, "bots": 1, "clock": clock})
    assert seat_of(game["id"], game["you"]).reserve is not None
