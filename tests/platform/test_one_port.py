"""uvicorn with HTTP through the WSGI handler and WebSockets beside it: what could get lost."""

import asyncio
import gzip
import http.client
import json
import time
import urllib.request
from urllib.parse import urlsplit

import pytest
import websockets
from django.db import connection


def ask(
    site: str, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=10)
    connection.request(method, path, body, headers or {})  # type: ignore[arg-type]
    answer = connection.getresponse()
    return answer, answer.read()


def test_a_body_in_pieces_arrives_whole(site: str) -> None:
    text = b'{"username": "x",' + b" " * 50_000 + b'"password": "y"}'
    pieces = (text[at : at + 1000] for at in range(0, len(text), 1000))
    headers = {"Content-Type": "application/json"}
    answer, content = ask(site, "POST", "/api/v1/token", pieces, headers)
    assert answer.status == 401, content  # read to its end, and not known


def test_a_body_that_is_too_long_is_refused(site: str) -> None:
    headers = {"Content-Type": "application/json"}
    answer, _ = ask(site, "POST", "/api/v1/token", b"[" + b"1," * 2_000_000 + b"1]", headers)
    assert answer.status == 413


def test_head_has_no_body(site: str) -> None:
    answer, content = ask(site, "HEAD", "/healthz")
    assert (answer.status, content) == (200, b"")


def test_one_connection_serves_many_requests(site: str) -> None:
    connection = http.client.HTTPConnection(urlsplit(site).netloc, timeout=10)
    for _ in range(3):
        connection.request("GET", "/healthz")
        assert connection.getresponse().read() == b"ok\n"


def test_pages_travel_compressed(site: str) -> None:
    answer, content = ask(site, "GET", "/accounts/login/", headers={"Accept-Encoding": "gzip"})
    assert answer.getheader("Content-Encoding") == "gzip"
    assert b"</html>" in gzip.decompress(content)
    assert len(content) < 20_000


def test_a_wrong_host_is_refused(site: str) -> None:
    answer, _ = ask(site, "GET", "/", headers={"Host": "evil.example"})
    assert answer.status == 400


def test_static_files_are_served(site: str) -> None:
    with urllib.request.urlopen(f"{site}/static/css/tokens.css") as answer:
        assert answer.headers["Content-Type"].startswith("text/css")


def test_an_unknown_websocket_is_refused_and_http_goes_on(site: str) -> None:
    async def connect() -> None:
        async with websockets.connect(f"{site.replace('http', 'ws', 1)}/ws/nowhere/"):
            pass

    with pytest.raises(websockets.InvalidStatus):
        asyncio.run(connect())
    assert ask(site, "GET", "/healthz")[0].status == 200


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "Basic", ""])
@pytest.mark.parametrize("cookie", ["", "sessionid=x"])
def test_whoever_brings_no_valid_token_is_told_so(site: str, scheme: str, cookie: str) -> None:
    headers = {"Authorization": f"{scheme} nobody's", "Cookie": cookie, "Accept-Language": "de"}
    answer, content = ask(site, "GET", "/api/v1/next", headers=headers)
    assert answer.status == 401, content
    if scheme.lower() == "bearer":
        assert "Token" in json.loads(content)["error"]["message"]
        assert answer.getheader("Content-Language") == "de"
    asked = {**headers, "Content-Type": "application/json"}
    body = b'{"username": "nobody", "password": "nothing"}'
    assert ask(site, "POST", "/api/v1/token", body, asked)[0].status == 401
    assert ask(site, "GET", "/api/v1/nowhere", headers=headers)[0].status == 404


def test_many_requests_at_once_are_answered(site: str) -> None:
    async def one() -> int:
        return await asyncio.to_thread(lambda: ask(site, "GET", "/readyz")[0].status)

    async def all_of_them() -> list[int]:
        return await asyncio.gather(*(one() for _ in range(60)))

    assert set(asyncio.run(all_of_them())) == {200}


def test_no_request_meets_a_connection_whose_server_has_gone(site: str) -> None:
    """As after a restart of PostgreSQL, while connections lie idle in the pool."""

    async def many() -> set[int]:
        def one() -> int:
            return ask(site, "GET", "/readyz")[0].status

        return set(await asyncio.gather(*(asyncio.to_thread(one) for _ in range(20))))

    assert asyncio.run(many()) == {200}
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        assert cursor.fetchone()[0] > 0
    time.sleep(0.1)
    assert asyncio.run(many()) == {200}
