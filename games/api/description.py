"""The API's description: a document for programs, and the same as a page.

Building the document takes a fifth of a second of a processor, so a process builds it once: web
processes before they take connections (``boardgames.wsgi``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any, NamedTuple

import msgspec
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from ninja.openapi.schema import OpenAPISchema

from boardgames.http import etag


class Field(NamedTuple):
    """A field of a request or answer; ``of`` are the names of schemas that its type refers to."""

    name: str
    words: str
    required: bool
    of: tuple[str, ...] = ()
    says: str = ""


class Call(NamedTuple):
    """One endpoint."""

    method: str
    path: str
    summary: str
    says: str
    given: list[Field]
    body: tuple[str, ...]
    answer: tuple[str, ...]


class Shape(NamedTuple):
    """A form of data."""

    name: str
    says: str
    fields: list[Field]


class Reference(NamedTuple):
    says: str
    calls: list[Call]
    shapes: list[Shape]


class Made(NamedTuple):
    body: bytes
    tag: str
    reference: Reference


class Description:
    """The description of one API."""

    def __init__(self, build: Callable[[], OpenAPISchema]) -> None:
        self._build = build

    def document(self, request: HttpRequest) -> HttpResponse:
        """The description for programs; only its tag for a caller that has it already."""
        body, tag, _reference = self.made
        response = etag.answer_with_etag(request, body, "application/json", tag)
        response["Cache-Control"] = "public, max-age=300"
        return response

    def page(self, request: HttpRequest) -> HttpResponse:
        """The description for people."""
        return render(request, "games/api.html", {"reference": self.made.reference})

    @cached_property
    def made(self) -> Made:
        schema = self._build()
        body = msgspec.json.encode(schema)
        return Made(body, etag.tag_of(body), _reference(schema))


def _reference(schema: OpenAPISchema) -> Reference:
    shapes = schema["components"]["schemas"]
    return Reference(
        schema["info"]["description"],
        [
            _call(method.upper(), path, operation)
            for path, operations in schema["paths"].items()
            for method, operation in operations.items()
        ],
        [_shape(name, shapes[name]) for name in sorted(shapes)],
    )


def _call(method: str, path: str, operation: dict[str, Any]) -> Call:
    answers = [answer for status, answer in operation["responses"].items() if int(status) < 300]
    return Call(
        method,
        path,
        operation["summary"],
        operation.get("description", ""),
        [
            Field(one["name"], _words(one["schema"]), one["required"])
            for one in operation.get("parameters", [])
        ],
        tuple(_named(operation.get("requestBody", {}))),
        tuple(name for answer in answers for name in _named(answer)),
    )


def _shape(name: str, schema: dict[str, Any]) -> Shape:
    required = schema.get("required", [])
    return Shape(
        name,
        schema.get("description", ""),
        [
            Field(
                field,
                _words(its),
                field in required,
                tuple(_named(its)),
                its.get("description", ""),
            )
            for field, its in schema.get("properties", {}).items()
        ],
    )


def _named(schema: Any) -> Iterator[str]:
    """The names of all schemas to which this one refers."""
    if isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].rsplit("/", 1)[-1]
        for value in schema.values():
            yield from _named(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _named(value)


def _words(schema: dict[str, Any]) -> str:
    """A type in a few words: "integer or null", "list of Seat"."""
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return " or ".join(_words(one) for one in schema[several])
    if "const" in schema or "enum" in schema:
        values = schema.get("enum", [schema.get("const")])
        return " or ".join(f"“{value}”" for value in values)
    if schema.get("type") == "array":
        return f"list of {_words(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type") or "any data")
