"""Stores actions: the row in the log, the new position, its seats, clocks and notifications.

Everything happens in the transaction of the action, under the game's lock, in this order:

1. Unpack the moves, if the game was packed.
2. Make the row of the log; the game in memory takes the new state. Insert the row.
3. Note on the seats what they are asked now, or the result.
4. Let the clocks run on for the seats that are asked now.
5. Write notifications to the outbox: they need what 3 and 4 have found.
6. Update the rows of the game and of the seats that changed.
7. Announce the change: to receivers in the transaction now, to all others after the commit.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any

import msgspec
from django.utils import timezone

from games import changes
from games.clocks import clock
from games.models import Game, Move, Seat
from games.moves import plans, played
from games.notification_events import writing
from games.rules import engine
from games.rules.records.results import Outcome, outcome
from games.storage import history, packing, statements
from games.storage.position import Position

Action = Move.Action


def append(
    position: Position,
    action: str,
    seat: Seat | None,
    *,
    barrier: bool,
    kind: str = "",
    choice: list[object] | None = None,
    user_id: int | None = None,
    key: str = "",
) -> None:
    """Append the last action of the rules' game to the log, and store the new position."""
    packing.take_out(position.game)
    waited = waited_for(position)
    move = entry(position, action, seat, barrier, timezone.now())
    move.kind, move.choice, move.user_id, move.key = kind, choice, user_id, key
    game = position.game
    proceeded = game.version if barrier else game.public_version
    statements.append(move)
    plans.note_move(position)
    store(position, waited, move.at, action, proceeded=proceeded, mover=move.seat)
    if position.log is not None:
        position.log.append(statements.log_row(move))


def entry(position: Position, action: str, seat: Seat | None, barrier: bool, now: datetime) -> Move:
    """The next row of the log, not yet inserted; also gives the game in memory the new state."""
    game, rules = position.game, position.running()
    told = action in (Action.START, Action.CHOOSE, Action.CONFIRM, Action.ROLLBACK)
    before, state = bytes(game.state), rules.save()
    release = position.type.version
    migrated = game.rules_version != release
    game.state, game.rules_version = state, release
    game.version += 1
    if action not in (Action.START, Action.CONFIRM):  # it belongs to the choice that it confirms
        game.number += 1
    on_the_grid = action != Action.CONFIRM and game.number % history.KEYFRAME_EVERY == 0
    keyframe = on_the_grid or migrated
    game.moved_at = now
    return statements.new_move(
        game_id=game.pk,
        version=game.version,
        number=game.number,
        action=action,
        seat=None if seat is None else seat.index,
        tenure_id=None if seat is None else seat.tenure_id,
        events=msgspec.to_builtins(rules.events) if told else [],
        draws=msgspec.to_builtins(rules.draws) if told else [],
        rules_version=game.rules_version,
        delta=history.pack(state, None if keyframe else before),
        keyframe=keyframe,
        barrier=barrier,
        at=now,
        waited_since=_ended_wait(position, seat),
    )


def _ended_wait(position: Position, seat: Seat | None) -> datetime | None:
    """Since when the game has waited for a seat that it no longer waits for."""
    rules = position.running()
    if seat is None or (seat.index in rules.to_move() and seat.index not in turns_over(rules)):
        return None
    return seat.waiting_since


def turns_over(rules: engine.Game[Any]) -> set[int]:
    """The seats whose turn or sealed answer is now final; they may be asked something new."""
    over, answered = set(rules.turns_ended), rules.answered
    if answered is not None and answered.sealed and rules.barrier:
        over.add(answered.seat)
    return over


def waited_for(position: Position) -> set[int]:
    return {seat.index for seat in position.seats if seat.to_move}


def store(
    position: Position,
    waited_for: set[int],
    now: datetime,
    action: str | None,
    *,
    proceeded: int,
    mover: int | None = None,
) -> None:
    """Update game and seats after an action, or after an undo (``action`` None): steps 3 to 7.

    ``proceeded`` is the last version that nobody can take back.
    """
    game = position.game
    stored = [_seat_row(seat) for seat in position.seats]
    game.public_version = proceeded
    update_questions(position, now, drawn=action == Action.DRAW, cut=action == Action.END)
    timed = clock.run(position, now, taken_back=action in (None, Action.ROLLBACK))
    writing.write_changes(position, waited_for, timed, now, started=action == Action.START)
    changed = [
        seat for seat, row in zip(position.seats, stored, strict=True) if _seat_row(seat) != row
    ]
    statements.update(game, changed)
    position.version, position.number = game.version, game.number
    changes.recorded.send(sender=None, position=position, mover=mover, now=now)
    _announce(position, mover)


def _announce(position: Position, mover: int | None) -> None:
    """Announce the change after the commit: once, however many changes are made in it."""
    if not position.announced:
        position.announced = True
        by = None if mover is None else position.seats[mover].user_id
        changes.after_commit(changes.committed, position=position, by=by)
    if position.game.status == Game.Status.FINISHED:
        changes.after_commit(changes.finished, position=position)


def retime(position: Position, now: datetime, given: Sequence[Seat] = ()) -> None:
    """Store the clocks after a change that is no move: a pause, or more time for the ``given``
    seats."""
    writing.timed([*given, *clock.restart_clocks(position, now)])
    statements.update(position.game, position.seats)


def update_questions(
    position: Position, now: datetime, *, drawn: bool = False, cut: bool = False
) -> None:
    """Set on the seats what they are asked, or the result."""
    _put_questions(position, now)
    result = outcome(position.running(), leavers(position), drawn=drawn, cut=cut)
    if result is not None:
        _finish(position, result, now)


def leavers(position: Position) -> list[int]:
    """The seats that have resigned, in the order in which they did so."""
    left = [(seat.resigned_at, seat.index) for seat in position.seats if seat.resigned_at]
    return [index for _at, index in sorted(left)]


def _put_questions(position: Position, now: datetime) -> None:
    """Set on each seat what it is asked, and since when."""
    rules, version = position.running(), position.game.version
    to_move, over = rules.to_move(), turns_over(rules)
    for seat in position.seats:
        decision = rules.decision(seat.index)
        decision_id = decision.id if decision else None
        if decision_id != seat.decision_id:
            seat.decision_id = decision_id
            seat.asked_version = version
            if decision is not None:
                # After a rollback the rules no longer know these questions, so nobody could answer
                # them.
                _ = decision.choices
        was_waited_for, seat.to_move = seat.to_move, seat.index in to_move
        if not seat.to_move:
            _end_wait(seat, now)
        elif not was_waited_for or seat.index in over:
            _end_wait(seat, now)
            seat.waiting_since = now


def _end_wait(seat: Seat, now: datetime) -> None:
    """Count what the seat has used of the wait that is over."""
    if seat.waiting_since is not None and seat.used is not None:
        seat.used += max(now - seat.waiting_since, timedelta())
    seat.waiting_since = None


def _finish(position: Position, result: Outcome, now: datetime) -> None:
    game = position.game
    game.status = Game.Status.FINISHED
    game.finished_at = now
    game.result = result
    game.unplayed = not played.was_played(game)
    plans.end_of_game(position)
    for seat in position.seats:
        seat.score = result["scores"][seat.index] if result["scores"] else None
        seat.rank = result["ranks"][seat.index]
        seat.to_move = False
        _end_wait(seat, now)
        seat.decision_id = None


_seat_row = attrgetter(*statements.SEAT_FIELDS)
