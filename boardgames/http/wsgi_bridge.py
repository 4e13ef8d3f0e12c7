"""Serves a WSGI application from an ASGI server: each request in a thread, bodies unstreamed.

A thread is busy only while our code runs, never while a slow client sends or receives. Made for
short answers (pages, JSON, static files), not for streams.
"""

import asyncio
import sys
import time
from collections.abc import Awaitable, Callable, Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from http import HTTPStatus
from io import BytesIO
from typing import Any

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

#: Set in the environment of a request that has waited this many seconds for a thread. While all
#: threads wait for a database, a request should not wait for both.
LATE, LONGEST_QUEUE = "boardgames.late", 2.5
LONGEST_BODY = 2_000_000
BODY_SECONDS = 30.0


class WsgiBridge:
    """An ASGI application for HTTP.

    `threads`: how many requests run at once. Requests for a path in `apart` have a thread of their
    own, so they never wait for the others.
    """

    def __init__(
        self,
        application: Callable[..., Iterable[bytes]],
        threads: int,
        apart: Collection[str] = (),
    ) -> None:
        self.application = application
        self.executor = ThreadPoolExecutor(threads, thread_name_prefix="http")
        self.apart = dict.fromkeys(apart, ThreadPoolExecutor(1, thread_name_prefix="apart"))

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        try:
            body = await _body(scope, receive)
        except _Refused as refused:
            await _answer(send, refused.status, [(b"connection", b"close")], b"")
            return
        if body is None:
            return  # the client has gone
        loop, context = asyncio.get_running_loop(), copy_context()
        executor = self.apart.get(scope["path"], self.executor)
        answer = await loop.run_in_executor(
            executor, context.run, self._run, _environ(scope, body), time.monotonic()
        )
        await _answer(send, *answer)

    def _run(self, environ: Message, since: float) -> tuple[int, Headers, bytes]:
        """Call the application in a thread; return status, headers and body."""
        if time.monotonic() - since > LONGEST_QUEUE:
            environ[LATE] = True
        status, headers = 500, []

        def start_response(line: str, pairs: list[tuple[str, str]], exc_info: Any = None) -> None:
            nonlocal status, headers
            status = int(line[:3])
            headers = [(n.lower().encode("latin1"), v.encode("latin1")) for n, v in pairs]

        result = self.application(environ, start_response)
        try:
            content = b"".join(result)  # first, because an application may begin only when iterated
            return status, headers, content
        finally:
            getattr(result, "close", lambda: None)()


class _Refused(Exception):
    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status)
        self.status = status


async def _answer(send: Send, status: int, headers: Headers, body: bytes) -> None:
    if not any(name == b"content-length" for name, _ in headers):
        headers = [*headers, (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _body(scope: Message, receive: Receive) -> bytes | None:
    """The request's whole body; None if the client goes away before its end."""
    names = {name for name, _ in scope["headers"]}
    if not names & {b"content-length", b"transfer-encoding"}:
        return b""
    parts, length, more = [], 0, True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                piece = message.get("body", b"")
                length += len(piece)
                # A body that is too long is read to its end but not kept: a client reads the answer
                # only once it has sent everything.
                if length <= LONGEST_BODY:
                    parts.append(piece)
                more = message.get("more_body", False)
    except TimeoutError:
        raise _Refused(HTTPStatus.REQUEST_TIMEOUT) from None
    if length > LONGEST_BODY:
        raise _Refused(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    return b"".join(parts)


def _environ(scope: Message, body: bytes) -> Message:
    """The request's environment according to PEP 3333."""
    server, client = scope.get("server") or ("", 0), scope.get("client") or ("", 0)
    environ: Message = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin1"),
        "QUERY_STRING": scope["query_string"].decode("latin1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # it could imitate a proxy's header that is spelled with hyphens
        key, text = name.decode("latin1").upper().replace("-", "_"), value.decode("latin1")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        separator = "; " if key == "HTTP_COOKIE" else ","
        environ[key] = f"{environ[key]}{separator}{text}" if key in environ else text
    environ["CONTENT_LENGTH"] = str(len(body))
    return environ
