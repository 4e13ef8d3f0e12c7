"""Rejects all input with a NUL character: PostgreSQL stores none, and no text needs one.

This covers everything that a client sends, from pages and programs alike: address, headers,
cookies, form fields, JSON, WebSocket messages. JSON inside a field is left to its reader.
"""

import re
from collections.abc import Awaitable, Callable
from typing import Any

from django.http import HttpRequest, parse_cookie
from django.http.response import HttpResponseBase
from django.utils import translation

from boardgames.http import errors

Message = dict[str, Any]
Application = Callable[..., Awaitable[None]]

#: The reason given when a WebSocket is closed.
REFUSED = 4400

_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
#: NUL as JSON spells it; after a further backslash it is six ordinary characters.
_ESCAPED = re.compile(rb"(?<!\\)(?:\\\\)*\\u0000")


def reject_nul(
    get_response: Callable[[HttpRequest], HttpResponseBase],
) -> Callable[[HttpRequest], HttpResponseBase]:
    """Middleware that must come before everything that reads input."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        if not (_in_headers(request) or _in_body(request)):
            return get_response(request)
        with translation.override(translation.get_language_from_request(request)):
            return errors.nul_sent(request)

    return middleware


def reject_nul_in_sockets(application: Application) -> Application:
    """Wrap the WebSocket application: such addresses and messages do not reach it."""

    async def refused(scope: Message, receive: Any, send: Any) -> None:
        close = {"type": "websocket.close", "code": REFUSED, "reason": "NUL"}
        over = False

        async def received() -> Message:
            nonlocal over
            message: Message = await receive()
            said = message.get("text") or message.get("bytes") or b""
            if not _in_json(said.encode() if isinstance(said, str) else said):
                return message
            over = True
            await send(close)
            return {"type": "websocket.disconnect", "code": REFUSED}

        async def sent(message: Message) -> None:
            if not over:  # what the application was about to send
                await send(message)

        if _in_scope(scope):
            await receive()
            await send(close)
        else:
            await application(scope, received, sent)

    return refused


def _in_headers(request: HttpRequest) -> bool:
    """Whether a header has a NUL; in WSGI the address is among the headers."""
    told = request.META
    return (
        any("\0" in value for value in told.values() if isinstance(value, str))
        or "%00" in told.get("QUERY_STRING", "")
        or any("\0" in value for value in request.COOKIES.values())  # quotes may hide one
    )


def _in_body(request: HttpRequest) -> bool:
    if request.META.get("CONTENT_LENGTH") in (None, "", "0"):
        return False
    if request.method != "POST" or request.content_type not in _FORMS:
        return _in_json(request.body)
    fields = [text for name, values in request.POST.lists() for text in (name, *values)]
    return any("\0" in text for text in fields)


def _in_json(body: bytes) -> bool:
    return b"\0" in body or (b"u0000" in body and bool(_ESCAPED.search(body)))


def _in_scope(scope: Message) -> bool:
    cookies = [value for name, value in scope["headers"] if name == b"cookie"]
    hidden = [parse_cookie(value.decode("latin1")).values() for value in cookies]
    return (
        "\0" in scope["path"]
        or b"%00" in scope["query_string"]
        or any("\0" in value for values in hidden for value in values)
    )
