"""Pages that sockets wait for are drawn one after the other, and none for ever."""

import asyncio
import threading
import time

import pytest

from boardgames.http import watchdog
from games.live import pages
from games.live.pages import Shown, Viewer

ANYBODY = Viewer(None, signed_in=False, language="en", zone="UTC")


def test_pages_are_drawn_one_after_the_other_under_the_watchdogs_eyes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, most, watched = 0, 0, set[bool]()

    def draw(game_id: int, viewer: Viewer, made: None) -> Shown:
        nonlocal now, most
        now += 1
        most = max(most, now)
        watched.add(threading.get_ident() in watchdog.running)
        time.sleep(0.02)
        now -= 1
        return Shown(game_id, {}, {})

    async def ask_for_some() -> list[Shown | None]:
        return await asyncio.gather(*(pages.at(game, game, ANYBODY) for game in range(5)))

    monkeypatch.setattr(pages, "_provided", [draw])
    shown = asyncio.run(ask_for_some())
    assert [page and page.version for page in shown] == [0, 1, 2, 3, 4]
    assert (most, watched) == (1, {True})
    assert not watchdog.running


def test_a_page_that_cannot_be_drawn_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    def draw(game_id: int, viewer: Viewer, made: None) -> Shown:
        return Shown(game_id // (game_id - 1), {}, {})

    async def ask_for_three() -> list[Shown | None]:
        return await asyncio.gather(*(pages.at(game, -9, ANYBODY) for game in range(3)))

    monkeypatch.setattr(pages, "_provided", [draw])
    assert [page is None for page in asyncio.run(ask_for_three())] == [False, True, False]


def test_a_game_with_many_kinds_of_watchers_holds_up_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whoever comes to another game is drawn its page next, and then each game has its turn."""
    drawn, begun, go_on = list[int](), threading.Event(), threading.Event()

    def draw(game_id: int, viewer: Viewer, made: None) -> Shown:
        begun.set()
        assert go_on.wait(10)
        drawn.append(game_id)
        return Shown(game_id, {}, {})

    async def ask() -> None:
        zones = [Viewer(None, signed_in=True, language="en", zone=f"{n}") for n in range(20)]
        asked = [asyncio.create_task(pages.at(1, 1, who)) for who in zones]
        await asyncio.to_thread(begun.wait, 10)
        asked += [asyncio.create_task(pages.at(game, game, ANYBODY)) for game in (2, 3)]
        await asyncio.sleep(0)
        go_on.set()
        await asyncio.gather(*asked)

    monkeypatch.setattr(pages, "_provided", [draw])
    asyncio.run(ask())
    assert drawn[:5] == [1, 2, 3, 1, 1]
    assert len(drawn) == 22


def test_a_page_that_waits_for_its_turn_is_drawn_once_for_all_news_meanwhile(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn, begun, go_on = list[int](), threading.Event(), threading.Event()

    def draw(game_id: int, viewer: Viewer, made: None) -> Shown:
        begun.set()
        assert go_on.wait(10)
        drawn.append(game_id)
        return Shown(5, {}, {})

    async def ask() -> list[Shown | None]:
        asked = [asyncio.create_task(pages.at(1, 1, ANYBODY))]
        await asyncio.to_thread(begun.wait, 10)
        asked += [asyncio.create_task(pages.at(2, version, ANYBODY)) for version in range(1, 6)]
        await asyncio.sleep(0)
        go_on.set()
        return await asyncio.gather(*asked)

    monkeypatch.setattr(pages, "_provided", [draw])
    assert all(asyncio.run(ask()))
    assert drawn == [1, 2]
