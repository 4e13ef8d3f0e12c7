"""Many at the same instant: real connections, real locks."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from accounts.models import User
from games.errors import Busy, GameError
from games.lobby import limits, open_games
from games.models import Game, Move
from games.moves import actions
from games.storage import position
from games.storage.position import Position
from tests.games.api import Caller
from tests.games.playing import to_kind, user_of

THREADS = 20

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(act: Callable[[int], Any], number: int = THREADS) -> list[Any]:
    """What each thread got; they all begin together."""
    barrier = threading.Barrier(number)
    results: list[Any] = [None] * number

    def run(index: int) -> None:
        try:
            barrier.wait()
            results[index] = act(index)
        except GameError as error:
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[index]) for index in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


@pytest.mark.slow
@pytest.mark.parametrize("guest", [True, False])
def test_of_twenty_games_opened_at_once_no_more_wait_than_may(
    monkeypatch: pytest.MonkeyPatch, lanterns: None, guest: bool
) -> None:
    monkeypatch.setattr(limits, "MOST_OPEN", 7)
    user = User.objects.create(username="g", is_guest=guest)
    made = at_once(lambda _index: open_games.create(user.pk, "lanterns", 2))
    refused = [one.code for one in made if isinstance(one, GameError)]
    most = limits.GUESTS_MOST_OPEN if guest else limits.MOST_OPEN
    assert refused == ["too_many_open"] * (THREADS - most)
    assert Game.objects.count() == most


def test_twenty_moves_for_one_decision_make_one(transactional_db: None, duel: Position) -> None:
    game_id = duel.game.pk
    seat = to_kind(game_id, "light_lantern")
    user = User.objects.get(pk=user_of(game_id, seat))
    callers = [Caller(user) for _thread in range(THREADS)]
    _, game = callers[0].get(f"games/{game_id}")
    answers = at_once(lambda index: callers[index].move(game, ["red"])[0])
    assert Counter(answers) == {200: 1, 409: THREADS - 1}
    assert Move.objects.filter(game_id=game_id, kind="light_lantern").count() == 1
    assert Game.objects.get(pk=game_id).version == game["version"] + 1


@pytest.mark.slow
def test_twenty_repeats_with_one_key_are_one_move_and_twenty_answers(
    transactional_db: None, duel: Position
) -> None:
    game_id = duel.game.pk
    seat = to_kind(game_id, "light_lantern")
    user = User.objects.get(pk=user_of(game_id, seat))
    callers = [Caller(user) for _thread in range(THREADS)]
    _, game = callers[0].get(f"games/{game_id}")
    answers = at_once(lambda index: callers[index].move(game, ["red"], key="once"))
    assert [status for status, _game in answers] == [200] * THREADS
    assert all(shown == answers[0][1] for _status, shown in answers)
    assert Move.objects.filter(game_id=game_id, kind="light_lantern").count() == 1


def test_sealed_answers_of_all_seats_at_once_all_count(
    transactional_db: None, duel: Position
) -> None:
    game_id = duel.game.pk
    users = [user_of(game_id, seat) for seat in (0, 1)]
    hands = [position.load(game_id, users[seat]).running().decision(seat) for seat in (0, 1)]

    def lay(seat: int) -> None:
        hand = hands[seat]
        assert hand is not None
        actions.choose(game_id, users[seat], hand.choices[0], version=duel.version)

    at_once(lay, 2)
    here = position.load(game_id, None)
    assert here.number == 2
    assert all(card > 0 for card in here.running().state.laid)


def test_the_last_free_seat_is_taken_once(transactional_db: None, anna: User) -> None:
    _, game = Caller(anna).post("games", {"type": "lanterns", "players": 2})
    callers = [
        Caller(User.objects.create_user(f"player{index}", f"p{index}@example.org"))
        for index in range(8)
    ]
    path = f"games/{game['id']}/join"
    answers = at_once(lambda index: callers[index].post(path)[0], 8)
    assert Counter(answers) == {200: 1, 409: 7}
    assert Game.objects.get(pk=game["id"]).number == 0


@pytest.mark.slow
def test_a_lock_that_takes_too_long_is_busy(transactional_db: None, duel: Position) -> None:
    game_id = duel.game.pk
    locked, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Game.objects.select_for_update().get(pk=game_id)
            locked.set()
            done.wait(20)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    locked.wait(10)
    started = time.monotonic()
    try:
        with pytest.raises(Busy):
            actions.resign(game_id, user_of(game_id, 0))
    finally:
        done.set()
        thread.join()
    assert time.monotonic() - started < 15  # not until the other is done
    assert Game.objects.get(pk=game_id).status == "running"
