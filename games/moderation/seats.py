"""Moderators' acts on a seat and its clock, each with a reason in the game's log."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from accounts import names
from accounts.calendar import calendars
from accounts.company import relationships
from accounts.models import User
from games.clocks import clock
from games.errors import Illegal, Refused
from games.lobby import open_games
from games.models import Seat
from games.moderation.act_frame import at_work, log_act, seat_at
from games.moves import seat_holders
from games.moves.actions import confirm_held
from games.moves.conditions import check_running, has_looked, has_sat
from games.moves.recording import retime
from games.notification_events import writing
from games.storage.position import Position

MOST_HOURS = 30 * 24


def hand_to_bot(game_id: int, moderator_id: int, index: int, reason: str) -> None:
    """Let a bot play a seat until its owner returns."""
    with at_work(game_id, moderator_id, "bot", reason) as (position, now):
        seat = seat_at(position, index)
        if seat.user_id is None or seat.bot:
            raise Refused(_("A bot already plays this seat."), "bot_plays")
        confirm_held(position, seat)
        check_running(position)
        log_act(position, seat, moderator_id, "bot", reason)
        seat_holders.bot_takes_over(position, seat)
        writing.moderated([seat.user_id], position.game, reason, now)


def give_back(game_id: int, moderator_id: int, index: int, reason: str) -> None:
    """Give a seat that a bot plays back to its owner, unless they have left for good."""
    with at_work(game_id, moderator_id, "return", reason) as (position, now):
        seat = seat_at(position, index)
        if seat.user_id is None or not seat.bot or seat.resigned_at:
            raise Refused(_("This seat has no owner who could take it back."), "no_owner")
        log_act(position, seat, moderator_id, "return", reason)
        seat_holders.give_back(position, seat, now)


def replace(game_id: int, moderator_id: int, index: int, name: str, reason: str) -> None:
    """Give a seat to another player; its owner loses it for good.

    That player must have had no seat at this table, must not have looked at it as a moderator, and
    must be allowed to play with the others.
    """
    with at_work(game_id, moderator_id, "replace", reason) as (position, now):
        seat = _owned(position, index)
        found = User.objects.filter(username__iexact=name.strip(), is_active=True)
        user = found.first() if names.could_be(name.strip()) else None
        if user is None:
            raise Illegal(_("There is no player with that name."), "nobody")
        if user.pk == moderator_id:
            raise Refused(
                _("You cannot give the seat to yourself. Choose somebody else."), "yourself"
            )
        if has_sat(position.game, user.pk):
            raise Refused(
                _("%(name)s has already had a seat in this game.") % {"name": user.username},
                "has_sat",
            )
        if has_looked(position.game, user.pk):
            raise Refused(
                _("%(name)s has looked at this game as a moderator.") % {"name": user.username},
                "has_looked",
            )
        _check_company(position, seat, user)
        confirm_held(position, seat)
        check_running(position)
        former = seat.user.username if seat.user else ""
        named = {"former": former, "name": user.username}
        log_act(position, seat, moderator_id, "replace", reason, **named)
        seat_holders.replace(position, seat, user, now)
        writing.moderated([user.pk], position.game, reason, now)


def _check_company(position: Position, seat: Seat, user: User) -> None:
    """Raise what a player would get who took the seat themselves."""
    others = (one.user_id for one in position.seats if one is not seat)
    if relationships.apart(user.pk, *others):
        raise Refused(
            _("%(name)s and somebody at this table cannot play together.")
            % {"name": user.username},
            "apart",
        )
    if open_games.is_second_of_somebody(position, user, seat):
        raise Refused(
            _(
                "A bot can play with its owner, or with another bot of that owner, only where "
                "nobody else plays."
            ),
            "bot_and_owner",
        )
    open_games.check_rated(position.game, user)


def forfeit(game_id: int, moderator_id: int, index: int, reason: str) -> None:
    """Take a seat from its owner for good, as if they had resigned.

    A bot plays on, or the game is over.
    """
    with at_work(game_id, moderator_id, "forfeit", reason) as (position, now):
        seat = _owned(position, index)
        confirm_held(position, seat)
        check_running(position)
        log_act(position, seat, moderator_id, "forfeit", reason)
        seat_holders.resign(position, seat, now)
        writing.moderated([seat.user_id or 0], position.game, reason, now)


def swap(game_id: int, moderator_id: int, index: int, other: int, reason: str) -> None:
    """Swap the owners of two seats. Each learns what the other knew."""
    with at_work(game_id, moderator_id, "swap", reason) as (position, now):
        one, two = _owned(position, index), _owned(position, other)
        if one is two:
            raise Illegal(_("Choose two different seats."), "same_seat")
        for seat in (one, two):
            confirm_held(position, seat)
        check_running(position)
        log_act(position, one, moderator_id, "swap", reason, other=two.index)
        seat_holders.swap(position, one, two)
        owners = [seat.user_id for seat in (one, two) if seat.user_id]
        writing.moderated(owners, position.game, reason, now)


def give_time(game_id: int, moderator_id: int, index: int, hours: int, reason: str) -> None:
    """Give a running clock this many more hours."""
    with at_work(game_id, moderator_id, "time", reason) as (position, now):
        seat = seat_at(position, index)
        if not 1 <= hours <= MOST_HOURS:
            raise Illegal(_("Enter 1 to %(most)d hours.") % {"most": MOST_HOURS}, "bad_hours")
        if seat.clock_from is None or seat.user is None:
            raise Refused(_("The clock of this seat is not running."), "no_clock")
        clock.spend(seat, calendars.calendar_of(seat.user), now)
        clock.give(seat, now, (seat.budget or timedelta()) + timedelta(hours=hours))
        retime(position, now, [seat])
        log_act(position, seat, moderator_id, "time", reason, hours=hours)


def set_deadline(game_id: int, moderator_id: int, index: int, at: datetime, reason: str) -> None:
    """Let a running clock end at this moment, earlier or later than it would."""
    with at_work(game_id, moderator_id, "deadline", reason) as (position, now):
        seat = seat_at(position, index)
        if not now < at <= now + timedelta(hours=MOST_HOURS):
            raise Illegal(
                _("Choose a time within the next %(days)d days.") % {"days": MOST_HOURS // 24},
                "bad_moment",
            )
        if seat.clock_from is None or seat.user is None:
            raise Refused(_("The clock of this seat is not running."), "no_clock")
        clock.end_at(seat, now, at)
        retime(position, now, [seat])
        log_act(position, seat, moderator_id, "deadline", reason)


def _owned(position: Position, index: int) -> Seat:
    """A seat whose owner can still lose it."""
    seat = seat_at(position, index)
    if seat.user_id is None or seat.resigned_at:
        raise Refused(_("This seat has no owner."), "no_owner")
    return seat
