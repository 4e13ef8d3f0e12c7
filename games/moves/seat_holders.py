"""The holders of seats: the owner, a bot in the owner's place, or a replacement player.

Each function changes the holder from the next version on and records it, in the caller's
transaction and under its lock. A turn that has begun is then final. A game that the last person
leaves is cancelled: programs do not finish it among themselves.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from django.utils import timezone

from accounts.models import User
from accounts.sessions import sockets
from boardgames.database import locks
from games.models import Game, Incident, Move, Seat, Tenure
from games.moves import ending, incidents, plans, played
from games.moves.recording import append
from games.notification_events import writing
from games.storage.position import Position

Action = Move.Action
Reason = Tenure.Reason


#: The key of an advisory lock of PostgreSQL.
_ABSENCE = 0x61776179  # the letters of "away"
#: The columns of a seat that change with its holder.
_HELD = (
    "user",
    "bot",
    "tenure",
    "resigned_at",
    "offered_at",
    "seen_version",
    "forgiven",
    "planned",
)


def resign(position: Position, seat: Seat, now: datetime, *, away: bool = False) -> None:
    """Let the owner resign. If one player is left the game ends; otherwise a bot plays the seat.

    ``away``: by closing the account, and not by a word about this game.
    """
    _leave(position, seat, Action.RESIGN, Reason.RESIGNED, now, away=away)


def forfeit(position: Position, seat: Seat, now: datetime) -> None:
    """Let the owner lose on time, with the effect of resigning."""
    _leave(position, seat, Action.FORFEIT, Reason.FORFEITED, now, away=True)
    writing.timed_out(position, seat, now)


def bot_plays_on(position: Position, seat: Seat, now: datetime) -> None:
    """Let a bot play until the owner returns, because the owner's time ran out."""
    bot_takes_over(position, seat)
    writing.timed_out(position, seat, now)


def bot_takes_over(position: Position, seat: Seat) -> None:
    """Let a bot play until the owner comes back; the caller notifies the owner."""
    _note_absence(seat, timezone.now())
    _to_bot(position, seat, Reason.TIMEOUT)
    append(position, Action.TIMEOUT, seat, barrier=True)
    _stop_if_deserted(position, seat)


def offer(position: Position, seat: Seat, now: datetime) -> None:
    """Let a bot play until the owner returns or somebody else takes over the seat."""
    seat.offered_at = now
    bot_plays_on(position, seat, now)
    if position.game.status != Game.Status.RUNNING:
        return
    incidents.record_incident(position, Incident.Kind.OFFERED, seat=seat)
    writing.offered(position, seat, now)


def give_back(position: Position, seat: Seat, now: datetime) -> None:
    """Let the owner play again instead of the bot; it gets the time of a whole turn if it must
    move."""
    seat.offered_at = None
    change_holder(position, seat, "", Reason.RETURNED)
    append(position, Action.RETURN, seat, barrier=True)
    writing.taken_back(position, seat, now)


def replace(position: Position, seat: Seat, user: User, now: datetime) -> None:
    """Give the seat to ``user`` instead of its owner and the bot, without risk for the new
    rating."""
    former_id = seat.user_id
    sockets.look_again(user.pk)  # players do not read the spectators' chat
    seat.user, seat.offered_at, seat.seen_version, seat.forgiven = user, None, 0, False
    change_holder(position, seat, "", Reason.REPLACED)
    append(position, Action.REPLACE, seat, barrier=True)
    assert former_id is not None  # a seat on offer has an owner
    writing.taken_over(position, seat, former_id, now)


def swap(position: Position, one: Seat, two: Seat) -> None:
    """Swap the owners of two seats; a bot that plays for an owner moves along."""
    (one.user, one.bot), (two.user, two.bot) = (two.user, two.bot), (one.user, one.bot)
    for seat in (one, two):
        seat.offered_at, seat.seen_version, seat.forgiven = None, 0, False
        change_holder(position, seat, seat.bot, Reason.REPLACED)
    append(position, Action.SWAP, one, barrier=True, choice=[two.index])


def _leave(
    position: Position, seat: Seat, action: str, reason: str, now: datetime, *, away: bool
) -> None:
    seat.resigned_at = now
    if away:
        _note_absence(seat, now)
    _to_bot(position, seat, reason)
    append(position, action, seat, barrier=True)
    _stop_if_deserted(position, seat)


def wait_for_absences(seats: Iterable[Seat]) -> None:
    """Lock the absences of these seats' players until the transaction ends.

    Call it once for all seats: it uses one order, so that two games never wait for each other.
    """
    for user_id in sorted(seat.user_id for seat in seats if seat.user_id is not None):
        locks.held_to_the_end(_ABSENCE, user_id)


def _note_absence(seat: Seat, now: datetime) -> None:
    """Record since when the seat's holder is away.

    All games that they leave in one absence count once in a rating.
    """
    if seat.user_id is not None and not seat.bot:
        wait_for_absences([seat])
        since = played.away_since(seat.user_id, now)
        Tenure.objects.filter(seat=seat, until=None).update(away_since=since)


def _stop_if_deserted(position: Position, left: Seat) -> None:
    """Cancel a running game that its last person has just left; people's bots do not count."""
    if position.game.status != Game.Status.RUNNING or not _is_person(left):
        return
    if not any(_is_person(seat) and not seat.bot for seat in position.seats):
        ending.cancel_game(position, timezone.now(), by="deserted")


def _is_person(seat: Seat) -> bool:
    return seat.user is not None and not seat.user.is_bot


def _to_bot(position: Position, seat: Seat, reason: str) -> None:
    change_holder(position, seat, position.game.rules.best_bot, reason)


def change_holder(position: Position, seat: Seat, bot: str, reason: str) -> None:
    """Give the seat from the next version on to ``bot``, or to its owner if that is empty."""
    game = position.game
    plans.end_of_tenure(position, seat, told=reason == Reason.TIMEOUT)
    Tenure.objects.filter(seat=seat, until=None).update(until=game.version, ended=reason)
    seat.bot = bot
    seat.tenure = Tenure.objects.create(
        seat=seat,
        user=None if bot else seat.user,
        bot=bot,
        since=game.version + 1,
        began=reason,
    )
    seat.save(update_fields=_HELD)
