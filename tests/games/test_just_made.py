"""Positions that moves of a process have just led to, and when they are read again all the same."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import pytest
from markupsafe import Markup

from accounts.models import User
from games.live import pages
from games.live.consumers import GameConsumer
from games.live.news import change_of
from games.live.pages import Viewer
from games.live.watching import Watcher
from games.moves import actions
from games.pages.drawing.drawing_cache import Drawn
from games.pages.drawing.regions import Region
from games.storage import position as positions
from games.storage.position import Position, for_another, lately, load
from tests.games.playing import answer, to_kind, user_of


@pytest.fixture
def table(transactional_db: None, duel: Position) -> Position:
    return duel


def newest(game_id: int) -> Position:
    position = lately(game_id, load(game_id, user_of(game_id, 0)).game.version, since=0.0)
    assert position is not None
    return position


def test_a_move_leaves_its_position(table: Position) -> None:
    game_id, before = table.game.pk, time.monotonic()
    answer(game_id, 0)
    answer(game_id, 1)
    stored = load(game_id, user_of(game_id, 0))
    position = newest(game_id)
    assert (position.version, position.number) == (stored.version, stored.number)
    assert bytes(position.game.state) == bytes(stored.game.state)
    assert before < position.asked_at < time.monotonic()


def test_it_is_of_its_version_alone(table: Position) -> None:
    answer(table.game.pk, 0)
    version = newest(table.game.pk).version
    for other in (version - 1, version + 1):
        assert lately(table.game.pk, other, since=0.0) is None
    assert lately(table.game.pk + 1, version, since=0.0) is None


def test_whoever_has_heard_of_something_else_since_it_was_read_has_the_game_read(
    table: Position,
) -> None:
    answer(table.game.pk, 0)
    position = newest(table.game.pk)
    heard = position.asked_at
    assert lately(table.game.pk, position.version, since=heard - 0.001) is position
    assert lately(table.game.pk, position.version, since=heard) is None


def test_it_lasts_a_moment(table: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    answer(table.game.pk, 0)
    position, now = newest(table.game.pk), time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + positions.LASTS + 0.1)
    assert lately(table.game.pk, position.version, since=0.0) is None


def test_nobody_is_shown_what_may_be_taken_back(table: Position, cleo: User) -> None:
    game_id = table.game.pk
    seat = to_kind(game_id, "light_lantern")
    mover, other = user_of(game_id, seat), user_of(game_id, 1 - seat)
    answer(game_id, seat)
    position = newest(game_id)
    mine = for_another(position, mover)
    assert mine is not None
    assert mine.version == position.version
    assert mine.rules is not position.rules  # nobody thinks about the same game at the same time
    assert for_another(position, other) is None
    answer(game_id, seat)
    assert for_another(newest(game_id), other) is not None
    # Whether they may see the game at all is read.
    assert for_another(newest(game_id), cleo.pk) is None
    assert for_another(newest(game_id), None) is None


def test_a_turn_that_is_taken_back_leaves_the_position_after_that(table: Position) -> None:
    game_id = table.game.pk
    seat = to_kind(game_id, "light_lantern")
    before = bytes(load(game_id, user_of(game_id, seat)).game.state)
    answer(game_id, seat)
    version = newest(game_id).version
    actions.undo(game_id, user_of(game_id, seat), version=version)
    assert newest(game_id).version == version + 1
    assert bytes(newest(game_id).game.state) == before


def test_a_socket_that_has_heard_of_something_else_has_the_game_read(
    table: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn_from: list[Position | None] = []

    async def at(game_id: int, version: int, viewer: Viewer, known: Position | None) -> None:
        drawn_from.append(known)

    monkeypatch.setattr(pages, "at", at)
    answer(table.game.pk, 0)
    position = newest(table.game.pk)
    change = change_of(position.game, position.seats)

    async def listen() -> None:
        socket = GameConsumer()
        socket.game_id, socket.user, socket.player = table.game.pk, None, ""
        socket.language, socket.zone = "en", "UTC"
        socket.waiting, socket.something, socket.beside_at = deque(), asyncio.Event(), 0.0
        socket.base = "board:before"
        watcher = Watcher(0, "", 0)
        socket.heard(change)
        await socket.page(position.version, change, watcher)
        await socket.page(position.version, None, watcher)
        socket.heard('{"type": "table"}')
        await socket.page(position.version, change, watcher)

    asyncio.run(listen())
    assert drawn_from == [position, None, None]


def test_a_page_that_has_had_a_newer_answer_while_it_was_drawn_for_is_sent_no_older_one(
    table: Position, monkeypatch: pytest.MonkeyPatch
) -> None:
    socket, sent = GameConsumer(), list[object]()
    shown = pages.Shown(5, {}, {"board": Region(Drawn(Markup("")))})

    async def at(*_asked: object) -> pages.Shown:
        await socket.receive('{"have": "board:new", "version": 6}')
        return shown

    async def send(text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        sent.append(text_data)

    monkeypatch.setattr(pages, "at", at)
    monkeypatch.setattr(socket, "send", send)
    socket.game_id, socket.user, socket.player = table.game.pk, None, ""
    socket.language, socket.zone, socket.follows, socket.beside_at = "en", "UTC", "page", 0.0
    socket.base, socket.has = "board:before", 4
    asyncio.run(socket.tell_of(5, 4, None, Watcher(0, "", 0)))
    assert sent == ['{"type":"game","version":5,"with":"page"}']
    assert (socket.base, socket.has) == ("board:new", 6)
