"""What is kept of games has one bound, in bytes, and what it counts is what memory takes."""

from __future__ import annotations

import gc
import random
import time
import tracemalloc

import pytest
from django.test import Client

from accounts.models import User
from boardgames.http import gauges
from boardgames.redis import best_effort
from games import game_cache
from games.game_cache import GameCache, cache
from games.live.pages import Viewer
from games.lobby import open_games
from games.pages.table.view import pushing
from tests.games.playing import answer, asked


def test_beyond_the_bound_the_game_goes_that_nothing_was_kept_of_for_longest() -> None:
    kept = GameCache(most=100)
    kept.put(1, "board", "one", 40)
    kept.put(2, "board", "two", 40)
    kept.put(1, "page", "of one", 15)
    assert (kept.bytes, len(kept)) == (95, 2)
    kept.put(3, "board", "three", 40)
    assert kept.get(2, "board") is None
    assert [kept.get(1, "board"), kept.get(1, "page"), kept.get(3, "board")] == [
        "one",
        "of one",
        "three",
    ]
    assert (kept.bytes, len(kept)) == (95, 2)


def test_what_takes_another_s_place_is_counted_in_its_place() -> None:
    kept = GameCache(most=100)
    first, second = object(), object()
    kept.put(1, "board", first, 60)
    kept.put(1, "board", second, 50)
    assert kept.bytes == 50
    assert kept.get(1, "board") is second


class Hours:
    """What a clock shows that goes only when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Hours:
    hours = Hours()
    monkeypatch.setattr(time, "monotonic", hours)
    return hours


def test_what_has_had_its_time_is_not_there_and_goes_with_the_next_that_is_kept(
    clock: Hours,
) -> None:
    kept = GameCache(most=100)
    kept.put(1, "board", "one", 40)
    kept.put(1, "page", "of one", 20, lasts=5.0)
    clock.now = 6.0
    assert [kept.get(1, "board"), kept.get(1, "page")] == ["one", None]
    clock.now = game_cache.LASTS + 1
    assert kept.get(1, "board") is None
    kept.put(1, "line", "new", 10)
    assert (kept.bytes, len(kept)) == (10, 1)


def test_a_game_that_nobody_is_at_any_more_goes_when_something_is_kept_of_another(
    clock: Hours,
) -> None:
    kept = GameCache(most=100)
    kept.put(1, "board", "one", 40)
    clock.now = 1.0
    kept.put(2, "board", "two", 40)
    clock.now = game_cache.LASTS + 0.5
    kept.put(3, "board", "three", 5)
    assert (kept.bytes, len(kept), kept.get(2, "board")) == (45, 2, "two")


def test_what_is_there_is_not_made_again() -> None:
    kept, made = GameCache(most=100), list[str]()

    def make() -> str:
        made.append("board")
        return "drawn"

    assert [kept.get_or_make(1, "board", make, len), kept.get_or_make(1, "board", make, len)] == [
        "drawn"
    ] * 2
    assert (made, kept.bytes) == (["board"], 5)
    assert kept.get_or_make(2, "board", make, len) == "drawn"
    assert made == ["board", "board"]


@pytest.mark.slow
@pytest.mark.parametrize("type_", ["bora_bora", "imhotep"])
def test_what_is_counted_is_what_is_freed(
    type_: str, transactional_db: None, anna: User, ben: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To a quarter; and nothing else holds the drawings."""
    monkeypatch.setattr(best_effort, "publish", lambda *messages: True)
    rng, game_id = random.Random(2), open_games.create(anna.pk, type_, 2).game.pk
    open_games.join_game(game_id, ben.pk)
    viewers = [Viewer(anna.pk, True, "en", "UTC"), Viewer(ben.pk, True, "en", "UTC"),
               Viewer(None, False, "de", "UTC")]  # fmt: skip
    for who in viewers:  # templates are read, and what is the same in every game is kept
        pushing.draw_page(game_id, who)
    cache.forget()
    tracemalloc.start()
    try:
        for _move in range(12):
            answer(game_id, asked(game_id)[0], rng.choice)
            for who in viewers:
                shown = pushing.draw_page(game_id, who)
                assert shown
                assert shown.message("")
        del shown
        gc.collect()
        counted, before = cache.bytes, tracemalloc.get_traced_memory()[0]
        cache.forget()
        gc.collect()
        freed = before - tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert counted > 500_000
    assert 0.75 < counted / freed < 1.33, (counted, freed)


def test_it_is_told_to_prometheus(client: Client, db: None) -> None:
    cache.put(1, "board", "one", 4321)
    gauges.look()
    text = client.get("/metrics").content.decode()
    assert "kept_bytes 4321.0" in text
    assert "kept_games 1.0" in text
    assert gauges.noted == [game_cache.set_gauges]
