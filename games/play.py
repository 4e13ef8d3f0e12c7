"""Playing: each function is one action on a game, in one transaction of its own.

Lock the game, check who asks, apply the action to the rules' game, append the ``Move``, update game
and seats, tell the clock and the news; publish after the commit. Each returns the position after
the action and raises a ``GameError`` that leaves the game as it was.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

import msgspec
from django.db import connection, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games import clock, history, live, news
from games.errors import Broken, Forbidden, Illegal, Refused, Stale
from games.models import Game, Move, Seat, Tenure
from games.position import Position, after, locked, own_seat, visible_version
from games.results import outcome
from games.rules import engine

Action = Move.Action


# What people do ------------------------------------------------------------------------------


def choose(
    game_id: int,
    user_id: int,
    choice: Sequence[object],
    *,
    version: int,
    key: str = "",
    hold: bool = False,
) -> Position:
    """Answer the decision that is open for the caller's seat.

    ``version`` is the one the caller looked at: not older than the decision. With ``key`` a repeat
    returns the position after the first time. With ``hold`` the turn does not leave the seat until
    it is confirmed. In this order: Illegal for a key used for another choice, Forbidden, Stale,
    Illegal naming the part of the choice that is wrong.
    """
    with locked(game_id) as position:
        if key and (first := _first_use(position, user_id, key, choice)):
            return first
        seat = own_seat(position, user_id)
        _check_running(position)
        if seat.decision_id is None:
            _check_version(version, visible_version(position.game, seat))
            raise Forbidden(_("It is not your turn."), "not_your_turn")
        _check_version(version, seat.asked_version)
        _choose(position, seat, choice, hold=hold, user_id=user_id, key=key)
    return position


def confirm(game_id: int, user_id: int, *, version: int) -> Position:
    """End the caller's held turn; Illegal when there is none."""
    with locked(game_id) as position:
        seat = own_seat(position, user_id)
        _check_running(position)
        _check_version(version, visible_version(position.game, seat))
        if position.running().state.held != seat.index:
            raise Illegal(_("You have no turn to confirm."), "nothing_to_confirm")
        _confirm(position, seat)
    return position


def undo(game_id: int, user_id: int, *, version: int) -> Position:
    """Take back the caller's last choice that nobody else has seen; Illegal when there is none.

    A sealed answer is withdrawn. No clock gains or loses by it.
    """
    with locked(game_id) as position:
        seat = own_seat(position, user_id)
        _check_running(position)
        if sealed_answer(position, seat):
            _check_version(version, seat.asked_version)
            _withdraw(position, seat)
            return position
        _check_version(version, visible_version(position.game, seat))
        move = undoable(position, seat)
        if move is None:
            raise Illegal(_("There is nothing that you can take back."), "nothing_to_undo")
        _undo(position, move)
    return position


def withdraw(game_id: int, user_id: int, *, version: int) -> Position:
    """Take back the caller's sealed answer while others are still thinking."""
    with locked(game_id) as position:
        seat = own_seat(position, user_id)
        _check_running(position)
        if not sealed_answer(position, seat):
            _check_version(version, visible_version(position.game, seat))
            raise Illegal(_("You have no answer to withdraw."), "nothing_to_withdraw")
        _check_version(version, seat.asked_version)
        _withdraw(position, seat)
    return position


def resign(game_id: int, user_id: int) -> Position:
    """Give up: with one seat left the game is over, else a bot plays on for the caller's."""
    with locked(game_id) as position:
        seat = own_seat(position, user_id)
        _check_running(position)
        if position.running().state.held == seat.index:
            _confirm(position, seat)
        if position.game.status == Game.Status.RUNNING:
            seat.resigned_at = timezone.now()
            _change_holder(position, seat, position.game.rules.best_bot, Tenure.Reason.RESIGNED)
            _record(position, Action.RESIGN, seat, barrier=True)
    return position


# What happens by itself ------------------------------------------------------------------------


def start(position: Position) -> None:
    """Give everybody a seat by lot and set the game up; in the caller's transaction."""
    game = position.game
    now = timezone.now()
    rules = game.rules
    game.rules_version = rules.version
    game.status = Game.Status.RUNNING
    game.started_at = now
    position.rules = rules.new(game.players, game.options, bytes(game.seed))
    _seat_by_lot(position)
    game.number = -1
    _record(position, Action.START, None, barrier=True)


def by_bot(game_id: int, index: int) -> Position | None:
    """Let the bot on this seat take its one next move; None when there is none to take."""
    with locked(game_id) as position:
        game, seat = position.game, position.seats[index]
        if game.status != Game.Status.RUNNING or game.broken_at or not (seat.bot and seat.to_move):
            return None
        rules = position.running()
        if rules.state.held == index:
            _confirm(position, seat)
            return position
        decision = _decision(rules, index)
        bot = rules.rules.bots.get(seat.bot) or rules.rules.bots[rules.rules.best_bot]
        rng = random.Random(f"{game.seed_hash}/{game.version}")  # noqa: S311  no secret of ours
        _choose(position, seat, bot(engine.Seen(rules, decision, rng)))
    return position


def hand_to_bot(position: Position, seat: Seat, reason: str) -> None:
    """A bot plays on for an absent owner, who may come back; in the caller's transaction."""
    _change_holder(position, seat, position.game.rules.best_bot, reason)


def take_back(game_id: int, user_id: int) -> Position:
    """The owner of a seat that a bot plays takes it back."""
    with locked(game_id) as position:
        seat = next((seat for seat in position.seats if seat.user_id == user_id), None)
        if seat is None or not seat.bot or seat.resigned_at:
            raise Forbidden(_("There is no seat for you to take back."), "no_seat")
        _check_running(position)
        _change_holder(position, seat, "", Tenure.Reason.RETURNED)
        waited_for = {other.index for other in position.seats if other.to_move} - {seat.index}
        _store(position, waited_for, timezone.now(), proceeded=position.game.public_version)
    return position


# What may be done --------------------------------------------------------------------------------


def undoable(position: Position, seat: Seat) -> Move | None:
    """The seat's last choice, if nobody else has seen what it led to."""
    game = position.game
    if game.version == game.public_version:
        return None
    last = Move.objects.filter(game=game, undone_by=None).order_by("-version").first()
    if (
        last is not None
        and last.action == Action.CHOOSE
        and last.version > game.public_version
        and last.tenure_id == seat.tenure_id
    ):
        return last
    return None


def sealed_answer(position: Position, seat: Seat) -> bool:
    """Whether the seat has given an answer that it may still change or withdraw."""
    decision = position.rules and position.rules.decision(seat.index)
    return bool(decision and decision.answer is not None)


# The parts of an action --------------------------------------------------------------------------


def _first_use(
    position: Position, user_id: int, key: str, choice: Sequence[object]
) -> Position | None:
    move = Move.objects.filter(game=position.game, user=user_id, key=key).first()
    if move is None:
        return None
    if move.choice != list(choice):
        raise Illegal(_("This Idempotency-Key was used for another choice."), "key_reused")
    return after(position, move.number, move.version)


def _check_running(position: Position) -> None:
    game = position.game
    if game.status != Game.Status.RUNNING:
        raise Refused(_("This game is not running."), "not_running")
    if game.broken_at:
        raise Broken


def _check_version(version: int, needed: int) -> None:
    if version < needed:
        raise Stale


def _choose(
    position: Position,
    seat: Seat,
    choice: Sequence[object],
    *,
    hold: bool = False,
    user_id: int | None = None,
    key: str = "",
) -> None:
    rules = position.running()
    decision = _decision(rules, seat.index)
    try:
        rules.choose(seat.index, choice, hold=hold)
    except engine.IllegalChoice as error:
        raise Illegal(str(error), "illegal_choice") from error
    _record(
        position,
        Action.CHOOSE,
        seat,
        barrier=rules.barrier,
        kind=decision.kind,
        choice=list(choice),
        user_id=user_id,
        key=key,
    )


def _decision(rules: engine.Game[Any], seat: int) -> engine.Decision:
    decision = rules.decision(seat)
    if decision is None:
        raise engine.RulesError(f"the game waits for seat {seat} and asks it nothing")
    return decision


def _confirm(position: Position, seat: Seat) -> None:
    position.running().confirm(seat.index)
    _record(position, Action.CONFIRM, seat, barrier=True)


def _withdraw(position: Position, seat: Seat) -> None:
    position.running().withdraw(seat.index)
    _record(position, Action.WITHDRAW, seat, barrier=False)


def _undo(position: Position, move: Move) -> None:
    game = position.game
    waited_for = _waited_for(position)
    base = history.stored(game.pk, move.number - 1, move.version - 1)
    position.rules = game.rules.load(base.state, base.rules_version)
    game.state, game.rules_version, game.number = base.state, base.rules_version, base.number
    game.version += 1
    Move.objects.filter(pk=move.pk).update(undone_by=game.version)
    _store(position, waited_for, timezone.now(), proceeded=game.public_version)


def _seat_by_lot(position: Position) -> None:
    seats, game = position.seats, position.game
    people = [(seat.user, seat.bot) for seat in seats]
    for seat, person in zip(seats, engine.seating(bytes(game.seed), len(seats)), strict=True):
        seat.user, seat.bot = people[person]
        seat.tenure = Tenure(seat=seat, user=seat.user, bot=seat.bot, since=game.version + 1)
    Tenure.objects.bulk_create(seat.tenure for seat in seats if seat.tenure)
    Seat.objects.bulk_update(seats, ["user", "bot", "tenure"])


def _change_holder(position: Position, seat: Seat, bot: str, reason: str) -> None:
    """From the next version on the seat is held by ``bot``, or by its owner if that is empty."""
    game = position.game
    Tenure.objects.filter(seat=seat, until=None).update(until=game.version, ended=reason)
    seat.bot = bot
    seat.tenure = Tenure.objects.create(
        seat=seat,
        user=None if bot else seat.user,
        bot=bot,
        since=game.version + 1,
        began=reason,
    )
    seat.save(update_fields=["bot", "tenure", "resigned_at"])


def _record(
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
    """Append what the rules' game has just done to the log, and store the new position."""
    game, rules = position.game, position.running()
    waited_for = _waited_for(position)
    told = action != Action.RESIGN
    before, state = bytes(game.state), rules.save()
    migrated = game.rules_version != rules.rules.version
    game.state, game.rules_version = state, rules.rules.version
    game.version += 1
    if action != Action.CONFIRM:  # it belongs to the choice that it confirms
        game.number += 1
    on_the_grid = action != Action.CONFIRM and game.number % history.KEYFRAME_EVERY == 0
    keyframe = on_the_grid or migrated
    now = timezone.now()
    Move.objects.create(
        game=game,
        version=game.version,
        number=game.number,
        action=action,
        seat=None if seat is None else seat.index,
        tenure_id=None if seat is None else seat.tenure_id,
        user_id=user_id,
        key=key,
        kind=kind,
        choice=choice,
        events=msgspec.to_builtins(rules.events) if told else [],
        draws=msgspec.to_builtins(rules.draws) if told else [],
        rules_version=game.rules_version,
        delta=history.pack(state, None if keyframe else before),
        keyframe=keyframe,
        barrier=barrier,
        at=now,
    )
    game.moved_at = now
    _store(position, waited_for, now, proceeded=game.version if barrier else game.public_version)


def _waited_for(position: Position) -> set[int]:
    return {seat.index for seat in position.seats if seat.to_move}


def _store(position: Position, waited_for: set[int], now: datetime, *, proceeded: int) -> None:
    """Write game and seats; ``proceeded`` is the last version that nobody can take back."""
    game = position.game
    stored = [_seat_row(seat) for seat in position.seats]
    game.public_version = proceeded
    _put_questions(position, now)
    result = outcome(position)
    if result is not None:
        _finish(position, result, now)
    clock.run(position, waited_for, now)
    news.note(position, waited_for, now)
    Game.objects.filter(pk=game.pk).update(**{name: getattr(game, name) for name in _GAME_FIELDS})
    changed = [
        row for row, old in zip(map(_seat_row, position.seats), stored, strict=True) if row != old
    ]
    if changed:
        with connection.cursor() as cursor:
            cursor.executemany(_UPDATE_SEAT, changed)
    position.version, position.number = game.version, game.number
    transaction.on_commit(partial(live.publish, game.pk, game.version), robust=True)


def _put_questions(position: Position, now: datetime) -> None:
    """Note on each seat what is asked of it, and since when."""
    rules, version = position.running(), position.game.version
    to_move = rules.to_move()
    for seat in position.seats:
        decision = rules.decision(seat.index)
        decision_id = decision.id if decision else None
        if decision_id != seat.decision_id:
            seat.decision_id = decision_id
            seat.asked_version = version
        was_waited_for, seat.to_move = seat.to_move, seat.index in to_move
        if not seat.to_move:
            seat.waiting_since = None
        elif not was_waited_for:
            seat.waiting_since = now


def _finish(position: Position, result: dict[str, Any], now: datetime) -> None:
    game = position.game
    game.status = Game.Status.FINISHED
    game.finished_at = now
    game.result = result
    for seat in position.seats:
        seat.score = result["scores"][seat.index]
        seat.rank = result["ranks"][seat.index]
        seat.to_move = False
        seat.decision_id = seat.waiting_since = None


_GAME_FIELDS = (
    "status", "rules_version", "state", "version", "public_version", "number",
    "result", "started_at", "moved_at", "finished_at",
)  # fmt: skip
_SEAT_FIELDS = (
    "to_move", "waiting_since", "decision_id", "asked_version", "deadline", "budget",
    "score", "rank",
)  # fmt: skip
_UPDATE_SEAT = (
    f"UPDATE {Seat._meta.db_table} SET "  # noqa: S608  our own names
    + ", ".join(f"{name} = %s" for name in _SEAT_FIELDS)
    + " WHERE id = %s"
)


def _seat_row(seat: Seat) -> tuple[Any, ...]:
    return (*(getattr(seat, name) for name in _SEAT_FIELDS), seat.pk)
