"""The shortest and the longest games that a search finds, on every page that shows games.

`STEERED=3000` searches for minutes; `-rP` shows what was found (docs/trials.md has the figures).
"""

from __future__ import annotations

import os
import time

import msgspec
import pytest
from django.test import Client

from accounts.models import User
from games.archive import transfer
from games.rules import registry
from games.rules.records.fairness import verify
from tests.games.steering import extreme
from tests.games.test_older_rules import PAGES

TRIES = int(os.environ.get("STEERED", "60"))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("longest", [False, True], ids=["shortest", "longest"])
@pytest.mark.parametrize("slug", registry.OWN)
def test_every_page_shows_it(anna: User, ben: User, slug: str, longest: bool) -> None:
    document = extreme(registry.get(slug), longest=longest, tries=TRIES)
    verify(document)
    record = len(msgspec.json.encode(document))
    for place, user in zip(document["seats"], (anna, ben), strict=False):
        place["name"], place["bot"] = user.username, None
    document["finished_at"] = "2026-11-01T12:00:00+00:00"
    game = transfer.import_game(document)
    client = Client()
    client.force_login(anna)
    taken = {}
    for page in PAGES:
        begun = time.process_time()
        answer = client.get(page.format(id=game.pk, type=slug))
        taken[page] = time.process_time() - begun, len(answer.content)
        assert answer.status_code == 200 or (page, answer.status_code) in MAY_REFUSE, page
    slowest, largest = (max(taken, key=lambda page: taken[page][n]) for n in (0, 1))
    print(
        f"{slug}: {document['players']} players, {len(document['moves']) - 1} choices, "
        f"{record} bytes; slowest {slowest} {taken[slowest][0]:.2f} s; "
        f"largest {largest} {taken[largest][1]} bytes"
    )


#: What an imported game has not.
MAY_REFUSE = {("/games/{id}/play-on/?at=3", 405)}
