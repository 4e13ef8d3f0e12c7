"""Additions to what ninja derives from the endpoints for the API's description.

That is the servers, permissions, refusals, examples, and the messages of the WebSocket.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.urls import reverse
from ninja import NinjaAPI
from ninja.openapi.schema import REF_TEMPLATE, OpenAPISchema
from ninja.operation import Operation
from pydantic import TypeAdapter
from pydantic.json_schema import JsonSchemaMode

from games.api import schemas
from games.api.auth import anybody
from games.api.examples import EXAMPLES

#: The meaning of each status, the same for every call.
REFUSED = {
    400: "Malformed: the message names the field",
    401: "Not signed in, or the token is not valid",
    403: "The caller may not do this",
    404: "Not found, or the caller may not know of it",
    409: "Not possible at the moment; a stale request is answered with the present game",
    422: "A choice or setting that is not offered",
    429: "Too many requests",
    503: "Busy at the moment; try again",
}
_SAFE = {"GET", "HEAD"}
_CSRF_TOKEN = "CsrfToken"  # noqa: S105  the name of a way to sign in
_RETRY_AFTER = {
    "description": "Seconds to wait before another try",
    "schema": {"type": "integer", "minimum": 1},
}


class Described(OpenAPISchema):
    """The description, building each form once.

    Ninja asks Pydantic for the form of every answer of every call, which takes two seconds at the
    start of each web process.
    """

    def __init__(self, api: NinjaAPI, path_prefix: str, tags: list[dict[str, str]]) -> None:
        self._forms: dict[Any, tuple[dict[str, Any], bool]] = {}
        super().__init__(api, path_prefix)
        self["servers"] = [{"url": settings.SITE_URL, "description": settings.SITE_NAME}]
        self["tags"] = tags
        contact = f"{settings.SITE_URL}{reverse('notice', args=['contact'])}"
        self["info"]["contact"] = {"name": settings.SITE_NAME, "url": contact}
        self["info"]["license"] = {"name": "MIT License", "identifier": "MIT"}
        self["webhooks"] = self._messages()

    def _create_schema_from_model(
        self,
        model: Any,
        by_alias: bool = True,
        remove_level: bool = True,
        mode: JsonSchemaMode = "validation",
    ) -> tuple[dict[str, Any], bool]:
        answer = model.model_fields.get("response")
        known = (answer.annotation if answer else model, by_alias, remove_level, mode)
        if known not in self._forms:
            made = super()._create_schema_from_model(model, by_alias, remove_level, mode)
            self._forms[known] = made
        return self._forms[known]

    def operation_details(self, operation: Operation) -> dict[str, Any]:
        details: dict[str, Any] = super().operation_details(operation)
        details.setdefault("security", [])
        for part in (details.get("requestBody"), *details["responses"].values()):
            if part:
                _show_by_example(part)
        return details

    def operation_security(self, operation: Operation) -> list[dict[str, Any]] | None:
        ways = super().operation_security(operation)
        if ways is None:
            return None
        if not _SAFE.issuperset(operation.methods):
            ways = [{**way, _CSRF_TOKEN: []} if "Session" in way else way for way in ways]
        return [{}, *ways] if anybody in operation.auth_callbacks else ways

    def responses(self, operation: Operation) -> dict[int, dict[str, Any]]:
        answers: dict[int, dict[str, Any]] = super().responses(operation)
        for status, answer in answers.items():
            answer["description"] = REFUSED.get(status, operation.summary)
            if status in (429, 503):
                answer["headers"] = {"Retry-After": _RETRY_AFTER}
        return answers

    def get_components(self) -> dict[str, Any]:
        components: dict[str, Any] = super().get_components()
        components["securitySchemes"][_CSRF_TOKEN] = {
            "type": "apiKey",
            "in": "header",
            "name": "X-CSRFToken",
            "description": "needed beside a session cookie; with the value of cookie csrftoken",
        }
        return components

    def _messages(self) -> dict[str, Any]:
        """The messages of the WebSocket, described as webhooks."""
        _keys, found = TypeAdapter.json_schemas(
            [(form, "serialization", TypeAdapter(form)) for form in schemas.SOCKET],
            ref_template=REF_TEMPLATE,
        )
        self["components"]["schemas"].update(found["$defs"])
        forms = [{"$ref": REF_TEMPLATE.format(model=form.__name__)} for form in schemas.SOCKET]
        content = {"schema": {"oneOf": forms}, "example": EXAMPLES["GameNews"]}
        post = {
            "operationId": "news",
            "summary": "A message of the WebSocket",
            "description": "Sent by `/ws/games/ID/` at the address that `entry` names, as text.",
            "tags": ["Playing"],
            "security": [],
            "requestBody": {"content": {"application/json": content}, "required": True},
            "responses": {
                "200": {"description": "The message is not answered"},
                "4XX": {"description": "The message is not answered"},
            },
        }
        return {"news": {"post": post}}


def _show_by_example(part: dict[str, Any]) -> None:
    """Add the example of the form that is sent or answered; a file brings its own."""
    content = part["content"].get("application/json", {"schema": {}})
    name = _form(content["schema"])
    if name in EXAMPLES:
        content["example"] = EXAMPLES[name]


def _form(schema: dict[str, Any]) -> str:
    """The name of the form, also of an optional one."""
    forms = [schema, *schema.get("anyOf", [])]
    return next((each["$ref"].rsplit("/", 1)[-1] for each in forms if "$ref" in each), "")
