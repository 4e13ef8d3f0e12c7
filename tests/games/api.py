"""Calling the API as somebody, each answer held against the published description."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import jsonschema_rs
from django.test import Client

from accounts.models import User
from accounts.sessions import tokens
from games.api import api


class Caller:
    """Somebody with a token, or with none. ``get``, ``post``, ``put`` and ``delete`` give (status,
    JSON)."""

    def __init__(self, user: User | None = None, scope: str = "all") -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {}
        if user is not None:
            token = tokens.mint(user, f"test {scope}", scope=scope)
            self.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, **query: Any) -> tuple[int, Any]:
        answer = self.client.get(f"/api/v1/{path}", query, headers=self.headers)
        return answer.status_code, _checked(answer)

    def post(
        self, path: str, data: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        return self._send("POST", path, data, headers)

    def put(self, path: str, data: Any = None) -> tuple[int, Any]:
        return self._send("PUT", path, data)

    def delete(self, path: str) -> tuple[int, Any]:
        return self._send("DELETE", path, "")

    def _send(
        self, method: str, path: str, data: Any, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        body = (
            data if isinstance(data, (str, bytes)) else json.dumps(data if data is not None else {})
        )
        answer = self.client.generic(
            method,
            f"/api/v1/{path}",
            body,
            content_type="application/json",
            headers={**self.headers, **(headers or {})},
        )
        return answer.status_code, _checked(answer)

    def move(self, game: Any, choice: list[Any], **more: Any) -> tuple[int, Any]:
        key = more.pop("key", None)
        data = {"choice": choice, "version": game["version"], **more}
        return self.post(
            f"games/{game['id']}/moves", data, {"Idempotency-Key": key} if key else None
        )


def _checked(answer: Any) -> Any:
    assert answer.headers["Content-Type"].startswith("application/json"), answer.content[:500]
    data = json.loads(answer.content)
    if answer.status_code >= 400:
        form("Error").validate(data)
    else:
        route, method = answer.resolver_match.route, answer.request["REQUEST_METHOD"]
        answered(route, method, answer.status_code).validate(data)
    return data


@cache
def form(name: str) -> jsonschema_rs.Validator:
    """What holds data against this form of the description, dates and times included."""
    return _validator({"$ref": f"#/components/schemas/{name}"})


@cache
def answered(route: str, method: str, status: int) -> jsonschema_rs.Validator:
    """What holds data against what this call is described to answer with this status."""
    path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", route)
    operation = _described()["paths"][f"/{path}"][method.lower()]
    content = operation["responses"][str(status)]["content"]["application/json"]
    return _validator(content["schema"])


@cache
def _described() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(json.dumps(api.get_openapi_schema()))
    return made


def _validator(schema: dict[str, Any]) -> jsonschema_rs.Validator:
    whole = {**schema, "components": _described()["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
