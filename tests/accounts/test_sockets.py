"""Permission to open WebSockets, and how many."""

import asyncio
from typing import Any

import pytest
from pytest_django import Settings
from uvicorn.protocols.utils import ClientDisconnected

from accounts.models import User
from accounts.sessions import sockets
from boardgames import logs


def scope(address: str = "203.0.113.7", scheme: str = "ws", **headers: str) -> dict[str, Any]:
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return {"scheme": scheme, "client": (address, 4711), "headers": named, "query_string": b""}


@pytest.mark.parametrize(
    ("origin", "foreign"),
    [
        ("http://localhost:8000", False),
        ("http://localhost:9000", True),
        ("http://localhost", True),
        ("https://localhost:8000", True),
        ("https://evil.example", True),
        ("http://testserver:8000", True),
        ("null", True),
        ("http://[", True),
        ("", False),
    ],
)
def test_an_origin_is_scheme_host_and_port(origin: str, foreign: bool) -> None:
    assert sockets.foreign(scope(host="localhost:8000", origin=origin)) is foreign


def test_our_own_site_may_open_sockets_at_another_address(settings: Settings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://games.example"]
    assert not sockets.foreign(scope(host="localhost:8000", origin="https://games.example"))


def test_a_page_of_a_host_that_is_not_ours_is_foreign_to_itself() -> None:
    assert sockets.foreign(scope(host="evil.example", origin="http://evil.example"))


def test_behind_our_proxy_pages_are_secure(settings: Settings) -> None:
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    behind = {"host": "localhost", "x_forwarded_proto": "https"}
    assert not sockets.foreign(scope(origin="https://localhost", **behind))
    assert sockets.foreign(scope(origin="http://localhost", **behind))


def test_a_client_has_so_many_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PER_CLIENT", 2)
    first, second, third = sockets.Places(), sockets.Places(), sockets.Places()
    assert first.take_for_client(scope())
    assert second.take_for_client(scope())
    assert not third.take_for_client(scope())
    assert third.take_for_client(scope("203.0.113.8")), "others have their own"
    first.give_back()
    assert third.take_for_client(scope())
    for places in (second, third):
        places.give_back()
    assert not sockets.Places._taken


def test_whoever_has_a_network_has_no_more_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "PER_CLIENT", 2)
    taken = [sockets.Places() for _socket in range(6)]
    of_one = ("2001:db8:1:2::1", "2001:db8:1:2::2", "2001:db8:1:2:3::")
    assert [
        places.take_for_client(scope(address))
        for places, address in zip(taken, of_one, strict=False)
    ] == [True, True, False]
    of_many = ("::ffff:203.0.113.7", "::ffff:203.0.113.8", "::ffff:203.0.113.9")
    assert all(
        places.take_for_client(scope(address))
        for places, address in zip(taken[3:], of_many, strict=True)
    ), "addresses of IPv4 that IPv6 wraps are of no one network"
    for _socket in range(4):
        assert sockets.Places().take_for_client(scope("::1")), "this machine is not counted"
    for places in taken:
        places.give_back()


def test_a_person_has_so_many_places_from_wherever(
    monkeypatch: pytest.MonkeyPatch, anna: User, ben: User
) -> None:
    monkeypatch.setattr(sockets, "PER_PERSON", 1)
    first, second = sockets.Places(), sockets.Places()
    assert first.take_for_person(anna)
    assert not second.take_for_person(anna)
    assert second.take_for_person(ben)
    assert second.take_for_person(None), "spectators who have not signed in are counted as clients"
    first.give_back()
    second.give_back()


class Telling(sockets.Consumer):
    """Tells its reader something at once, and again by a task of its own."""

    async def connect(self) -> None:
        await self.accept()
        await self.beside(self.send("by itself"))
        await self.send("at once")


@pytest.fixture
def faults(monkeypatch: pytest.MonkeyPatch) -> list[BaseException]:
    """What counts as a fault of the service's own code."""
    found: list[BaseException] = []
    monkeypatch.setattr(logs, "told", [lambda _logger, error, _said: found.append(error)])
    return found


def opened(consumer: sockets.Consumer, hung_up: Exception) -> list[str]:
    """Open a socket whose reader is gone when something is sent; the kinds of message that went."""
    heard: list[dict[str, Any]] = [{"type": "websocket.connect"}]
    heard += [{"type": "websocket.disconnect", "code": 1006}]
    sent: list[str] = []

    async def receive() -> dict[str, Any]:
        return heard.pop(0)

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "websocket.send":
            raise hung_up
        sent.append(message["type"])  # uvicorn takes a "close" for a reader who is gone

    asyncio.run(consumer({**scope(), "type": "websocket", "path": "/ws/"}, receive, send))
    return sent


@pytest.mark.parametrize(
    "hung_up",
    [
        ClientDisconnected(),
        ConnectionResetError(),
        RuntimeError("Unexpected ASGI message 'websocket.send', after sending 'websocket.close' …"),
    ],
    ids=["by uvicorn", "reset", "closed"],
)
def test_a_reader_who_hangs_up_is_no_fault(hung_up: Exception, faults: list[BaseException]) -> None:
    assert opened(Telling(), hung_up) == ["websocket.accept"]
    assert faults == []


def test_what_fails_while_somebody_listens_is_one_and_closes_the_socket(
    faults: list[BaseException],
) -> None:
    slip = RuntimeError("Expected ASGI message 'websocket.accept'")
    assert opened(Telling(), slip) == ["websocket.accept", *["websocket.close"] * 2]
    assert faults == [slip, slip]
