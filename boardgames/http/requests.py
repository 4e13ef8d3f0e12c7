"""The request that a log line is about: its id, the client's address, and the user."""

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
    """Middleware: each answer tells the name by which the log knows its request."""

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
    """What the address of the request that is being answered says for this part of its path; None
    where it has no such part, or nothing is being answered."""
    current = _request.get()
    match = current[1].resolver_match if current else None
    return match.kwargs.get(name) if match else None


def client(request: HttpRequest) -> str:
    """The address from which it came, as far as our own proxies tell."""
    passed = request.headers.get("X-Forwarded-For", "").split(",")
    trusted = settings.TRUSTED_PROXIES
    if trusted and len(passed) >= trusted and passed[-trusted].strip():
        return passed[-trusted].strip()
    return str(request.META.get("REMOTE_ADDR", ""))


def known() -> dict[str, Any]:
    """The name of the request that is being answered, the client, and the user's number if that is
    known yet; nothing where none is answered."""
    current = _request.get()
    if current is None:
        return {}
    name, request = current
    user = getattr(request, "_cached_user", None) or getattr(request, "auth", None)
    number = getattr(user, "pk", None)
    return {"request": name, "client": client(request), **({"user": number} if number else {})}


def add_to_line(logger: WrappedLogger, method: str, event: EventDict) -> EventDict:
    """For the log: which request it is about."""
    event.update(known())
    return event
