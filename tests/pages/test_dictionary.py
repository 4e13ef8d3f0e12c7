"""What the tables of a game type have in common does not travel to a browser that has it."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from typing import Any

import pytest
import zstandard
from django.test import Client
from django.urls import reverse
from playwright.sync_api import expect

from accounts.models import User
from boardgames.supervisor.home import CHECKOUT
from games.lobby import open_games
from games.models import Package
from games.pages.drawing import dictionary
from games.pages.drawing.dictionary import of_type
from games.rules import registry
from tests.browser import People
from tests.pages.reading import mover
from tests.pages.test_in_browser import Open, open_, path  # noqa: F401
from tests.pages.test_table import have
from tests.people import person
from tests.platform.test_compressing import unpacked

_ELSEWHERE = """
import django
django.setup()
from games.pages.drawing.dictionary import of_type
from games.rules import registry
print([of_type(registry.get(slug), "de").name for slug in registry.OWN])
"""


def _game(slug: str, *names: str) -> int:
    first, *others = [person(name) for name in names]
    game = open_games.create(first.pk, slug, len(names)).game
    for user in others:
        open_games.join_game(game.pk, user.pk)
    return game.pk


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client


def _with(slug: str) -> dict[str, str]:
    """What a browser says that has the dictionary in English."""
    made = of_type(registry.get(slug), "en")
    assert made
    return {"Accept-Encoding": "gzip, zstd, dcz", "Available-Dictionary": made.name}


@pytest.mark.django_db
@pytest.mark.parametrize("slug", registry.OWN)
def test_a_page_travels_in_half_of_the_bytes(slug: str) -> None:
    game_id, made = _game(slug, "anna", "ben"), of_type(registry.get(slug), "en")
    path = reverse("game", args=[game_id])
    before = signed_in("anna").get(path, headers={"Accept-Encoding": "gzip"})
    after = signed_in("anna").get(path, headers=_with(slug))
    assert made
    assert after.headers["Content-Encoding"] == "dcz"
    assert len(after.content) < len(before.content) / 2
    page, same = unpacked(after.content, made), gzip.decompress(before.content)
    assert b"data-table" in page
    assert have(page.decode()) == have(same.decode())


@pytest.mark.django_db
def test_so_does_what_a_page_lacks() -> None:
    game_id, made = _game("bali", "anna", "ben"), of_type(registry.get("bali"), "en")
    path = reverse("game-news", args=[game_id])
    before = signed_in("anna").get(path, headers={"Accept-Encoding": "gzip"})
    after = signed_in("anna").get(path, headers=_with("bali"))
    assert made
    assert len(after.content) < len(before.content) * 2 / 3
    assert b'"regions"' in unpacked(after.content, made)


@pytest.mark.django_db
def test_the_page_names_it_and_it_is_for_that_table_alone() -> None:
    game_id = _game("imhotep", "anna", "ben")
    address = reverse("game-dictionary", args=["imhotep", "en", game_id])
    page = signed_in("anna").get(reverse("game", args=[game_id])).content.decode()
    assert f'rel="compression-dictionary" href="{address}?' in page
    answer = Client().get(address, headers={"Accept-Encoding": "gzip, zstd"})
    made = of_type(registry.get("imhotep"), "en")
    assert made
    assert zstandard.decompress(answer.content, 1_000_000) == made.text
    assert answer.headers["Use-As-Dictionary"] == f'match="/games/{game_id}/*"'
    assert "immutable" in answer.headers["Cache-Control"]
    plain = Client().get(address)
    assert plain.content == made.text


@pytest.mark.django_db
@pytest.mark.parametrize("stage", ["alpha", "beta"])
def test_a_table_names_none_while_strangers_cannot_fetch_it(stage: str) -> None:
    game_id = _game("imhotep", "anna", "ben")
    Package.objects.create(type="imhotep", stage=stage)
    address = reverse("game-dictionary", args=["imhotep", "en", game_id])
    page = signed_in("anna").get(reverse("game", args=[game_id])).content.decode()
    assert Client().get(address).status_code == 404
    assert "data-table" in page
    assert "compression-dictionary" not in page


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["/games/types/nonsense/dictionary/en/1/", "/games/types/bali/dictionary/xx/1/"],
)
def test_of_nonsense_there_is_none(address: str) -> None:
    assert Client().get(address).status_code == 404


@pytest.mark.slow
def test_each_process_makes_the_same() -> None:
    """Whatever the order in which it keeps what has none."""
    made = [of_type(registry.get(slug), "de") for slug in registry.OWN]
    told = subprocess.run(
        [sys.executable, "-c", _ELSEWHERE],
        cwd=CHECKOUT,
        env={**os.environ, "PYTHONHASHSEED": "1", "DJANGO_SETTINGS_MODULE": "boardgames.settings"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.strip() == str([each and each.name for each in made])


@pytest.mark.django_db
def test_a_package_that_fails_has_none_and_its_tables_travel_as_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(rules: Any) -> bytes:
        raise ZeroDivisionError

    game_id = _game("bali", "anna", "ben")
    said = _with("bali")
    of_type.cache_clear()
    monkeypatch.setattr(dictionary, "_text", fail)
    address = reverse("game-dictionary", args=["bali", "en", game_id])
    assert Client().get(address).status_code == 404
    answer = signed_in("anna").get(reverse("game", args=[game_id]), headers=said)
    of_type.cache_clear()
    assert answer.headers["Content-Encoding"] == "zstd"
    assert b"data-table" in zstandard.decompress(answer.content)


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_browser_fetches_it_and_reads_the_next_page_and_an_answer_by_it(
    open_: Open,  # noqa: F811
    people: People,
    anna: User,
    ben: User,
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2).game
    open_games.join_game(game.pk, ben.pk)
    User.objects.update(confirm_turns=False)
    page = open_(mover(game), "/about/help/")
    with page.expect_response("**/dictionary/**") as fetched:
        page.goto(path(game))
    fetched.value.finished()
    with page.expect_response(f"**{path(game)}") as read:
        page.reload()
    assert read.value.header_value("content-encoding") == "dcz"
    with page.expect_response("**/choose/") as answered:
        page.locator(".decision-choices button").first.dispatch_event("click")
    assert answered.value.header_value("content-encoding") == "dcz"
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    assert not people.errors
