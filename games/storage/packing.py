"""Packs the moves of a finished game into one row, and unpacks them again.

Each is one transaction under the game's lock: either the row exists or the moves do.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.db.models.query import QuerySet

from games.models import Game, Move, PackedGame, Progress
from games.storage import history, packed

#: The counter of packed games, and the key for when the first one was searched.
PROGRESS = "packing"


def due(ended_before: datetime) -> QuerySet[Game]:
    """The unpacked games that ended before then, in the order in which they ended."""
    over = Game.objects.filter(status=Game.Status.FINISHED, packed=False)
    return over.filter(finished_at__lt=ended_before).order_by("finished_at")


def pack(game_id: int, ended_before: datetime, counted: int) -> bool:
    """Pack a game's moves, if it is due and has no moves beyond the id ``counted``.

    False if not, or if somebody holds the game's lock. The packed moves are decoded and compared
    with the rows before those are deleted: Damaged, or an error of zstandard, leaves the game as it
    was.
    """
    with transaction.atomic(durable=True):
        game = due(ended_before).select_for_update(skip_locked=True).filter(pk=game_id).first()
        if game is None or not game.public_version == game.published_version == game.version:
            return False
        rows = list(Move.objects.filter(game=game).order_by("version"))
        if not rows or max(row.pk for row in rows) > counted:
            return False
        log = packed.Log(rows, _states(rows))
        bytes_ = packed.pack(log)
        if not log.same(packed.unpack(bytes_, game.pk)):
            raise packed.Damaged
        PackedGame.objects.create(game=game, format=packed.FORMAT, moves=len(rows), packed=bytes_)
        Move.objects.filter(game=game).delete()
        _note(game, packed_now=True)
    return True


def take_out(game: Game) -> None:
    """Turn a packed game's moves into rows again, in the caller's transaction under the game's
    lock.

    Everything that changes moves calls this first. Damaged leaves everything as it is.
    """
    if not game.packed:
        return
    kept = PackedGame.objects.get(game=game)
    Move.objects.bulk_create(_rows(kept))
    kept.delete()
    _note(game, packed_now=False)


def move_rows(game_id: int) -> list[Move]:
    """All moves of a game with their deltas, to be copied."""
    found = list(Move.objects.filter(game=game_id).order_by("version"))
    kept = None if found else PackedGame.objects.filter(game=game_id).first()
    return _rows(kept) if kept else found


def _rows(kept: PackedGame) -> list[Move]:
    """The moves as they were, with deltas that lead to the same states."""
    log = packed.unpack(bytes(kept.packed), kept.game_id)
    for move, state, base in zip(log.moves, log.states, _bases(log.moves), strict=True):
        move.delta = history.pack(state, None if base is None else log.states[base])
    return log.moves


def _note(game: Game, *, packed_now: bool) -> None:
    game.packed = packed_now
    game.save(update_fields=["packed"])
    changed = F("row") + (1 if packed_now else -1)
    Progress.objects.filter(name=PROGRESS).update(row=changed)


def _states(rows: Sequence[Move]) -> list[bytes]:
    """The state after each row, including rows that were taken back."""
    states: list[bytes] = []
    for row, base in zip(rows, _bases(rows), strict=True):
        states.append(history.unpack(bytes(row.delta), None if base is None else states[base]))
    return states


def _bases(rows: Sequence[Move]) -> list[int | None]:
    """For each row the index of the row whose state is its delta's base, None for a keyframe.

    The base is the newest row that stood when this one was made.
    """
    bases: list[int | None] = []
    for place, row in enumerate(rows):
        before = reversed(range(place))
        stood = (each for each in before if not _was_undone(rows[each], row.version))
        bases.append(None if row.keyframe else next(stood, None))
    return bases


def _was_undone(row: Move, version: int) -> bool:
    return row.undone_by is not None and row.undone_by < version
