"""The deadlines of seats, according to the game's clock.

On a seat:

* ``budget``: what is left of this turn's waking time, at ``clock_from`` while the clock runs. None
  outside of a turn; without ``clock_from`` the clock is stopped.
* ``stretch``: by how much its owner's calendar may still stretch this turn.
* ``deadline``: when the budget is used up, while the clock runs.
* ``reserve``: with a reserve, what the seat had of it before this turn.
* ``turns_left``: with a reserve for several turns, how many of them are to end yet, this one
  included. None: all of them.
* ``aside``: the budget is that of a question out of turn, not of a turn of its own.
* ``live``: the deadline is that of a live game.
* ``lag_given``: in a live game, how much of its clock was given back for its owner's connection.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from accounts.calendar import calendars
from accounts.calendar.resting import Waking
from accounts.models import User
from games.clocks import kinds
from games.clocks.kinds import Clock
from games.models import Game, Seat
from games.rules import engine
from games.storage.position import Position

#: The time for a turn after an automatic vacation.
AFTER_VACATION = timedelta(hours=24)
#: What a live clock gives back at most of the time that answers take to arrive: for each answer,
#: and for all answers of a seat together.
LAG_PER_ANSWER, LAG_PER_GAME = timedelta(milliseconds=500), timedelta(seconds=30)
_NOTHING = timedelta()


def policy(game: Game) -> str:
    """What happens to a seat whose time is up: one of ``kinds.POLICIES``."""
    return kinds.get_clock(game).policy


def is_live(game: Game) -> bool:
    """Whether all players are present while the game's clocks run."""
    return kinds.get_clock(game).live


def run(position: Position, now: datetime, *, taken_back: bool = False) -> list[Seat]:
    """Set the seats' clocks after a change; returns the seats that were given a new deadline.

    Called in the move's transaction, before the seats are written. ``taken_back``: the change led
    back to an earlier position, so no turn has ended by it.
    """
    _end_turns(position, position.running(), kinds.get_clock(position.game), now)
    return restart_clocks(position, now, taken_back=taken_back)


def restart_clocks(position: Position, now: datetime, *, taken_back: bool = False) -> list[Seat]:
    """Start the clocks that should run as the game stands and stop all others, as after a pause.

    Returns the seats that were given a new deadline.
    """
    game, rules = position.game, position.running()
    setting = kinds.get_clock(game)
    given = []
    for seat in position.seats:
        if not setting.limited or game.status != Game.Status.RUNNING:
            _forget(seat)
        elif seat.bot:
            _proceed(seat, setting, now)
        elif seat.to_move:
            if seat.budget is None:
                _allot(seat, setting, rules)
            if game.paused_at is None and game.broken_at is None and seat.clock_from is None:
                _go(seat, setting, now)
                given.append(seat)
        elif seat.clock_from is not None or game.paused_at is not None:
            _no_longer_asked(seat, setting, rules, now, taken_back=taken_back)
    if game.paused_at is not None:
        for seat in position.seats:
            _rest(seat, now)
    return given


def reset_clocks(position: Position) -> None:
    """Forget what the seats had left on a former clock; call ``restart_clocks`` next."""
    for seat in position.seats:
        seat.reserve = seat.turns_left = None
        _forget(seat)


def turns_due(seat: Seat, setting: Clock) -> int:
    """How many turns a seat has to end in the time that it has; 0 if its clock counts none."""
    return 0 if seat.aside or seat.bot else seat.turns_left or setting.counted


def give(seat: Seat, now: datetime, budget: timedelta) -> bool:
    """Give a running clock at least this budget; whether it had less.

    The caller writes the seat and its reminder.
    """
    if seat.clock_from is None:
        return False
    spend(seat, waking(seat), now)
    before, seat.budget = seat.budget or _NOTHING, max(seat.budget or _NOTHING, budget)
    refresh(seat)
    return seat.budget > before


def give_lag_back(seat: Seat, lag: timedelta, waited_since: datetime | None, now: datetime) -> None:
    """Charge a live clock less for the answer that its owner gives now: by the lag, within bounds.

    Never more than what has passed since the clock runs and since ``waited_since``, the last change
    of the game. The caller writes the seat.
    """
    if not seat.live or seat.clock_from is None:
        return
    before, since = seat.lag_given or _NOTHING, seat.clock_from
    passed = now - max(since, waited_since or since)
    given = min(lag, LAG_PER_ANSWER, LAG_PER_GAME - before, passed)
    if given > _NOTHING:
        seat.clock_from, seat.lag_given = since + given, before + given
        refresh(seat)


def over_since(now: datetime, *, live: bool) -> datetime:
    """The deadlines up to this moment are over: at a live table an answer may still be on its way
    that was given in time."""
    return now - LAG_PER_ANSWER if live else now


def end_at(seat: Seat, now: datetime, at: datetime) -> None:
    """Let a running clock end at this moment, regardless of its owner's calendar.

    The caller writes the seat and its reminder.
    """
    seat.clock_from, seat.budget, seat.stretch = now, at - now, _NOTHING
    refresh(seat)


def on_vacation(position: Position, seat: Seat, now: datetime) -> bool:
    """Begin an automatic vacation for the owner of a seat whose time is up, if allowed and
    available.

    The clock then stands still, and AFTER_VACATION is left for the turn. The caller writes the seat
    and its reminder. Busy if the calendar is being changed.
    """
    if seat.user is None or seat.clock_from is None:
        return False
    if not kinds.get_clock(position.game).vacation:
        return False
    spend(seat, waking(seat), now)
    if not seat.stretch or not calendars.take_automatic(seat.user, now):
        return False
    give(seat, now, AFTER_VACATION)
    return True


def refresh(seat: Seat) -> bool:
    """Compute the deadline of a running clock again from its owner's calendar; whether it
    changed."""
    if seat.clock_from is None:
        return False
    before, seat.deadline = seat.deadline, _deadline(seat, waking(seat))
    return seat.deadline != before


def spend(seat: Seat, calendar: Waking, now: datetime) -> None:
    """Charge what has elapsed of a running clock by this calendar; it continues from now."""
    if seat.clock_from is None or now <= seat.clock_from:
        return
    seat.budget, seat.stretch = calendar.advance(
        seat.clock_from, now, seat.budget or _NOTHING, seat.stretch or _NOTHING
    )
    seat.clock_from = now


def reminder_at(seat: Seat, user: User) -> datetime:
    """When to remind the owner of a running clock: when the share of waking time that they chose is
    left."""
    assert seat.clock_from is not None  # the clock is running
    budget = (seat.budget or _NOTHING) * (100 - min(user.reminder_share, 100)) / 100
    return calendars.calendar_of(user).deadline(seat.clock_from, budget, seat.stretch or _NOTHING)


def rests_until(seat: Seat, now: datetime) -> datetime | None:
    """When a running clock continues that its owner's calendar has stopped; None if it runs."""
    if seat.clock_from is None or not seat.stretch or seat.user is None:
        return None
    own = waking(seat)
    _left, stretch = own.advance(seat.clock_from, now, seat.budget or _NOTHING, seat.stretch)
    return own.rests_until(now, stretch)


def _end_turns(position: Position, rules: engine.Game[Any], setting: Clock, now: datetime) -> None:
    """Close what is finally over: turns, sealed rounds, questions out of turn."""
    seats = position.seats
    over = set(rules.turns_ended)
    answered = rules.answered
    if answered is not None and rules.barrier:
        if answered.sealed:
            over |= {seat.index for seat in seats if seat.budget is not None}
        elif answered.asks.out_of_turn and seats[answered.seat].aside:
            over.add(answered.seat)
    for index in over:
        _proceed(seats[index], setting, now)
    if rules.turns_ended:
        for seat in seats:
            if seat.clock_from is None and not (seat.to_move and position.game.paused_at):
                _forget(seat)


def _allot(seat: Seat, setting: Clock, rules: engine.Game[Any]) -> None:
    """Allot the time for a turn that begins, or for a question out of turn."""
    decision = rules.decision(seat.index)
    seat.aside = decision is not None and decision.asks.out_of_turn
    seat.stretch = timedelta(days=setting.stretch)
    seat.budget = setting.allotment()
    saved_up = None if seat.aside else setting.reserve(seat.reserve)
    if saved_up is not None:
        seat.reserve = seat.budget = saved_up


def _no_longer_asked(
    seat: Seat, setting: Clock, rules: engine.Game[Any], now: datetime, *, taken_back: bool
) -> None:
    """Keep for a seat that need no longer move what it has left, in case the same turn
    continues."""
    decision = rules.decision(seat.index)
    if decision is not None:  # a sealed answer: withdrawing it must not gain time
        _rest(seat, now)
    elif all(other.asks.out_of_turn for other in rules.decisions()) and not seat.aside:
        _rest(seat, now)
        if seat.budget is not None:
            seat.budget = max(seat.budget, setting.goes_on_with)
    elif taken_back:
        _break_off(seat, now)
    else:
        _proceed(seat, setting, now)


def _go(seat: Seat, setting: Clock, now: datetime) -> None:
    seat.clock_from, seat.live = now, setting.live
    seat.deadline = _deadline(seat, waking(seat))


def _rest(seat: Seat, now: datetime) -> None:
    if seat.clock_from is not None:
        spend(seat, waking(seat), now)
    seat.clock_from = seat.deadline = None


def _proceed(seat: Seat, setting: Clock, now: datetime) -> None:
    """End the turn; what is left of it may be saved."""
    _rest(seat, now)
    if seat.budget is not None and not seat.aside:
        due = seat.turns_left or setting.counted
        if due and seat.bot:  # an owner who comes back needs time, but has not ended the turn
            seat.reserve = max(seat.budget, setting.more())
        elif due > 1:
            seat.reserve, seat.turns_left = seat.budget, due - 1
        else:
            seat.reserve, seat.turns_left = setting.reserve_after(seat.budget), None
    _forget(seat)


def _break_off(seat: Seat, now: datetime) -> None:
    """Take the turn away without ending it: what is left stays, nothing is added or counted."""
    _rest(seat, now)
    if seat.reserve is not None and seat.budget is not None and not seat.aside:
        seat.reserve = seat.budget
    _forget(seat)


def _forget(seat: Seat) -> None:
    seat.deadline = seat.clock_from = seat.budget = seat.stretch = None
    seat.aside = False


def _deadline(seat: Seat, calendar: Waking) -> datetime:
    assert seat.clock_from is not None  # the clock is running
    return calendar.deadline(seat.clock_from, seat.budget or _NOTHING, seat.stretch or _NOTHING)


def waking(seat: Seat) -> Waking:
    """The calendar of the person who holds a seat."""
    assert seat.user is not None  # only people have clocks
    return calendars.calendar_of(seat.user)
