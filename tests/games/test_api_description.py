"""What the API is described by."""

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
import requests
from django.test import Client
from ninja.schema import NinjaGenerateJsonSchema

from games.api import description, limits
from games.api.description import Description
from tests.sites import running_site

pytestmark = pytest.mark.django_db

ADDRESS = "/api/v1/openapi.json"


def test_the_description_is_built_once(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    built = []
    real = description._build
    monkeypatch.delitem(vars(description), "made", raising=False)

    def build() -> object:
        built.append(1)
        return real()

    monkeypatch.setattr(description, "_build", build)
    first, second = client.get(ADDRESS), client.get(ADDRESS)
    assert first.content == second.content
    assert first.json()["openapi"].startswith("3")
    assert len(built) == 1


def test_what_is_answered_alike_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ninja asks for each answer of each call, which keeps each new process for two seconds."""
    asked = []
    real = NinjaGenerateJsonSchema.generate

    def generate(self: Any, schema: Any, mode: Any = "validation") -> Any:
        asked.append(mode)
        return real(self, schema, mode)

    monkeypatch.setattr(NinjaGenerateJsonSchema, "generate", generate)
    described = description._build()
    calls = sum(len(operations) for operations in described["paths"].values())
    assert len(asked) < 2 * calls  # each has nine answers


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_process_that_takes_connections_has_built_it() -> None:
    """Many ask a new one at once: whoever has to wait is told to come again."""
    with running_site() as site, ThreadPoolExecutor(24) as threads:
        answers = list(threads.map(requests.get, [site.address + ADDRESS] * 24))
    assert [answer.status_code for answer in answers] == [200] * 24


def test_a_program_that_has_the_description_does_not_get_it_again(client: Client) -> None:
    tag = client.get(ADDRESS)["ETag"]
    again = client.get(ADDRESS, headers={"If-None-Match": tag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", tag)
    assert client.get(ADDRESS, headers={"If-None-Match": '"other"'}).status_code == 200


def test_reading_the_description_is_counted(
    monkeypatch: pytest.MonkeyPatch, client: Client
) -> None:
    monkeypatch.setitem(limits.PER_MINUTE, "anonymous call", 3)
    answers = [client.get(ADDRESS).status_code for _ in range(8)]
    assert answers[0] == 200
    assert answers[-1] == 429


def test_the_page_names_every_call_and_every_form_that_it_refers_to(client: Client) -> None:
    page = client.get("/api/").content.decode()
    for path, operations in client.get(ADDRESS).json()["paths"].items():
        for method in operations:
            assert f"<b>{method.upper()}</b> {path}</code>" in page
    anchors = set(re.findall(r'<section class="panel stack" id="(\w+)"', page))
    assert set(re.findall(r'href="#(\w+)"><code>', page)) <= anchors
    assert "GameNews" in anchors


def test_the_footer_leads_to_the_page(client: Client) -> None:
    assert 'href="/api/"' in client.get("/").content.decode()


def test_a_description_that_cannot_be_built_is_tried_again() -> None:
    results: list[dict[str, object]] = []

    def build() -> object:
        if not results:
            results.append({})
            raise RuntimeError
        return {"info": {"description": ""}, "paths": {}, "components": {"schemas": {}}}

    made = Description(build)  # type: ignore[arg-type]
    with pytest.raises(RuntimeError):
        _ = made.made
    assert made.made.reference.calls == []
