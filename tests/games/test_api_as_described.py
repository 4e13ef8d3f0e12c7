"""A client that is made from the description gets on with the API."""

import json
import re
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from django.test import Client

from accounts.models import User
from games.api import api
from games.api.auth import ANYBODY
from tests.games.api import Caller
from tests.games.tables import table
from tests.games.times import Times

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return made


def operations(described: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, at_it in described["paths"].items():
        for method, operation in at_it.items():
            yield method, path, operation


def answered(operation: dict[str, Any]) -> dict[str, Any]:
    """What it answers when all is well."""
    return next(one for status, one in operation["responses"].items() if int(status) < 300)


def fits(described: dict[str, Any], name: str, data: object) -> None:
    whole = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
    jsonschema_rs.validate(whole, data)


def test_a_calendar_is_written_and_read_as_described(
    described: dict[str, Any], times: Times, anna: User
) -> None:
    hours = {"night": {"from": "22:00:00", "until": "07:00:00"}}
    vacation = {"from": "2026-12-20", "until": "2026-12-22"}
    fits(described, "Hours", hours)
    fits(described, "NewVacation", vacation)
    me = Caller(anna)
    put = me.client.put("/api/v1/calendar", hours, "application/json", headers=me.headers)
    assert put.status_code == 200
    status, _calendar = me.post("calendar/vacations", vacation)
    assert status == 200
    fits(described, "Calendar", me.get("calendar")[1])


def test_the_narrower_of_two_forms_of_a_choice_is_tried_first(described: dict[str, Any]) -> None:
    forms = described["components"]["schemas"]["Decision"]["properties"]["choices"]["items"]
    assert [form["$ref"].rsplit("/", 1)[-1] for form in forms["anyOf"]] == [
        "ChoiceWithAmounts",
        "LabelledChoice",
    ]


def test_every_call_has_a_name_of_its_own_that_reads(described: dict[str, Any]) -> None:
    names = [operation["operationId"] for _method, _path, operation in operations(described)]
    assert len(names) == len(set(names))
    assert {"move", "undo", "join", "create_game", "show_game", "list_games"} <= set(names)
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", name) for name in names)


def test_every_call_is_described_with_an_example_of_its_own_form(described: dict[str, Any]) -> None:
    for method, path, operation in operations(described):
        where = (method, path)
        assert operation["summary"], where
        assert len(operation["description"]) > 30, where
        forms = [answered(operation), operation.get("requestBody")]
        for content in (each for form in forms if form for each in form["content"].values()):
            example = content["example"]
            whole = {**content["schema"], "components": described["components"]}
            jsonschema_rs.validate(whole, example)


def test_calls_are_sorted_under_tags_that_say_what_they_are_about(
    described: dict[str, Any],
) -> None:
    told = {tag["name"]: tag["description"] for tag in described["tags"]}
    used = [tag for _method, _path, operation in operations(described) for tag in operation["tags"]]
    assert set(used) == set(told)
    assert all(told.values())


def test_who_may_call_without_an_account_is_told(described: dict[str, Any]) -> None:
    by_name = {operation["operationId"]: operation for _, _, operation in operations(described)}
    assert by_name["entry"]["security"] == []
    assert by_name["make_token"]["security"] == []
    assert {} in by_name["show_game"]["security"]
    assert {} not in by_name["move"]["security"]
    free = {
        operation.view_func.__name__
        for router in api._get_bound_routers()
        for view in router.path_operations.values()
        for operation in view.operations
        if set(ANYBODY) <= set(operation.auth_callbacks)
    }
    assert {name for name, one in by_name.items() if {} in one["security"]} == free


def test_a_session_that_changes_something_sends_its_token_too(described: dict[str, Any]) -> None:
    ways = described["components"]["securitySchemes"]
    header = next(name for name, way in ways.items() if way.get("name") == "X-CSRFToken")
    assert ways[header]["in"] == "header"
    for method, path, operation in operations(described):
        for way in operation["security"]:
            if "Session" in way:
                assert (header in way) == (method != "get"), (method, path)


def test_what_is_refused_for_a_while_says_until_when(described: dict[str, Any]) -> None:
    for method, path, operation in operations(described):
        for status in ("429", "503"):
            assert "Retry-After" in operation["responses"][status]["headers"], (method, path)


def test_the_description_says_where_it_holds_and_whom_to_ask(
    described: dict[str, Any], settings: Any
) -> None:
    assert [server["url"] for server in described["servers"]] == [settings.SITE_URL]
    assert described["info"]["contact"]["url"]
    assert described["info"]["license"]["identifier"] == "MIT"
    assert "405" in described["info"]["description"]


def test_nothing_is_described_that_nothing_uses(described: dict[str, Any]) -> None:
    used = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(described)))
    assert set(described["components"]["schemas"]) == used


def test_the_messages_of_the_websocket_are_described_where_it_is(described: dict[str, Any]) -> None:
    (message,) = described["webhooks"].values()
    form = message["post"]["requestBody"]["content"]["application/json"]["schema"]
    kinds = {one["$ref"].rsplit("/", 1)[-1] for one in form["oneOf"]}
    assert kinds == {"GameNews", "TableNews", "ChatNews", "PresenceNews"}


class TestTheFormOfErrors:
    @pytest.mark.parametrize("path", ["games", "types", "token", "games/1/moves", "openapi.json"])
    def test_is_that_of_a_method_that_an_address_does_not_take(
        self, client: Client, path: str
    ) -> None:
        refused = client.patch(f"/api/v1/{path}")
        assert refused.status_code == 405
        assert refused["Allow"]
        assert refused.json()["error"]["code"] == "method_not_allowed"
        assert refused.json()["error"]["message"]

    def test_is_that_of_such_a_call_with_a_token(self, anna: User) -> None:
        me = Caller(anna)
        refused = me.client.delete("/api/v1/games", headers=me.headers)
        assert (refused.status_code, refused.json()["error"]["code"]) == (405, "method_not_allowed")

    @pytest.mark.parametrize("path", ["nowhere", "games/x/moves", "games/1/moves/"])
    def test_is_that_of_an_unknown_address(self, client: Client, path: str) -> None:
        refused = client.get(f"/api/v1/{path}")
        assert (refused.status_code, refused.json()["error"]["code"]) == (404, "not_found")


class TestAVote:
    def test_about_somebody_says_that_the_seat_is_missing(self, anna: User, ben: User) -> None:
        path = f"games/{table(anna, ben)}/votes"
        status, told = Caller(anna).post(path, {"kind": "absent"})
        assert (status, told["error"]["code"]) == (422, "bad_vote")
        assert "seat" in told["error"]["message"]

    def test_about_nobody_says_that_no_seat_belongs_there(self, anna: User, ben: User) -> None:
        path = f"games/{table(anna, ben)}/votes"
        status, told = Caller(anna).post(path, {"kind": "pause", "seat": 1})
        assert (status, told["error"]["code"]) == (422, "bad_vote")
        assert "seat" in told["error"]["message"]
