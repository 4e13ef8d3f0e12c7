"""Calling the API as somebody, each answer held against the published description."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import jsonschema_rs
from django.test import Client

from accounts.models import User
from accounts.sessions import tokens
from games.api import api


class Caller:
    """Somebody with a token, or with none. ``get`` and ``post`` give (status, JSON)."""

    def __init__(self, user: User | None = None) -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {}
        if user is not None:
            self.headers["Authorization"] = f"Bearer {tokens.mint(user, 'test')}"

    def get(self, path: str, **query: Any) -> tuple[int, Any]:
        answer = self.client.get(f"/api/v1/{path}", query, headers=self.headers)
        return answer.status_code, _checked(answer)

    def post(
        self, path: str, data: Any = None, headers: dict[str, str] | None = None
    ) -> tuple[int, Any]:
        body = (
            data if isinstance(data, (str, bytes)) else json.dumps(data if data is not None else {})
        )
        answer = self.client.post(
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
    elif data and "log" in data:
        form("Game").validate(data)
    return data


@cache
def form(name: str) -> jsonschema_rs.Validator:
    """What holds data against this form of the description, dates and times included."""
    described = json.loads(json.dumps(api.get_openapi_schema()))
    whole = {"$ref": f"#/components/schemas/{name}", "components": described["components"]}
    return jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
