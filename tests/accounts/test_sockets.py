"""Who may open a WebSocket, and how many."""

from typing import Any

import pytest
from pytest_django import Settings

from accounts.models import User
from accounts.sessions import sockets


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
