"""Answers as JSON, and refusals in the one form that all have."""

from __future__ import annotations

import msgspec
from django.http import HttpResponse

from games.errors import GameError

_encode = msgspec.json.Encoder().encode


def answer(data: object, status: int = 200) -> HttpResponse:
    """JSON as it is; the schemas of the answers are for the description (and the tests)."""
    content = _encode(data)
    headers = {"Content-Length": str(len(content)), "Cache-Control": "no-store"}
    return HttpResponse(content, "application/json", status, headers=headers)


def problem(status: int, code: str, message: str, **more: object) -> HttpResponse:
    """`{"error": {"code", "message"}}`"""
    return answer({"error": {"code": code, "message": message}, **more}, status)


def refusal(error: GameError, **more: object) -> HttpResponse:
    """The answer to what the games refuse."""
    response = problem(error.status, error.code, str(error), **more)
    if retry_after := getattr(error, "retry_after", None):
        response["Retry-After"] = str(retry_after)
    return response
