"""A table is light, as it travels: late in a game of all the players that it may have, a first
visit costs less than 250 kB, and what a move changes less than 30 kB."""

from __future__ import annotations

import gzip
import json
import random
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from accounts.models import User
from boardgames.web.static_files import as_served, joined
from games.lobby import open_games
from games.models import Move
from games.moves.recording import append
from games.rules import registry
from games.rules.engine import Choice, Game, as_data
from games.storage.position import load, locked
from tests.games.playing import asked, user_of
from tests.pages.test_table import have
from tests.people import person

#: Letters of other languages have a file of their own, which comes when one is met.
FONTS = [
    *("fonts/source-sans-3-latin-wght-normal.woff2", "fonts/source-sans-3-latin-wght-italic.woff2"),
    "fonts/vollkorn-latin-wght-normal.woff2",
]
#: Of the log a page shows less than so many moves.
LOGGED = 70


def late(slug: str) -> int:
    """A game of all players that is nearly over, as they have played it by chance."""
    rules = registry.get(slug)
    people = [person(f"player{seat}") for seat in range(max(rules.players))]
    game = open_games.create(people[0].pk, slug, len(people)).game
    for user in people[1:]:
        open_games.join_game(game.pk, user.pk)
    with locked(game.pk) as position:
        here = position.running()
        choices = _to_the_end(here.copy())
        soon = len(choices) * 9 // 10
        for number, (seat, choice) in enumerate(choices[:soon]):
            here.choose(seat, choice)
            if number >= soon - LOGGED:
                mover, answered = position.seats[seat], here.answered
                assert answered
                append(position, Move.Action.CHOOSE, mover, barrier=True, kind=answered.kind)
    return game.pk


def _to_the_end(game: Game[Any]) -> list[tuple[int, Choice]]:
    rng, taken = random.Random(3), []
    while game.result() is None:
        decision = rng.choice(game.decisions())
        choice = decision.sample(rng.choice(decision.choices), rng)
        taken.append((decision.seat, choice))
        game.choose(decision.seat, choice)
    return taken


class Sources(dict[str, bytes]):
    """Our static files, by name."""

    def __missing__(self, name: str) -> bytes:
        found = finders.find(name)
        assert isinstance(found, str), name
        return Path(found).read_bytes()


@cache
def file_size(name: str) -> int:
    """What a file costs on its way: text compressed, as the service keeps it."""
    content = as_served(name, joined(name, Sources()))
    return len(content) if name.endswith((".woff2", ".png")) else len(gzip.compress(content))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("slug", registry.OWN)
def test_a_late_table_is_light_at_first_and_when_something_happens(slug: str) -> None:
    game_id = late(slug)
    seat = asked(game_id)[0]
    client = Client(headers={"accept-encoding": "gzip", "accept-language": "de"})
    user_id = user_of(game_id, seat)
    client.force_login(User.objects.get(pk=user_id))
    address = f"/games/{game_id}/"
    page = client.get(address)
    assert page.headers["Content-Encoding"] == "gzip"
    html = gzip.decompress(page.content).decode()
    files = {*re.findall(r'(?:href|src)="/static/([^"#?]+)', html), *FONTS}
    assert {"css/base.css", "js/table/table.js", f"{slug}/board.css", "kit/icons.svg"} <= files
    first = {name: file_size(name) for name in files} | {"page": len(page.content)}
    assert sum(first.values()) < 250_000, sorted(first.items(), key=lambda each: -each[1])

    here = load(game_id, user_id)
    decision = here.running().decision(seat)
    assert decision
    choice = json.dumps(as_data(decision.example(decision.choices[0])))
    form = {"choice": choice, "version": here.version, "have": have(html)}
    answer = client.post(f"{address}choose/", form, headers={"accept": "application/json"})
    assert answer.status_code == 200, answer.content[:300]
    assert len(answer.content) < 30_000
