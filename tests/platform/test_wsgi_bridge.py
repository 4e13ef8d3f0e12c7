"""The bridge from ASGI to WSGI, with an application that tells what it got."""

import asyncio
import json
from collections.abc import Iterable
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from boardgames.http import errors, wsgi_bridge
from boardgames.http.wsgi_bridge import Message, WsgiBridge


def echo(environ: Message, start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", [("Content-Type", "text/plain"), ("X-Way", "there and back")])
    told = {key: value for key, value in environ.items() if isinstance(value, str)}
    yield json.dumps({**told, "body": environ["wsgi.input"].read().decode()}).encode()


def ask(
    body: list[bytes],
    headers: list[tuple[bytes, bytes]],
    path: str = "/",
    pause: float = 0,
    application: Any = echo,
) -> list[Message]:
    """What the bridge sends for a request whose body comes in pieces."""
    pieces, sent = list(body), []

    async def receive() -> Message:
        await asyncio.sleep(pause)
        if not pieces:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": pieces.pop(0), "more_body": bool(pieces)}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": path,
        "query_string": b"a=b%20c",
        "scheme": "http",
        "http_version": "1.1",
        "server": ("127.0.0.1", 8000),
        "client": ("10.0.0.7", 1234),
        "headers": headers,
    }
    asyncio.run(WsgiBridge(application, threads=1)(scope, receive, send))
    return sent


def told(sent: list[Message]) -> dict[str, str]:
    assert [message["type"] for message in sent] == ["http.response.start", "http.response.body"]
    assert sent[0]["status"] == 200
    answer: dict[str, str] = json.loads(sent[1]["body"])
    return answer


def test_the_environment_is_complete() -> None:
    got = told(
        ask([b""], [(b"host", b"x"), (b"accept", b"a"), (b"accept", b"b")], "/gr\u00fc\u00dfe/")
    )
    assert got["PATH_INFO"].encode("latin1").decode() == "/gr\u00fc\u00dfe/"
    assert got["QUERY_STRING"] == "a=b%20c"
    assert got["REMOTE_ADDR"] == "10.0.0.7"
    assert got["HTTP_ACCEPT"] == "a,b"
    assert got["CONTENT_LENGTH"] == "0"


def test_headers_come_back() -> None:
    headers = dict(ask([b""], [])[0]["headers"])
    assert headers[b"x-way"] == b"there and back"
    assert int(headers[b"content-length"]) > 0


def test_a_body_in_pieces_has_its_length() -> None:
    got = told(ask([b"one ", b"two"], [(b"transfer-encoding", b"chunked")]))
    assert (got["body"], got["CONTENT_LENGTH"]) == ("one two", "7")


def test_two_cookie_headers_are_one() -> None:
    assert told(ask([], [(b"cookie", b"a=1"), (b"cookie", b"b=2")]))["HTTP_COOKIE"] == "a=1; b=2"


def test_a_header_cannot_pass_for_another() -> None:
    got = told(ask([], [(b"x_forwarded_for", b"1.2.3.4"), (b"content_length", b"9")]))
    assert "HTTP_X_FORWARDED_FOR" not in got
    assert got["CONTENT_LENGTH"] == "0"


def test_a_slow_client_is_sent_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi_bridge, "BODY_SECONDS", 0.05)
    sent = ask([b"x"], [(b"content-length", b"1")], pause=1)
    assert sent[0]["status"] == 408


def test_a_body_that_is_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi_bridge, "LONGEST_BODY", 3)
    assert ask([b"12", b"34", b"56"], [(b"content-length", b"6")])[0]["status"] == 413


def test_a_client_that_goes_away_is_no_error() -> None:
    assert ask([], [(b"content-length", b"6")]) == []


def test_a_request_that_has_waited_too_long_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One thread, and whoever has it lets the next wait: the application is told, and refuses."""
    monkeypatch.setattr(wsgi_bridge, "LONGEST_QUEUE", -1.0)
    seen: list[bool] = []

    def application(environ: Message, start_response: Any) -> Iterable[bytes]:
        seen.append(wsgi_bridge.LATE in environ)
        return echo(environ, start_response)

    ask([b""], [], application=application)
    monkeypatch.setattr(wsgi_bridge, "LONGEST_QUEUE", 60.0)
    ask([b""], [], application=application)
    assert seen == [True, False]
    request = RequestFactory().get("/api/v1/games")
    request.META[wsgi_bridge.LATE] = True
    answer = errors.refuse_late(lambda _request: HttpResponse("never"))(request)
    assert isinstance(answer, HttpResponse)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert json.loads(answer.content)["error"]["code"] == "busy"
