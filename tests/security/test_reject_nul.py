"""A NUL in whatever a client sends is refused in words, wherever it is sent to."""

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
import requests
import websockets
from django.conf import settings
from django.forms import BaseForm
from django.test import Client

from accounts.models import User
from boardgames.http import reject_nul
from games.api import description
from games.lobby import open_games
from games.storage.position import Position
from tests.people import person
from tests.security.routes import address, all_routes

WRITTEN = re.compile(r'\bname="(\w+)"')
ENCODED = "application/x-www-form-urlencoded"
SAID = "It contains a NUL"
#: They look at nothing that is sent.
BLIND = ("/healthz", "/readyz", "/metrics")


def addresses(value: str) -> list[str]:
    """Of all pages and of all calls, with this in the place of each parameter."""
    values: dict[str, str] = defaultdict(lambda: value)
    return [path for _name, route in all_routes() if (path := address(route, values)) not in BLIND]


def forms(kind: type[BaseForm] = BaseForm) -> Iterator[type[BaseForm]]:
    """All of our own and of allauth's that there are."""
    for one in kind.__subclasses__():
        yield one
        yield from forms(one)


def fields() -> set[str]:
    """What forms are sent with: those of Python, and those that templates write."""
    of_forms = {name for form in forms() for name in getattr(form, "base_fields", {})}
    templates = (settings.BASE_DIR / "templates").rglob("*.html")
    written = {name for file in templates for name in WRITTEN.findall(file.read_text())}
    return of_forms | written


@pytest.fixture
def visitor(db: None) -> Client:
    """An administrator, because they can reach every address."""
    client = Client(raise_request_exception=False)
    client.force_login(person("root1", is_staff=True, is_superuser=True))
    return client


def refused(answer: Any) -> bool:
    return answer.status_code == 400 and SAID in answer.content.decode()


def test_in_every_parameter_of_every_address(visitor: Client) -> None:
    paths = [path for path in addresses("a%00b") if "%00" in path]
    assert len(paths) > 100
    for path in paths:
        for method in ("GET", "POST", "DELETE"):
            assert refused(visitor.generic(method, path)), (method, path)


def test_in_the_query_of_every_address(visitor: Client) -> None:
    for path in addresses("1"):
        for query in ("a%00b=1", "q=x&q=a%00b"):
            assert refused(visitor.get(f"{path}?{query}")), (path, query)


@pytest.mark.slow
def test_in_every_field_of_every_form_at_every_page(visitor: Client) -> None:
    paths, names = addresses("1"), fields()
    assert {"username", "password", "text", "invite", "member"} <= names
    sent = {name: ["fine", "a\0b"] for name in sorted(names)}
    for path in paths:
        assert refused(visitor.post(path, sent)), path
        assert refused(visitor.post(path, {"a\0b": "fine"})), path
    for name in names:
        for value in ("a\0b", ["fine", "\0"]):
            assert refused(visitor.post("/friends/circles/", {name: value})), name
        body = f"x=y&{name}=%00"
        assert refused(visitor.post("/friends/circles/", body, ENCODED)), name


def test_in_every_field_of_every_call(visitor: Client) -> None:
    shapes = {shape.name: shape for shape in description.made.reference.shapes}
    for call in description.made.reference.calls:
        path = re.sub(r"\{\w+\}", "1", call.path)
        for name in {field.name for body in call.body for field in shapes[body].fields} | {"x"}:
            for value in ("a\0b", ["fine", ["\0"]], {"\0": 1}):
                for encoding in ("utf-8", "utf-16"):
                    body = json.dumps({name: value}).encode(encoding)
                    answer = visitor.generic(call.method, path, body, "application/json")
                    assert refused(answer), (call.method, path, name, value)


def test_in_cookies_and_headers(visitor: Client) -> None:
    for cookie in ("sessionid", "csrftoken", "known_here", "time_zone"):
        # Written out, as http.cookies of patched Pythons refuses to: a NUL travels in quotes.
        sent = f'{cookie}="a\\000b"'
        assert refused(Client(raise_request_exception=False).get("/", HTTP_COOKIE=sent)), cookie
    for header in ("Idempotency-Key", "Referer", "Accept-Language"):
        assert refused(visitor.get("/", headers={header: "a\0b"})), header


def test_somebody_who_writes_of_a_nul_is_understood(duel: Position, anna: User) -> None:
    """Six signs are no NUL, nor is what looks like one of an address."""
    client = Client()
    client.force_login(anna)
    text = "In JSON it is \\u0000, in addresses %00"
    body = json.dumps({"text": text})
    sent = client.post(f"/api/v1/games/{duel.game.pk}/chat", body, "application/json")
    assert sent.status_code == 201
    assert sent.json()["text"] == text
    assert client.post(f"/games/{duel.game.pk}/chat/", {"text": text}).status_code == 303
    assert client.get("/lobby/", {"q": "%00"}).status_code == 200


def test_in_german_for_somebody_who_reads_it(db: None) -> None:
    page = Client().get("/?x=%00", headers={"Accept-Language": "de"})
    assert "NUL" in page.content.decode()
    assert SAID not in page.content.decode()


def test_on_a_real_connection_and_by_websocket(site: str, anna: User) -> None:
    game = f"/ws/games/{open_games.create(anna.pk, 'imhotep', 2).game.pk}/"
    for path in ("/api/v1/games/1/instructions/%00", "/%00", "/?x=%00"):
        assert requests.delete(site + path).status_code == 400, path

    async def closed(path: str, said: str | bytes = "") -> int:
        async with websockets.connect(site.replace("http", "ws", 1) + path) as socket:
            await socket.send(said)
            await socket.wait_closed()
            return socket.close_code or 0

    for path in (f"{game}?key=%00", "/ws/me/?token=%00", "/ws/%00/"):
        with pytest.raises(websockets.InvalidStatus):
            asyncio.run(closed(path))
    for said in ('{"have": "a\\u0000"}', "\0", b"\0"):
        assert asyncio.run(closed(game, said)) == reject_nul.REFUSED
