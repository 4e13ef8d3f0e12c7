"""What moderators do at a table, each with a reason that stands in the game's log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import calendars
from games import facts
from games.clocks import clock
from games.errors import Illegal, Refused
from games.models import Incident, Seat
from games.moves import breaking, ending, incidents, pausing, rollback, tenures
from games.moves.actions import confirm_held
from games.moves.conditions import check_not_over, check_running
from games.moves.recording import retime
from games.rules.engine import RulesError
from games.storage.position import Position, locked

MODERATED = Incident.Kind.MODERATED
BY = "moderator"
MOST_HOURS = 30 * 24
LONGEST_REASON = 500


@contextmanager
def _at_work(
    game_id: int, reason: str, *, broken: bool = False
) -> Iterator[tuple[Position, datetime]]:
    """A running game under its lock; Refused, Illegal without a reason, Broken unless what is done
    can be done with a broken game, too."""
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise Illegal(
            _("Give a reason, of at most %(most)d characters.") % {"most": LONGEST_REASON},
            "no_reason",
        )
    with locked(game_id, broken=broken) as position:
        check_not_over(position) if broken else check_running(position)
        yield position, timezone.now()


def pause(game_id: int, moderator_id: int, reason: str) -> None:
    """Stop the clocks until a moderator lets them run; also what the players had paused."""
    with _at_work(game_id, reason) as (position, now):
        if pausing.by_moderator(position.game):
            raise Refused(_("This game is paused already."), "paused")
        pausing.pause(position, now, by=BY, user_id=moderator_id, reason=reason)


def resume(game_id: int, moderator_id: int, reason: str) -> None:
    """Let the clocks run."""
    with _at_work(game_id, reason) as (position, now):
        if position.game.paused_at is None:
            raise Refused(_("This game is not paused."), "not_paused")
        pausing.resume(position, now, by=BY, user_id=moderator_id, reason=reason)


def cancel(game_id: int, moderator_id: int, reason: str) -> None:
    """End the game without a result; also a broken one."""
    with _at_work(game_id, reason, broken=True) as (position, now):
        ending.cancel(position, now, by=BY, user_id=moderator_id, reason=reason)


def hand_to_bot(game_id: int, moderator_id: int, index: int, reason: str) -> None:
    """Let a bot play a seat until its owner comes back."""
    with _at_work(game_id, reason) as (position, now):
        seat = _seat(position, index)
        if seat.user_id is None or seat.bot:
            raise Refused(_("A bot plays this seat already."), "bot_plays")
        confirm_held(position, seat)
        check_running(position)
        _note(position, seat, moderator_id, "bot", reason)
        tenures.bot_takes_over(position, seat)
        facts.moderated([seat.user_id], position.game, reason, now)


def give_back(game_id: int, moderator_id: int, index: int, reason: str) -> None:
    """Give a seat that a bot plays back to its owner, unless that one has left for good."""
    with _at_work(game_id, reason) as (position, now):
        seat = _seat(position, index)
        if seat.user_id is None or not seat.bot or seat.resigned_at:
            raise Refused(_("There is nobody to give this seat back to."), "no_owner")
        _note(position, seat, moderator_id, "return", reason)
        tenures.give_back(position, seat, now)


def give_time(game_id: int, moderator_id: int, index: int, hours: int, reason: str) -> None:
    """Let a running clock run for so many hours more."""
    with _at_work(game_id, reason) as (position, now):
        seat = _seat(position, index)
        if not 1 <= hours <= MOST_HOURS:
            raise Illegal(_("Give 1 to %(most)d hours.") % {"most": MOST_HOURS}, "bad_hours")
        if seat.clock_from is None or seat.user is None:
            raise Refused(_("The clock of this seat does not run."), "no_clock")
        clock.spend(seat, calendars.calendar_of(seat.user), now)
        clock.give(seat, now, (seat.budget or timedelta()) + timedelta(hours=hours))
        retime(position, now, [seat])
        _note(position, seat, moderator_id, "time", reason, hours=hours)


def notice(game_id: int, moderator_id: int, text: str) -> None:
    """Tell everybody at the table something; it stands in the log, and they are told."""
    with _at_work(game_id, text, broken=True) as (position, now):
        incidents.note(position, MODERATED, user_id=moderator_id, action="notice", reason=text)
        people = [seat.user_id for seat in position.seats if seat.user_id]
        facts.moderated(people, position.game, text, now)


def mend(game_id: int, moderator_id: int | None, reason: str) -> None:
    """Let a broken game go on, if the rules can play it now."""
    with _mending(game_id, reason) as (position, now):
        breaking.mend(position, now, user_id=moderator_id, reason=reason)


def roll_back(game_id: int, moderator_id: int, number: int, reason: str) -> None:
    """Take the game back to an earlier move; a broken one goes on from there, if it can."""
    with _mending(game_id, reason) as (position, now):
        rollback.roll_back(position, number, user_id=moderator_id)
        _note(position, None, moderator_id, "rollback", reason, to=number)
        if position.game.broken_at:
            breaking.mend(position, now, user_id=moderator_id, reason=reason)


class StillBroken(Refused):
    """The rules fail on the game all the same."""

    def __init__(self, error: RulesError) -> None:
        said = _("The rules still fail on this game: %(error)s") % {"error": error}
        super().__init__(said, "still_broken")
        self.error = error


@contextmanager
def _mending(game_id: int, reason: str) -> Iterator[tuple[Position, datetime]]:
    """A game that may be broken; StillBroken leaves it as it was, with the newest error."""
    try:
        with _at_work(game_id, reason, broken=True) as at_work:
            try:
                yield at_work
            except RulesError as error:
                raise StillBroken(error) from error
    except StillBroken as still:
        breaking.still_broken(game_id, still.error)
        raise


def _seat(position: Position, index: int) -> Seat:
    if not 0 <= index < len(position.seats):
        raise Illegal(_("There is no such seat."), "bad_seat")
    return position.seats[index]


def _note(
    position: Position, seat: Seat | None, user_id: int, action: str, reason: str, **data: int
) -> None:
    incidents.note(
        position, MODERATED, seat=seat, user_id=user_id, action=action, reason=reason, **data
    )
