"""The game sent along with its news: to those who follow it, and only what they may see."""

from __future__ import annotations

import time
from typing import Any

import msgspec
import pytest

from accounts.models import User
from boardgames.redis import best_effort, messages
from games.live import subscribers
from games.live.news import Change
from games.showing import snapshot
from games.storage import position
from games.storage.position import Position
from tests.games.playing import answer, seat_of, to_kind


@pytest.fixture
def table(transactional_db: None, duel: Position) -> Position:
    return duel


@pytest.fixture
def changes(monkeypatch: pytest.MonkeyPatch) -> list[Change]:
    """What goes out to the web processes."""
    told: list[Change] = []

    def publish(message: bytes, *_ringing: bytes) -> bool:
        news = messages.read_message(message)
        assert isinstance(news, Change)
        told.append(news)
        return True

    monkeypatch.setattr(best_effort, "publish", publish)
    return told


def holder(table: Position, index: int) -> User:
    holder = seat_of(table.game.pk, index).user
    assert holder is not None
    return holder


def follow(table: Position, who: User, until: float = 60) -> None:
    key = subscribers.key(table.game.pk)
    best_effort._client.zadd(key, {f"{who.pk}/a-socket": time.time() + until})


def shown(change: Change) -> dict[int, Any]:
    return {user_id: msgspec.json.decode(game) for user_id, game in change.games.items()}


def as_asked_for(table: Position, who: User, since: int) -> Any:
    """What a look would give."""
    here = position.load(table.game.pk, who.pk)
    return msgspec.json.decode(msgspec.json.encode(snapshot.game(here, who.pk, since)))


def test_to_nobody_who_does_not_follow(table: Position, changes: list[Change]) -> None:
    answer(table.game.pk, 0)
    assert [change.games for change in changes] == [{}]


def test_the_others_get_what_a_look_would_give(table: Position, changes: list[Change]) -> None:
    """Move by move to the end of the game, sealed answers and held turns included."""
    game_id, versions = table.game.pk, []
    for index in (0, 1):
        follow(table, holder(table, index))
    while (mover := next((s for s in (0, 1) if seat_of(game_id, s).to_move), None)) is not None:
        changes.clear()
        answer(game_id, mover)
        (change,) = changes
        other = holder(table, 1 - mover)
        assert holder(table, mover).pk not in change.games
        if other.pk in change.newest:
            assert shown(change) == {other.pk: as_asked_for(table, other, change.since)}
            versions.append(change.version)
        else:
            assert change.games == {}
    assert len(versions) > 5


def test_what_can_be_taken_back_is_sent_to_nobody(table: Position, changes: list[Change]) -> None:
    game_id = table.game.pk
    for index in (0, 1):
        follow(table, holder(table, index))
    seat = to_kind(game_id, "light_lantern")
    changes.clear()
    answer(game_id, seat)
    assert changes[-1].public < changes[-1].version
    assert changes[-1].games == {}
    answer(game_id, seat)
    other = holder(table, 1 - seat)
    told = {entry["version"] for entry in shown(changes[-1])[other.pk]["log"]}
    assert told == {changes[-2].version, changes[-1].version}


def test_a_player_who_has_left_without_a_word_is_forgotten(
    table: Position, changes: list[Change]
) -> None:
    follow(table, holder(table, 1), until=-1)
    answer(table.game.pk, 0)
    assert changes[-1].games == {}
