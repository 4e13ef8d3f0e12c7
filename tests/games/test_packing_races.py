"""Games are packed and taken out again by processes that are killed, while others look."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import cycle

import pytest
from django.db import transaction

from accounts.models import User
from games.archive import transfer
from games.models import Game, Move, PackedGame, Progress
from games.storage import packing
from games.tasks import pack_games
from tests.games.test_packing import let_time_pass, pack, played, rows_of, take_out
from tests.sites import variables
from tests.workers import BEAT, WORKER, celery, until

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game_id(anna: User, ben: User) -> int:
    found = played("lanterns", [anna, ben])
    let_time_pass()
    return found


@contextmanager
def stopped(what: str, game_id: int, words: str) -> Iterator[None]:
    """Another process has got so far; it is killed at the end of the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.games.packing_process", what, str(game_id), words],
        env={**variables(), "DJANGO_SETTINGS_MODULE": "boardgames.settings"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    assert process.stdout
    try:
        assert process.stdout.readline() == "there\n"
        yield
    finally:
        process.kill()
        process.wait(10)
        process.stdin.close()
        process.stdout.close()


def look(game_id: int) -> list[object]:
    """The game as its document tells it, which is whole."""
    document = transfer.export(game_id)
    assert document["moves"]
    return list(document["moves"])


@pytest.mark.parametrize(
    "words",
    [
        'INSERT INTO "games_packedgame"',
        'DELETE FROM "games_move"',
        'UPDATE "games_game"',
        'UPDATE "games_progress"',
    ],
)
def test_a_process_killed_while_it_packs_costs_nothing(game_id: int, words: str) -> None:
    rows, told = rows_of(game_id), look(game_id)
    with stopped("pack", game_id, words):
        assert look(game_id) == told, "who looks meanwhile sees the rows"
        pack_games()  # waits for nobody
        assert not PackedGame.objects.exists()
    until(lambda: not locked(game_id), 20)
    assert (rows_of(game_id), look(game_id)) == (rows, told)
    assert not PackedGame.objects.exists()
    pack(game_id)
    assert look(game_id) == told
    assert Progress.objects.get(name=packing.PROGRESS).row == 1


@pytest.mark.parametrize(
    "words",
    ['INSERT INTO "games_move"', 'DELETE FROM "games_packedgame"', 'UPDATE "games_progress"'],
)
def test_a_process_killed_while_it_takes_a_game_out_costs_nothing(game_id: int, words: str) -> None:
    rows, told = rows_of(game_id), look(game_id)
    pack(game_id)
    with stopped("take out", game_id, words):
        assert look(game_id) == told, "who looks meanwhile sees what is packed"
    until(lambda: not locked(game_id), 20)
    assert look(game_id) == told
    assert not rows_of(game_id)
    take_out(game_id)
    assert rows_of(game_id) == rows
    assert Progress.objects.get(name=packing.PROGRESS).row == 0


def locked(game_id: int) -> bool:
    """Whether the killed one's transaction still holds the game."""
    with transaction.atomic():
        rows = Game.objects.select_for_update(skip_locked=True)
        return not rows.filter(pk=game_id).exists()


def test_workers_killed_while_they_pack_lose_nothing(game_id: int) -> None:
    """Two at once, killed in the middle again and again, and somebody looks all the time."""
    told = look(game_id)
    copies = [copied(game_id) for _copy in range(120)]
    Progress.objects.exclude(name=packing.PROGRESS).update(row=Move.objects.latest("pk").pk)

    somebodys = cycle(copies[:: len(copies) // 24])

    def more_than(many: int) -> bool:
        assert look(next(somebodys)) == told
        return PackedGame.objects.count() > many

    for _kill in range(2):
        before = PackedGame.objects.count()
        with ExitStack() as stack:
            for words in (WORKER, WORKER, BEAT):
                stack.enter_context(celery(*words))
            until(lambda: more_than(min(before, len(copies))), 180)  # noqa: B023
    with celery(*WORKER), celery(*BEAT):
        until(lambda: PackedGame.objects.count() == len(copies) + 1, 180)
    assert not Move.objects.exists()
    assert Progress.objects.get(name=packing.PROGRESS).row == len(copies) + 1
    assert all(look(copy) == told for copy in copies)


def copied(game_id: int) -> int:
    """The number of a game with the same moves."""
    copy = Game.objects.get(pk=game_id)
    copy.pk = None
    copy.save()
    rows = list(Move.objects.filter(game=game_id).order_by("version"))
    for row in rows:
        row.pk, row.game = None, copy
    Move.objects.bulk_create(rows)
    return copy.pk
