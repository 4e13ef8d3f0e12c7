"""What people are to be told of a change, written in its own transaction.

``games.messages.words`` says what the data of each kind is. Whoever makes a thing happen is not
told of it.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime, timedelta

from django.contrib.auth import get_user_model

from games.clocks import clock
from games.models import Game, Seat, Vote
from games.storage.position import Position
from notifications import outbox, preferences
from notifications.models import Kind, Notification

#: Messages wait this long: whoever has the game's page open needs none (DECISIONS 25).
DELAY = timedelta(seconds=90)


def note(
    position: Position,
    waited_for: set[int],
    timed: list[Seat],
    now: datetime,
    *,
    started: bool = False,
) -> None:
    """Write down who is to be told what of a change.

    ``waited_for`` are the seats waited for before it, ``timed`` those with a new deadline.
    """
    asked = (
        _to_all(position, Kind.GAME_STARTED, now) if started else _asked(position, waited_for, now)
    )
    facts = [*asked, *_reminders(timed)]
    if position.game.status == Game.Status.FINISHED:
        facts += _to_all(position, Kind.GAME_OVER, now)
    if facts:
        outbox.write(facts)


def timed(seats: Iterable[Seat]) -> None:
    """These seats, of people who play them, have a new deadline without a move."""
    outbox.write(_reminders(seats))


def timed_out(position: Position, seat: Seat, now: datetime) -> None:
    """The seat's owner has run out of time, and a bot plays on or the seat is lost."""
    version = position.game.version
    outbox.write([_fact(Kind.TIMED_OUT, seat, now, version, version=version)])


def invited(game: Game, user_ids: Iterable[int], by_id: int, now: datetime) -> None:
    """These people are asked to join."""
    outbox.write(outbox.fact(Kind.INVITED, each, game.pk, now, by=by_id) for each in user_ids)


def joined(position: Position, user_id: int, now: datetime) -> None:
    """Somebody has taken a seat of a game that still waits for others."""
    _came_or_went(Kind.JOINED, position, user_id, now)


def left(position: Position, user_id: int, now: datetime) -> None:
    """Somebody has given up a seat before the start."""
    _came_or_went(Kind.LEFT, position, user_id, now)


def cancelled(position: Position, now: datetime, by_id: int | None = None) -> None:
    """The game ends without a result."""
    outbox.write(
        outbox.fact(Kind.CANCELLED, each, position.game.pk, now + DELAY)
        for each in _people(position, but=by_id)
    )


def said(game_id: int, user_id: int, message_id: int, now: datetime) -> None:
    """Somebody has written to the table: for the others, if they are away."""
    others = Seat.objects.filter(game_id=game_id, user__isnull=False, resigned_at=None)
    outbox.write(
        outbox.fact(Kind.CHAT, each, game_id, now + DELAY, message_id, message=message_id)
        for each in others.exclude(user_id=user_id).values_list("user_id", flat=True)
    )


def taken_back(position: Position, seat: Seat, now: datetime) -> None:
    """A seat that a bot played has its owner back, or a new one."""
    version = position.game.version
    outbox.write(
        outbox.fact(Kind.TAKEN_BACK, each, position.game.pk, now + DELAY, version, about=seat.index)
        for each in _people(position, but=seat.user_id)
    )


def taken_over(position: Position, seat: Seat, former_id: int, now: datetime) -> None:
    """The seat that was on offer has a new owner; its former one has lost it for good."""
    game = position.game
    lost = outbox.fact(
        Kind.TIMED_OUT, former_id, game.pk, now, game.version, seat=seat.index, taken_over=True
    )
    outbox.write([lost])
    taken_back(position, seat, now)


def offered(position: Position, seat: Seat, now: datetime) -> None:
    """A replacement player is looked for: for those who have asked to be told of such seats."""
    game = position.game
    if game.visibility != Game.Visibility.PUBLIC:
        return
    sitting = {other.user_id for other in position.seats}
    outbox.write(
        outbox.fact(Kind.OFFERED, each, game.pk, now, game.version, about=seat.index)
        for each in sorted(preferences.wanting(Kind.OFFERED) - sitting)
    )


def vote_opened(position: Position, vote: Vote, now: datetime) -> None:
    """The people at the table are asked to vote."""
    asked = (
        seat
        for seat in position.seats
        if seat.user_id and not seat.resigned_at and seat.index not in (vote.seat, vote.opened_by)
    )
    outbox.write(
        outbox.fact(Kind.VOTE, seat.user_id, position.game.pk, now + DELAY, vote.pk, vote=vote.pk)
        for seat in asked
        if seat.user_id
    )


def moderated(user_ids: Iterable[int], game: Game | None, text: str, now: datetime) -> None:
    """A moderator has something to tell these people, about a game or in general."""
    game_id = game.pk if game else None
    outbox.write(
        outbox.fact(Kind.MODERATED, each, game_id, now, now.isoformat(), text=text)
        for each in user_ids
    )


def instruction_failed(position: Position, seat: Seat, kind: str, now: datetime) -> None:
    """A standing instruction of the seat's owner has failed and is switched off."""
    if seat.user_id is not None:
        text = "An answer that you have left ahead has failed and is switched off."
        moderated([seat.user_id], position.game, text, now)


def broken(game: Game, now: datetime) -> None:
    """The rules have failed on the game: for all who may moderate."""
    moderators = get_user_model().objects.with_perm("games.moderate_game", include_superusers=True)
    moderated(moderators.values_list("pk", flat=True), game, "The rules failed on this game.", now)


def _asked(position: Position, waited_for: set[int], now: datetime) -> Iterator[Notification]:
    version = position.game.version
    for seat in position.seats:
        newly = seat.to_move and seat.index not in waited_for and seat.asked_version == version
        if newly and seat.user_id and not seat.bot:
            yield _fact(Kind.YOUR_TURN, seat, now + DELAY, version, version=version)


def _reminders(timed: Iterable[Seat]) -> Iterator[Notification]:
    for seat in timed:
        if seat.user is None or seat.deadline is None:
            continue
        due, deadline = clock.reminder_at(seat, seat.user), seat.deadline.isoformat()
        yield _fact(Kind.REMINDER, seat, due, deadline, deadline=deadline)


def _came_or_went(kind: Kind, position: Position, user_id: int, now: datetime) -> None:
    outbox.write(
        outbox.fact(
            kind, each, position.game.pk, now + DELAY, f"{user_id}/{now.isoformat()}", by=user_id
        )
        for each in _people(position, but=user_id)
    )


def _people(position: Position, but: int | None) -> list[int]:
    """The owners of seats who have not left, without one of them."""
    return [
        seat.user_id
        for seat in position.seats
        if seat.user_id and seat.user_id != but and not seat.resigned_at
    ]


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
