"""The manifest, the service worker and the icons, as the server gives them."""

import json
import re
import struct

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_what_there_is(client: Client) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["lang"] == "de"
    assert manifest["name"] == "Reihum"
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    for icon in pictures:
        picture = client.get(icon["src"])
        assert picture["Content-Type"] == "image/png"
        assert "max-age" in picture["Cache-Control"]
        width, height = struct.unpack(">II", picture.content[16:24])
        assert f"{width}x{height}" == icon["sizes"]
    for each in (manifest["start_url"], *(shortcut["url"] for shortcut in manifest["shortcuts"])):
        assert client.get(each).status_code in (200, 302)


def test_every_page_names_manifest_and_icon(client: Client) -> None:
    page = client.get("/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    found = re.search(r'<link rel="apple-touch-icon" href="([^"]+)">', page)
    assert found is not None
    assert client.get(found[1]).status_code == 200


@pytest.mark.parametrize("path", ["/icon/app-100000.png", "/icon/app-0.png", "/icon/icons-192.png"])
def test_other_icons_are_not_drawn(client: Client, path: str) -> None:
    assert client.get(path).status_code == 404


def test_the_service_worker_looks_after_all_pages_and_is_never_an_old_one(client: Client) -> None:
    answer = client.get("/sw.js")
    assert answer["Content-Type"] == "text/javascript"
    assert answer["Cache-Control"] == "no-cache"
    script = answer.content.decode()
    found = re.search(r"^const KEPT = (\[.*\]);$", script, re.MULTILINE)
    assert found is not None
    kept = json.loads(found[1])
    assert kept[0] == "/offline/"
    assert all(client.get(path).status_code == 200 for path in kept[:1])
    assert client.post("/sw.js").status_code == 405


def test_the_page_for_no_connection_shows_nobodys_data(client: Client) -> None:
    page = client.get("/offline/", headers={"Accept-Language": "de"}).content.decode()
    assert "Du bist offline" in page
    assert "csrf" not in page


def test_the_policy_allows_the_worker_and_the_manifest(client: Client) -> None:
    policy = client.get("/")["Content-Security-Policy"]
    assert "worker-src 'self'" in policy
    assert "manifest-src 'self'" in policy
