"""What people are to be told of a change, written in its own transaction."""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from games.models import Game, Seat
from games.position import Position
from notifications import outbox
from notifications.models import Kind, Notification

#: Mail waits this long: whoever has the game's page open needs none (DECISIONS 25).
DELAY = timedelta(seconds=90)
#: A reminder comes when a quarter of the time is left, but not earlier than this before the end.
EARLIEST_REMINDER = timedelta(hours=24)


def note(position: Position, waited_for: set[int], timed: list[Seat], now: datetime) -> None:
    """Write down who is to be told what of a change.

    ``waited_for`` are the seats waited for before it, ``timed`` those with a new deadline.
    """
    facts = [*_asked(position, waited_for, now), *_reminders(position.game, timed, now)]
    if position.game.status == Game.Status.FINISHED:
        facts += _to_all(position, Kind.GAME_OVER, now)
    if facts:
        outbox.write(facts)


def timed_out(position: Position, seat: Seat, now: datetime) -> None:
    """A bot plays on for the seat's owner."""
    version = position.game.version
    outbox.write([_fact(Kind.TIMED_OUT, seat, now, version, version=version)])


def invited(game: Game, user_ids: Iterable[int], by_id: int, now: datetime) -> None:
    """These people are asked to join."""
    outbox.write(outbox.fact(Kind.INVITED, each, game.pk, now, by=by_id) for each in user_ids)


def _asked(position: Position, waited_for: set[int], now: datetime) -> Iterator[Notification]:
    if not waited_for:  # nobody: the game has just started
        yield from _to_all(position, Kind.GAME_STARTED, now)
        return
    version = position.game.version
    for seat in position.seats:
        newly = seat.to_move and seat.index not in waited_for and seat.asked_version == version
        if newly and seat.user_id and not seat.bot:
            yield _fact(Kind.YOUR_TURN, seat, now + DELAY, version, version=version)


def _reminders(game: Game, timed: list[Seat], now: datetime) -> Iterator[Notification]:
    for seat in timed:
        assert seat.deadline is not None  # noqa: S101
        before = min((seat.deadline - now) / 4, EARLIEST_REMINDER)
        deadline = seat.deadline.isoformat()
        yield _fact(Kind.REMINDER, seat, seat.deadline - before, deadline, deadline=deadline)


def _to_all(position: Position, kind: Kind, now: datetime) -> Iterator[Notification]:
    version = position.game.version
    for seat in position.seats:
        if seat.user_id and not seat.resigned_at:
            yield _fact(kind, seat, now + DELAY, version=version)


def _fact(
    kind: Kind, seat: Seat, due_at: datetime, about: object = "", **data: object
) -> Notification:
    assert seat.user_id is not None  # noqa: S101
    return outbox.fact(kind, seat.user_id, seat.game_id, due_at, about, seat=seat.index, **data)
