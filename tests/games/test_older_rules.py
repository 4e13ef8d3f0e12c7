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


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", registry.OWN)
def test_every_page_shows_it_or_says_why_not(anna: User, ben: User, slug: str) -> None:
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
    for person in (anna, ben, None):
        client = Client()
        if person:
            client.force_login(person)
        for page in PAGES:
            game_cache.cache.forget()
            address = page.format(id=game.pk, type=slug)
            status = client.get(address).status_code
            allowed = (200, 404) if person else (200, 302, 401, 403, 404)
            assert status in allowed, f"{address} for {person}: {status}"
    owner = Client()
    owner.force_login(anna)
    assert owner.get(f"/games/{game.pk}/").status_code == 200
    assert "Result" in owner.get(f"/api/v1/games/{game.pk}/record.txt").content.decode()
    record = owner.get(f"/api/v1/games/{game.pk}/record.json").json()
    assert {row["rules_version"] for row in record["moves"]} == {older}
    assert len(record["moves"]) == len(document["moves"])
