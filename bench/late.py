"""Tables late in the game: of every type with the most players and everything that its options
add, from three quarters of a game on, opened by the player asked after each move."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator, Mapping
from time import process_time
from typing import TYPE_CHECKING, Any

from bench import service
from bench.extent import Extent
from bench.figures import Row
from bench.forms import forms
from games.rules import registry
from games.rules.engine import Rules
from games.rules.engine.play import play_out, random_choice

if TYPE_CHECKING:
    from django.test import Client

MOVES = 25
#: Until a page has the news of a move, in ms.
NEWS = 700


def run(extent: Extent) -> Iterator[Row]:
    moves = MOVES * 4 if extent.full else MOVES
    with service.running() as url:
        import django

        django.setup()
        from playwright.sync_api import sync_playwright

        from tests.browser import launch

        # Playwright keeps an event loop in this thread; Django need not mind.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        with sync_playwright() as playwright:
            chromium = launch(playwright)
            for rules in registry.all():
                yield _table(rules, moves, chromium, url)
            chromium.close()


def _table(rules: Rules[Any], moves: int, chromium: Any, url: str) -> Row:
    from bench import hot, world
    from bench.pages import Visit
    from games.models import Game, Seat

    players, (*_less, (form, options)) = max(rules.players), forms(rules)
    users, rng = world.people(players, rules.slug), random.Random(1)
    bots = [random_choice] * players
    length = play_out(rules, players, options, rng.randbytes(32), bots, rng).decisions
    game_id = world.start(rules.slug, users, options)
    while Game.objects.get(pk=game_id).number < length * 3 // 4:
        world.move(game_id, rng)
    visit = Visit(chromium, url, users[0])
    visit.open(f"/games/{game_id}/")
    first_load = visit.first_load()["first_load_bytes"]
    clients = {user.pk: hot.signed_in(user) for user in users}
    for client in clients.values():  # what is read at the first time
        client.get(f"/games/{game_id}/")
    times, pages, refreshes = [], [], []
    for _move in range(moves):
        if not Seat.objects.filter(game=game_id, to_move=True).exists():
            break
        milliseconds, length = _opened(game_id, clients)
        times.append(milliseconds)
        pages.append(length)
        visit.received.clear()
        world.move(game_id, rng)
        visit.page.wait_for_timeout(NEWS)
        refreshes.append(max(visit.received, default=0))
    visit.close()
    return {
        "type": rules.slug,
        "form": form,
        "players": players,
        "moves": len(times),
        "page_cpu_ms": {"median": sorted(times)[len(times) // 2], "most": max(times)},
        "page_bytes": max(pages),
        "first_load_bytes": first_load,
        "refresh_bytes": round(max(refreshes)),
    }


def _opened(game_id: int, clients: Mapping[int, Client]) -> tuple[float, int]:
    """The page of the player asked: CPU time in ms, and bytes as they travel."""
    from games.models import Seat

    seat = Seat.objects.filter(game=game_id, to_move=True)[0]
    client = clients[seat.user_id or 0]
    start = process_time()
    answer = client.get(f"/games/{game_id}/", headers={"accept-encoding": "gzip"})
    return round(1000 * (process_time() - start), 1), len(answer.content)
