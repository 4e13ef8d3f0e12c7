"""The request that a log line belongs to: its id, the client's address, and the user."""

import os
from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from structlog.typing import EventDict, WrappedLogger

_request: ContextVar[tuple[str, HttpRequest] | None] = ContextVar("request", default=None)


def name_requests(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware: send with each answer the id that the log uses for its request."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        name = os.urandom(6).hex()
        token = _request.set((name, request))
        try:
            response = get_response(request)
        finally:
            _request.reset(token)
        response["X-Request-ID"] = name
        return response

    return middleware


def argument(name: str) -> Any:
    """The value of this part of the current request's path.

    None if the path has no such part, or if no request is being answered.
    """
    current = _request.get()
    match = current[1].resolver_match if current else None
    return match.kwargs.get(name) if match else None


def client(request: HttpRequest) -> str:
    """The client's address, as far as our own proxies report it."""
    passed = request.headers.get("X-Forwarded-For", "").split(",")
    trusted = settings.TRUSTED_PROXIES
    if trusted and len(passed) >= trusted and passed[-trusted].strip():
        return passed[-trusted].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def known() -> dict[str, Any]:
    """The current request's id, its client, and the user's number if already known.

    Empty outside a request.
    """
    current = _request.get()
    if current is None:
        return {}
    name, request = current
    user = getattr(request, "_cached_user", None) or getattr(request, "auth", None)
    number = getattr(user, "pk", None)
    return {"request": name, "client": client(request), **({"user": number} if number else {})}


def add_to_line(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """For the log: add the request to a line."""
    event.update(known())
    return event
