"""The frame of every moderator's act: a reason, the game's lock, the audit log."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation import audit
from games.errors import Illegal, Refused
from games.models import Incident, Seat
from games.moderation import interest
from games.moves import breaking, incidents
from games.moves.conditions import check_not_over, check_running
from games.rules.engine import RulesError
from games.storage.position import Position, locked

MODERATED = Incident.Kind.MODERATED
BY = "moderator"
LONGEST_REASON = 500


def check_reason(reason: str) -> None:
    """Raise Illegal without a reason."""
    if not reason.strip() or len(reason) > LONGEST_REASON:
        raise Illegal(
            _("Give a reason of at most %(most)d characters.") % {"most": LONGEST_REASON},
            "no_reason",
        )


@contextmanager
def at_work(
    game_id: int, moderator_id: int | None, action: str, reason: str, *, broken: bool = False
) -> Iterator[tuple[Position, datetime]]:
    """Lock a running game for an act, and record the act in the audit log.

    Refused for a moderator who has had a seat at this table (another one decides), Illegal without
    a reason, Broken for a broken game unless the act allows it.
    """
    check_reason(reason)
    with locked(game_id, broken=broken) as position:
        interest.check_table(game_id, moderator_id)
        check_not_over(position) if broken else check_running(position)
        before = as_it_stands(position)
        yield position, timezone.now()
        audit.write(
            person_of(moderator_id),
            action,
            game=game_id,
            reason=reason,
            before=before,
            after=as_it_stands(position),
        )


class StillBroken(Refused):
    """The rules still fail on the game."""

    def __init__(self, error: RulesError) -> None:
        said = _("The rules still fail on this game: %(error)s") % {"error": error}
        super().__init__(said, "still_broken")
        self.error = error


@contextmanager
def mending(
    game_id: int, moderator_id: int | None, action: str, reason: str
) -> Iterator[tuple[Position, datetime]]:
    """Lock a game that may be broken; StillBroken leaves it as it was, with the newest error."""
    try:
        with at_work(game_id, moderator_id, action, reason, broken=True) as working:
            try:
                yield working
            except RulesError as error:
                raise StillBroken(error) from error
    except StillBroken as still:
        breaking.still_broken(game_id, still.error)
        raise


def as_it_stands(position: Position) -> dict[str, Any]:
    """What acts can change of a game, for the audit log, without secrets."""
    game = position.game
    stands: dict[str, Any] = {
        "status": str(game.status),
        "version": game.version,
        "move": game.number,
        "paused": bool(game.paused_at),
        "stopped": bool(game.broken_at),
    }
    for seat in position.seats:
        holder = seat.user.username if seat.user else ""
        stands[f"seat {seat.index + 1}"] = f"{holder} / {seat.bot}" if seat.bot else holder
        stands[f"deadline {seat.index + 1}"] = (
            seat.deadline.isoformat(timespec="minutes") if seat.deadline else ""
        )
    return stands


def person_of(user_id: int | None) -> User | None:
    return None if user_id is None else User.objects.get(pk=user_id)


def seat_at(position: Position, index: int) -> Seat:
    """The seat with this index; Illegal if there is none."""
    if not 0 <= index < len(position.seats):
        raise Illegal(_("There is no such seat."), "bad_seat")
    return position.seats[index]


def log_act(
    position: Position,
    seat: Seat | None,
    user_id: int | None,
    action: str,
    reason: str,
    **data: int | str,
) -> None:
    """Record the act in the game's own log, for all who may see the game."""
    incidents.record_incident(
        position, MODERATED, seat=seat, user_id=user_id, action=action, reason=reason, **data
    )
