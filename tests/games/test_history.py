"""Every position a game has had is there, as it was."""

import os
import random
import subprocess
import sys

import pytest
from zstandard import ZstdError

from accounts.models import User
from games.errors import NotFound
from games.lobby import open_games
from games.models import Move
from games.moves import actions, conditions
from games.storage import history, position
from games.storage.position import Position
from tests.games.playing import answer, asked, seat_of, user_of


def test_a_delta_needs_its_own_base() -> None:
    base, state = bytes(range(200)), bytes(range(200)) + b"more"
    frame = history.pack(state, base)
    assert len(frame) < 60
    assert history.unpack(frame, base) == state
    with pytest.raises(ZstdError):
        history.unpack(frame, bytes(reversed(base)))


@pytest.mark.parametrize("seed", range(4))
def test_each_stored_position_is_the_one_that_was_played(
    anna: User, ben: User, cleo: User, seed: int
) -> None:
    """Random play with withdrawals, undo, holding and confirming, against what play returned."""
    rng = random.Random(seed)
    game_id = open_games.create(anna.pk, "lanterns", 3).game.pk
    open_games.join_game(game_id, ben.pk)
    newest = open_games.join_game(game_id, cleo.pk)
    saved = {0: newest.running().save()}
    branches: dict[int, bytes] = {}
    while waiting := asked(game_id):
        seat = rng.choice(waiting)
        user_id = user_of(game_id, seat)
        here = position.load(game_id, user_id)
        if here.running().state.held == seat:
            after = actions.confirm(game_id, user_id, version=here.version)
        else:
            after = answer(game_id, seat, rng.choice, hold=rng.random() < 0.5)
        branches[after.version] = after.running().save()
        saved[after.number] = after.running().save()
        mine = seat_of(game_id, seat)
        if rng.random() < 0.6:
            continue
        if conditions.sealed_answer(after, mine):
            back = actions.withdraw_answer(game_id, user_id, version=after.version)
            saved[back.number] = back.running().save()
        elif conditions.undoable(after, mine):
            back = actions.undo(game_id, user_id, version=after.version)
            assert back.running().save() == saved[back.number]
    last = position.load(game_id, None)
    for number in range(last.number + 1):
        there = position.load(game_id, anna.pk, at=number)
        assert there.running().save() == saved[number]
    some = range(0, last.number + 1, 3)
    course = history.course(game_id, some, last.version)
    assert course == [history.stored(game_id, number, last.version) for number in some]
    for move in Move.objects.filter(game_id=game_id, version__in=branches):
        dead = history.stored(game_id, move.number, move.version)
        assert dead.state == branches[move.version]


def test_moves_that_were_not_made_are_not_found(duel: Position) -> None:
    for number in (1, 99, -1, 2**40, 2**80):
        with pytest.raises(NotFound):
            position.load(duel.game.pk, None, at=number)


def test_no_number_is_too_big_to_be_asked_for(duel: Position) -> None:
    newest = history.stored(duel.game.pk, duel.number, duel.version)
    assert history.stored(duel.game.pk, 10**18, duel.version) == newest


def test_keyframes_come_regularly(duel: Position, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "KEYFRAME_EVERY", 4)
    while waiting := asked(duel.game.pk):
        answer(duel.game.pk, waiting[0])
    keyframes = Move.objects.filter(game=duel.game, keyframe=True)
    assert {move.number % 4 for move in keyframes} == {0}
    assert keyframes.count() >= 3


PACK_AT_ONCE = """
import os
from concurrent.futures import ThreadPoolExecutor
import django
django.setup()
from games.storage.history import pack, unpack

def there_and_back(_):
    state = os.urandom(40_000)
    frame = pack(state, None)
    return unpack(frame, None) == state

with ThreadPoolExecutor(8) as pool:
    print(all(pool.map(there_and_back, range(4_000))))
"""


@pytest.mark.slow
def test_threads_pack_at_once() -> None:
    """A compressor shared by threads takes the whole process down, so this one has its own."""
    done = subprocess.run(
        [sys.executable, "-c", PACK_AT_ONCE],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "boardgames.settings"},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
