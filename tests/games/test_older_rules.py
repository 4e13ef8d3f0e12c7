"""A game that was played by older rules, over and packed, on every page that shows games."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.db.models import Max
from django.test import Client
from django.utils import timezone

from accounts.models import User
from boardgames.supervisor.home import CHECKOUT
from games import game_cache
from games.archive import transfer
from games.models import Game, Move
from games.rules import registry
from games.storage import packing
from tests.people import person
from tests.security.routes import address, all_routes

GOLDEN = CHECKOUT / "tests/rules/records/golden"
PAGES = (
    *("/games/{id}/", "/games/{id}/?at=0", "/games/{id}/?at=7", "/games/{id}/log/"),
    *("/games/{id}/moves.atom", "/games/{id}/picture.png", "/games/{id}/card.png"),
    *("/games/{id}/glance.png", "/games/{id}/better/", "/games/{id}/play-on/?at=3"),
    *("/api/v1/games/{id}", "/api/v1/games/{id}?at=5", "/api/v1/games?status=finished&mine=1"),
    *("/api/v1/games/{id}/record.json", "/api/v1/games/{id}/record.txt"),
    *("/my/", "/players/anna/", "/players/anna/games/", "/games/types/{type}/"),
    *("/accounts/exports/", "/accounts/exports/csv/", "/accounts/exports/bgstats/"),
)


#: What stands beside a game's number in its addresses.
BESIDE = {
    "vote_id": 1,
    "number": 3,
    "kind": "x",
    "language": "de",
    "index": 0,
    "message_id": 1,
    "line_id": 1,
}


def packed(slug: str) -> Game:
    """A game of anna and ben by the rules before these, in one row."""
    document = json.loads((GOLDEN / f"{slug}.json").read_text())
    document["seats"][0].update(name="anna", bot=None)
    document["seats"][1].update(name="ben", bot=None)
    document["finished_at"] = (timezone.now() - timedelta(days=90)).isoformat()
    game = transfer.import_game(document)
    older = registry.get(slug).version - 1
    Move.objects.filter(game=game).update(rules_version=older)
    Game.objects.filter(pk=game.pk).update(rules_version=older)
    newest = Move.objects.aggregate(Max("pk"))["pk__max"]
    assert packing.pack(game.pk, timezone.now() - timedelta(days=30), newest)
    return game


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", registry.OWN)
def test_every_page_shows_it_or_says_why_not(anna: User, ben: User, slug: str) -> None:
    game = packed(slug)
    for reader in (anna, ben, None):
        client = Client()
        if reader:
            client.force_login(reader)
        for page in PAGES:
            game_cache.cache.forget()
            status = client.get(page.format(id=game.pk, type=slug)).status_code
            allowed = (200, 404) if reader else (200, 302, 401, 403, 404)
            assert status in allowed, f"{page} for {reader}: {status}"
    owner = Client()
    owner.force_login(anna)
    assert owner.get(f"/games/{game.pk}/").status_code == 200
    assert "Result" in owner.get(f"/api/v1/games/{game.pk}/record.txt").content.decode()
    golden = json.loads((GOLDEN / f"{slug}.json").read_text())
    record = owner.get(f"/api/v1/games/{game.pk}/record.json").json()
    assert {row["rules_version"] for row in record["moves"]} == {registry.get(slug).version - 1}
    assert len(record["moves"]) == len(golden["moves"])


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", registry.OWN)
def test_each_address_of_a_game_answers(anna: User, ben: User, slug: str) -> None:
    """All that have a game's number, as the service knows them: to players, a stranger, an
    administrator and nobody."""
    game = packed(slug)
    values = {"game_id": game.pk, "object_id": game.pk, "slug": slug, **BESIDE}
    routes = {pattern for _name, pattern in all_routes() if "game_id" in pattern}
    assert len(routes) > 80
    admin = person("ada", is_staff=True, is_superuser=True)
    for reader in (anna, ben, person("stranger"), admin, None):
        client = Client()
        if reader:
            client.force_login(reader)
        for pattern in sorted(routes):
            game_cache.cache.forget()
            status = client.get(address(pattern, values)).status_code
            assert status < 500, f"{pattern} for {reader}: {status}"
