"""Playing: each function is one action on a game, in one transaction of its own.

1. Lock the game, and check that this person may act.
2. Apply the action to the rules' game.
3. Store it (``recording``): the ``Move``, the game and its seats, clocks, notifications.
4. Let standing instructions answer what is asked next.
5. Publish the change after the commit.

Each function returns the position after the action. A ``GameError`` leaves the game unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from games.clocks import kinds, lag
from games.errors import Forbidden, Illegal, Stale
from games.models import Game, Move, Seat, Tenure
from games.moves import breaking, conditions, instructions, plans, seat_holders
from games.moves.instructions import Ahead
from games.moves.recording import append, store, turns_over, waited_for
from games.notification_events import writing
from games.rules import engine
from games.rules.engine.amounts import WrongAmounts
from games.storage import history, statements
from games.storage.position import Position, locked, own_seat, position_at, visible_version

Action = Move.Action
#: Questions that instructions may answer after one move; then people are asked.
MOST_AHEAD = 50


class NotOffered(Illegal):
    """A choice that is not offered.

    The message names its wrong part in the form that programs send, so pages show another text.
    ``amounts``: what had to be given, if that is the wrong part.
    """

    code = "illegal_choice"

    def __init__(self, error: engine.IllegalChoice) -> None:
        super().__init__(str(error))
        self.amounts = error.wanted if isinstance(error, WrongAmounts) else None


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
    it is confirmed. Raises, checked in this order: Illegal for a key used for another choice,
    Forbidden, Stale, NotOffered naming the wrong part of the choice.
    """
    with locked(game_id, user_id=user_id, key=key) as position:
        if position.used:
            return _first_use(position, position.used, choice)
        seat = own_seat(position, user_id)
        conditions.check_running(position)
        if seat.decision_id is None:
            _check_version(version, visible_version(position.game, seat))
            raise Forbidden(_("It is not your turn."), "not_your_turn")
        _check_version(version, seat.asked_version)
        lag.give_back(seat, position.game.moved_at)
        _choose(position, seat, choice, hold=hold, user_id=user_id, key=key)
        goes_on = seat.index not in turns_over(position.running())
        _answer_ahead(position, by_hand=seat if goes_on else None)
    return position


def confirm(game_id: int, user_id: int, *, version: int) -> Position:
    """End the caller's held turn; Illegal when there is none."""
    with locked(game_id, user_id=user_id) as position:
        seat = own_seat(position, user_id)
        conditions.check_running(position)
        _check_version(version, visible_version(position.game, seat))
        if position.running().state.held != seat.index:
            raise Illegal(_("You have no turn to confirm."), "nothing_to_confirm")
        lag.give_back(seat, position.game.moved_at)
        _confirm(position, seat)
        _answer_ahead(position)
    return position


def undo(game_id: int, user_id: int, *, version: int) -> Position:
    """Take back the caller's last choice that nobody else has seen; Illegal if there is none.

    A sealed answer is withdrawn. No clock gains or loses time by it.
    """
    with locked(game_id, user_id=user_id) as position:
        seat = own_seat(position, user_id)
        conditions.check_running(position)
        if conditions.sealed_answer(position, seat):
            _check_version(version, seat.asked_version)
            _withdraw(position, seat)
            return position
        _check_version(version, visible_version(position.game, seat))
        move = conditions.undoable(position, seat)
        if move is None:
            raise Illegal(_("There is no move that you can take back."), "nothing_to_undo")
        _undo(position, move)
    return position


def withdraw_answer(game_id: int, user_id: int, *, version: int) -> Position:
    """Take back the caller's sealed answer while others are still thinking."""
    with locked(game_id, user_id=user_id) as position:
        seat = own_seat(position, user_id)
        conditions.check_running(position)
        if not conditions.sealed_answer(position, seat):
            _check_version(version, visible_version(position.game, seat))
            raise Illegal(_("You have no answer to withdraw."), "nothing_to_withdraw")
        _check_version(version, seat.asked_version)
        _withdraw(position, seat)
    return position


def resign(game_id: int, user_id: int) -> Position:
    """Resign. The game ends if one player is left; otherwise a bot plays the caller's seat."""
    with locked(game_id, user_id=user_id, broken=True) as position:
        _give_up(position, own_seat(position, user_id))
    return position


def give_up_closed_account(game_id: int, user_id: int) -> Position:
    """Give up the seat of a closed account, even if a bot plays it."""
    with locked(game_id, broken=True) as position:
        seat = next((seat for seat in position.seats if seat.user_id == user_id), None)
        if seat is not None and seat.resigned_at is None:
            _give_up(position, seat, away=True)
    return position


def take_seat_back(game_id: int, user_id: int) -> Position:
    """Take the caller's own seat back from a bot, with the time of a whole turn if it is that
    seat's turn."""
    with locked(game_id, user_id=user_id) as position:
        seat = next((seat for seat in position.seats if seat.user_id == user_id), None)
        if seat is None or not seat.bot or seat.resigned_at:
            raise Forbidden(_("There is no seat for you to take back."), "no_seat")
        conditions.check_running(position)
        seat_holders.give_back(position, seat, timezone.now())
    return position


# Automatic actions ------------------------------------------------------------------------


def start_game(position: Position, *, by_lot: bool = True, first: bool = False) -> None:
    """Assign the seats, at random unless players have theirs, and set the game up.

    In the caller's transaction. ``first``: the creator of the game gets a seat that moves first.
    """
    game = position.game
    now = timezone.now()
    rules = game.rules
    game.rules_version = rules.version
    game.status = Game.Status.RUNNING
    game.started_at = now
    if kinds.get_clock(game).live:
        game.live_clock = game.clock
        game.save(update_fields=["live_clock"])
    position.rules = rules.new(game.players, game.options, bytes(game.seed))
    if by_lot:
        _draw_seats(position)
    if first:
        _let_maker_begin(position)
    _begin_tenures(position)
    append(position, Action.START, None, barrier=True)


def by_bot(
    game_id: int, index: int, decision_id: int, choice: engine.Choice, *, final: bool = False
) -> bool:
    """Make the choice of the bot on this seat; False if its question is no longer open.

    A ``final`` choice is visible before its turn has ended.
    """
    with locked(game_id) as position:
        game, seat = position.game, position.seats[index]
        if game.status != Game.Status.RUNNING or game.broken_at or not (seat.bot and seat.to_move):
            return False
        if position.running().state.held is not None or seat.decision_id != decision_id:
            return False
        _choose(position, seat, choice, final=final)
        _answer_ahead(position)
    return True


def by_slow_plan(game_id: int) -> bool:
    """Make the choice of a plan that was to answer about now; False if none does.

    Busy if the game is locked: the next tick asks again.
    """
    with locked(game_id, wait=False) as position:
        game, now = position.game, timezone.now()
        if game.status != Game.Status.RUNNING or game.broken_at:
            return False
        if position.running().state.held is not None:
            plans.put_off_again(position, now)
            return False
        found = instructions.find_slow_answer(position, now)
        if found is not None:
            _answer_ahead(position, found=found)
        plans.forget_times(position, now)
    return found is not None


def confirm_by_bot(game_id: int, index: int) -> bool:
    """Confirm for a bot the turn that the seat's owner has made and not confirmed."""
    with locked(game_id) as position:
        seat = position.seats[index]
        if position.game.status != Game.Status.RUNNING or position.game.broken_at or not seat.bot:
            return False
        return confirm_held(position, seat)


def _answer_ahead(
    position: Position, *, by_hand: Seat | None = None, found: Ahead | None = None
) -> None:
    """Let plans and standing instructions answer the questions that have just come up, and those
    that follow.

    ``by_hand``: the seat whose turn, played by hand, goes on. ``found``: the first answer, to a
    question that was open already. A planned choice is stored like one by hand: its owner's own,
    and hidden while others may not know of a turn that has not ended.
    """
    before = position.game.version
    since = before if found is None else before + 1  # what was open before is its owner's
    found = found or instructions.find_answer(position, since, by_hand)
    planned: list[Ahead] = []
    while found is not None:
        by_plan = found.planner_id is not None
        _choose(position, found.seat, found.choice, final=not by_plan, user_id=found.planner_id)
        if by_plan:
            planned.append(found)
        if position.game.version - before == MOST_AHEAD:
            break
        found = instructions.find_answer(position, since, by_hand, ahead=found.seat)
    for seat in {each.seat.index: each.seat for each in planned}.values():
        words = [each.words for each in planned if each.seat is seat]
        writing.plan_answered(position, seat, words, timezone.now())


def confirm_held(position: Position, seat: Seat) -> bool:
    """Confirm a turn that the seat has made but not confirmed, in the caller's transaction.

    False if there is none.
    """
    if position.running().state.held != seat.index:
        return False
    _confirm(position, seat)
    _answer_ahead(position)
    return True


def _give_up(position: Position, seat: Seat, *, away: bool = False) -> None:
    conditions.check_not_over(position)
    if position.game.broken_at:
        breaking.leave_broken_game(position, seat, timezone.now())
        return
    confirm_held(position, seat)
    if position.game.status == Game.Status.RUNNING:
        seat_holders.resign(position, seat, timezone.now(), away=away)


# The parts of an action --------------------------------------------------------------------------


def _first_use(position: Position, used: statements.Used, choice: Sequence[object]) -> Position:
    if used.choice != [_without_zeros(part) for part in choice]:
        raise Illegal(
            _("This Idempotency-Key was already used for another choice. Send a new one."),
            "key_reused",
        )
    return position_at(position, used.number, used.version)


def _without_zeros(part: object) -> object:
    """The part in the form in which it is stored: without zero amounts."""
    return {good: n for good, n in part.items() if n} if isinstance(part, dict) else part


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
    final: bool = False,
) -> None:
    """Apply a choice. A ``final`` one cannot be taken back, unless it is sealed."""
    rules = position.running()
    decision = _decision(rules, seat.index)
    try:
        taken = decision.find(choice)
        rules.choose(seat.index, taken, hold=hold)
    except engine.IllegalChoice as error:
        raise NotOffered(error) from error
    append(
        position,
        Action.CHOOSE,
        seat,
        barrier=rules.barrier or (final and not decision.sealed),
        kind=decision.kind,
        choice=list(taken),
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
    append(position, Action.CONFIRM, seat, barrier=True)


def _withdraw(position: Position, seat: Seat) -> None:
    position.running().withdraw(seat.index)
    append(position, Action.WITHDRAW, seat, barrier=False)


def _undo(position: Position, move: Move) -> None:
    game = position.game
    waited = waited_for(position)
    base = history.stored(game.pk, move.number - 1, move.version - 1)
    position.rules = game.rules.load(base.state, base.rules_version)
    game.state, game.rules_version, game.number = base.state, base.rules_version, base.number
    game.version += 1
    Move.objects.filter(pk=move.pk).update(undone_by=game.version)
    plans.note_undo(move)
    position.log = None
    store(position, waited, timezone.now(), None, proceeded=game.public_version)


def _draw_seats(position: Position) -> None:
    seats, game = position.seats, position.game
    people = [(seat.user, seat.bot) for seat in seats]
    for seat, person in zip(seats, engine.seating(bytes(game.seed), len(seats)), strict=True):
        seat.user, seat.bot = people[person]


def _let_maker_begin(position: Position) -> None:
    asked = position.running().to_move()
    maker = next(s for s in position.seats if s.user_id == position.game.created_by_id)
    if asked and maker.index not in asked:
        other = position.seats[asked[0]]
        maker.user, other.user = other.user, maker.user
        maker.bot, other.bot = other.bot, maker.bot


def _begin_tenures(position: Position) -> None:
    for seat in position.seats:
        seat.used = timedelta()
        seat.tenure = Tenure(
            seat=seat, user=seat.user, bot=seat.bot, since=position.game.version + 1
        )
    Tenure.objects.bulk_create(seat.tenure for seat in position.seats if seat.tenure)
    Seat.objects.bulk_update(position.seats, ["user", "bot", "used", "tenure"])
